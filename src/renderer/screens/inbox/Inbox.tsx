import { ActionIcon, Button, NativeSelect } from '@mantine/core';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { EmptyState } from '../../components/EmptyState.tsx';
import { Question } from '../../components/question/Question.tsx';
import { navigate, useRoute } from '../../lib/route.ts';
import { useQuestions } from '../../lib/store.ts';
import { arrange, inOrder, neighbour, sectionOf, skipTo } from './arrange.ts';
import classes from './Inbox.module.css';
import { InboxList } from './InboxList.tsx';

const ALL = '';

/** Every question of every server, one of them open. */
export const Inbox = () => {
  const route = useRoute();
  const everything = useQuestions();
  const [server, setServer] = useState(ALL);
  // Coming here by the rail opens the oldest question; `Answer later` leads to the list and opens nothing.
  const [aside, setAside] = useState(false);
  const [byHand, setByHand] = useState(false);
  const list = useRef<HTMLElement>(null);

  const listed = useMemo(
    () => everything.filter((question) => sectionOf(question) !== undefined),
    [everything],
  );
  const servers = useMemo(() => [...new Set(listed.map((question) => question.serverName))].sort(), [listed]);
  const filter = servers.includes(server) ? server : ALL;
  const items = useMemo(
    () => arrange(filter === ALL ? listed : listed.filter((question) => question.serverName === filter)),
    [listed, filter],
  );
  const order = useMemo(() => inOrder(items), [items]);
  const ids = useMemo(() => order.map((question) => question.id), [order]);

  // An answered question stays on the screen with its outcome until the person goes on.
  const wanted = everything.some((question) => question.id === route.id) ? route.id : undefined;
  const [first] = useState(() => order.find((question) => question.state !== 'closed')?.id);
  const shown = wanted ?? (aside || !first ? undefined : everything.find(({ id }) => id === first)?.id);

  const open = useCallback((id: string | undefined): void => {
    if (id === undefined) return;
    setByHand(true);
    setAside(true);
    navigate({ screen: 'inbox', id });
  }, []);
  const later = useCallback((): void => {
    setAside(true);
    navigate({ screen: 'inbox' });
    // Back to where the question stands in the list.
    requestAnimationFrame(() => {
      const row = shown && list.current?.querySelector<HTMLElement>(`[data-question="${CSS.escape(shown)}"]`);
      (row || list.current?.querySelector<HTMLElement>('[data-question]'))?.focus();
    });
  }, [shown]);

  const skipped = skipTo(order, shown);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
      if (event.key === '.') {
        event.preventDefault();
        open(skipped);
        return;
      }
      const step =
        event.key === 'ArrowDown' || event.key === ']'
          ? 1
          : event.key === '[' || event.key === 'ArrowUp'
            ? -1
            : 0;
      if (step === 0 || isText(event.target, event.key)) return;
      event.preventDefault();
      open(neighbour(ids, shown, step));
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [ids, shown, skipped, open]);

  if (items.length === 0 && shown === undefined) {
    return (
      <EmptyState title="No question is waiting">
        <p>When a server needs something from you, it asks here first. Run a tool to see one.</p>
        <Button onClick={() => navigate({ screen: 'servers' })}>Go to servers</Button>
      </EmptyState>
    );
  }
  const oldest = order.find((question) => question.state !== 'closed');
  const before = neighbour(ids, shown, -1);
  const after = neighbour(ids, shown, 1);
  const position = shown === undefined ? -1 : ids.indexOf(shown);
  return (
    <div className={classes.inbox}>
      <section ref={list} className={classes.side} aria-label="Questions">
        <div className={classes.tools}>
          <h1 className={classes.heading}>Inbox</h1>
          {servers.length > 1 ? (
            <NativeSelect
              aria-label="Server"
              size="xs"
              value={filter}
              data={[{ value: ALL, label: 'All servers' }, ...servers]}
              onChange={(event) => setServer(event.currentTarget.value)}
            />
          ) : null}
        </div>
        <InboxList items={items} selected={shown} onOpen={open} />
        <div className={classes.walk}>
          <span>{position === -1 ? '' : `${position + 1} of ${ids.length}`}</span>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label="Previous"
            title="Previous (Ctrl+[)"
            disabled={before === undefined || before === shown}
            onClick={() => open(before)}
          >
            <IconChevronUp size={16} aria-hidden />
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label="Next"
            title="Next (Ctrl+])"
            disabled={after === undefined || after === shown}
            onClick={() => open(after)}
          >
            <IconChevronDown size={16} aria-hidden />
          </ActionIcon>
          <Button
            variant="subtle"
            color="gray"
            size="compact-xs"
            title="To the next one that waits, and answer this one later (Ctrl+.)"
            disabled={skipped === undefined}
            onClick={() => open(skipped)}
          >
            Skip
          </Button>
        </div>
      </section>
      <div className={classes.open}>
        {shown === undefined ? (
          <EmptyState title="Nothing is open">
            <p>Choose a question on the left. Nothing is sent until you answer.</p>
            {oldest ? <Button onClick={() => open(oldest.id)}>Open the oldest</Button> : null}
          </EmptyState>
        ) : (
          <Question id={shown} focus={byHand || wanted ? 'always' : 'polite'} onLater={later} />
        )}
      </div>
    </div>
  );
};

/** Ctrl with an arrow key moves by paragraphs in a text box; the brackets are free everywhere. */
const isText = (target: EventTarget | null, key: string): boolean =>
  key.startsWith('Arrow') &&
  (target instanceof HTMLInputElement ||
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement);
