import { Button, Loader, NativeSelect } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef, useState } from 'react';
import type { JournalType } from '../../../shared/model/journal.ts';
import { EmptyState } from '../../components/EmptyState.tsx';
import { Notice } from '../../components/Notice.tsx';
import { Page } from '../../components/Page.tsx';
import { useHost } from '../../lib/store.ts';
import { countText } from '../../lib/words.ts';
import classes from './Activity.module.css';
import { Entry, TYPE_NAMES } from './Entry.tsx';
import { useActivity } from './use-activity.ts';

const ROW_PX = 34;

const useFilter = (seen: readonly string[]) => {
  const servers = useHost((state) => Object.values(state.servers).map((server) => server.id));
  const [server, setServer] = useState('');
  const [type, setType] = useState('');
  const names = [...new Set([...servers, ...seen])].sort((a, b) => a.localeCompare(b));
  const controls = (
    <>
      <NativeSelect
        aria-label="Server"
        size="xs"
        className={classes.filter}
        value={server}
        data={[{ value: '', label: 'All servers' }, ...names]}
        onChange={(event) => setServer(event.currentTarget.value)}
      />
      <NativeSelect
        aria-label="Kind of entry"
        size="xs"
        className={classes.filter}
        value={type}
        data={[
          { value: '', label: 'All kinds' },
          ...Object.entries(TYPE_NAMES).map(([value, label]) => ({ value, label })),
        ]}
        onChange={(event) => setType(event.currentTarget.value as JournalType | '')}
      />
    </>
  );
  return { server, type, controls };
};

/** Every call, question, decision and disclosure, newest first. */
export const Activity = () => {
  const { pages, problem, loading, refresh, loadOlder } = useActivity();
  const entries = pages?.entries ?? [];
  const { server, type, controls } = useFilter([
    ...new Set(entries.flatMap((entry) => entry.serverId ?? [])),
  ]);
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set());
  const shown = entries.filter(
    (entry) => (server === '' || entry.serverId === server) && (type === '' || entry.type === type),
  );
  const scroller = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: shown.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    getItemKey: (index) => shown[index]?.seq ?? index,
    overscan: 20,
  });
  const toggle = (seq: number) => {
    const next = new Set(open);
    if (!next.delete(seq)) next.add(seq);
    setOpen(next);
  };

  if (!pages && problem) {
    return (
      <Page title="Activity">
        <EmptyState title="The activity could not be read.">
          <p>{problem}</p>
          <Button variant="default" onClick={() => void refresh()}>
            Try again
          </Button>
        </EmptyState>
      </Page>
    );
  }
  return (
    <Page title="Activity" actions={controls}>
      {!pages && <Loader size="sm" aria-label="Loading" />}
      {problem && <Notice kind="problem">{problem}</Notice>}
      {pages && entries.length === 0 && (
        <EmptyState title="Nothing has happened yet.">
          <p>Connect a server and use one of its tools: every step is written down here.</p>
        </EmptyState>
      )}
      {entries.length > 0 && (
        <div className={classes.box}>
          <div ref={scroller} className={classes.scroller}>
            <ul aria-label="Entries" className={classes.list} style={{ height: virtualizer.getTotalSize() }}>
              {virtualizer.getVirtualItems().map(({ index, start }) => {
                const entry = shown[index];
                return (
                  entry && (
                    <li
                      key={entry.seq}
                      ref={virtualizer.measureElement}
                      data-index={index}
                      aria-setsize={shown.length}
                      aria-posinset={index + 1}
                      className={classes.row}
                      style={{ transform: `translateY(${start}px)` }}
                    >
                      <Entry entry={entry} open={open.has(entry.seq)} onToggle={() => toggle(entry.seq)} />
                    </li>
                  )
                );
              })}
            </ul>
          </div>
          <div className={classes.foot}>
            <span>
              {shown.length === entries.length
                ? countText(entries.length, 'entry', 'entries')
                : `${shown.length} of the ${countText(entries.length, 'loaded entry', 'loaded entries')}`}
              {!pages?.more && ', back to the first'}
            </span>
            {pages?.more && (
              <Button variant="default" size="compact-xs" loading={loading} onClick={() => void loadOlder()}>
                Load older
              </Button>
            )}
          </div>
        </div>
      )}
    </Page>
  );
};
