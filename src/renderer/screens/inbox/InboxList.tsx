import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import type { QuestionView } from '../../../shared/model/reverse-call.ts';
import { KindIcon, OutcomeIcon } from '../../components/question/icons.tsx';
import { Times } from '../../components/question/Times.tsx';
import { kindWord, outcomeWord } from '../../components/question/words.ts';
import { Untrusted } from '../../components/Untrusted.tsx';
import { ageText, useNow } from '../../lib/now.ts';
import { useCall } from '../../lib/store.ts';
import { type InboxItem, KEPT } from './arrange.ts';
import classes from './Inbox.module.css';

/** Below this all lines are in the page, where the browser's own search finds them. */
const VIRTUAL_FROM = 200;
const HEIGHTS = { section: 34, group: 28, question: 34 } as const;
/** A section with a line below its name. */
const TALL_SECTION = 52;

const heightOf = (item: InboxItem | undefined): number =>
  item?.type === 'section' && item.name === KEPT ? TALL_SECTION : HEIGHTS[item?.type ?? 'question'];

interface Props {
  readonly items: readonly InboxItem[];
  readonly selected: string | undefined;
  readonly onOpen: (id: string) => void;
}

/** All questions that wait, and those whose end is worth a look. */
export const InboxList = ({ items, selected, onOpen }: Props) => {
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = items.length > VIRTUAL_FROM;
  const virtualizer = useVirtualizer({
    count: virtual ? items.length : 0,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => heightOf(items[index]),
    getItemKey: (index) => items[index]?.key ?? index,
    overscan: 12,
  });
  const at = items.findIndex((item) => item.type === 'question' && item.key === selected);

  useEffect(() => {
    if (at === -1) return;
    if (virtual) virtualizer.scrollToIndex(at);
    else scroller.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
  }, [at, virtual, virtualizer]);

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    const rows = [...(scroller.current?.querySelectorAll<HTMLElement>('button') ?? [])];
    const here = rows.indexOf(document.activeElement as HTMLElement);
    const next = rows[here + (event.key === 'ArrowDown' ? 1 : -1)];
    if (!next) return;
    event.preventDefault();
    next.focus();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: arrow keys move between the buttons inside
    <div ref={scroller} className={classes.scroller} onKeyDown={onKeyDown}>
      {items.length === 0 ? <p className={classes.nothing}>Nothing waits.</p> : null}
      {virtual ? (
        <div className={classes.virtual} style={{ height: virtualizer.getTotalSize() }}>
          {virtualizer.getVirtualItems().map((row) => {
            const item = items[row.index];
            return item ? (
              <div
                key={row.key}
                className={classes.virtualRow}
                style={{ transform: `translateY(${row.start}px)`, height: row.size }}
              >
                <Line item={item} selected={selected} onOpen={onOpen} />
              </div>
            ) : null;
          })}
        </div>
      ) : (
        items.map((item) => <Line key={item.key} item={item} selected={selected} onOpen={onOpen} />)
      )}
    </div>
  );
};

const Line = ({ item, selected, onOpen }: { item: InboxItem } & Omit<Props, 'items'>) => {
  switch (item.type) {
    case 'section':
      return (
        <h2 className={classes.section}>
          {item.name} <span className={classes.count}>{item.count}</span>
          {item.name === KEPT ? (
            <span className={classes.restarts}>
              {item.count === 1 ? 'restarts' : 'restart'} when you answer
            </span>
          ) : null}
        </h2>
      );
    case 'group':
      return <Group callId={item.callId} server={item.server} />;
    case 'question':
      return <Row question={item.question} current={item.key === selected} onOpen={onOpen} />;
  }
};

const Group = ({ callId, server }: { callId: number | undefined; server: string }) => {
  const call = useCall(callId);
  return (
    <h3 className={classes.group}>
      {call ? (
        <>
          <Untrusted text={call.name} />
          {' · '}
        </>
      ) : null}
      {server}
    </h3>
  );
};

const Row = ({
  question,
  current,
  onOpen,
}: {
  question: QuestionView;
  current: boolean;
  onOpen: (id: string) => void;
}) => {
  const now = useNow();
  const { outcome } = question;
  const state =
    question.state === 'working' ? 'working' : outcome ? outcomeWord[outcome].toLowerCase() : undefined;
  return (
    <button
      type="button"
      className={classes.row}
      aria-current={current || undefined}
      data-question={question.id}
      onClick={() => onOpen(question.id)}
    >
      {outcome ? <OutcomeIcon outcome={outcome} /> : <KindIcon question={question} />}
      <span className={classes.kind}>
        {kindWord(question)}
        {state ? <span className={classes.state}>{state}</span> : null}
        <Times count={question.count} />
      </span>
      <span className="visually-hidden">
        from {question.serverName}, {question.state === 'closed' ? 'asked' : 'waiting for'}{' '}
      </span>
      <span className={classes.rowAge}>{ageText(now - question.receivedAt)}</span>
    </button>
  );
};
