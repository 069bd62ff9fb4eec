import { Loader } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, useState } from 'react';
import type { LogLine, ServerView } from '../../../shared/model/server.ts';
import { EmptyState } from '../../components/EmptyState.tsx';
import { Notice } from '../../components/Notice.tsx';
import { Untrusted } from '../../components/Untrusted.tsx';
import { call, sentenceOf } from '../../lib/bridge.ts';
import { countText, timeText } from '../../lib/words.ts';
import classes from './LogTab.module.css';

/** Main keeps no more either. */
const KEPT = 10_000;
const LINE_LIMIT = 2000;

const SOURCES: Record<LogLine['source'], string> = {
  stderr: 'stderr',
  log: 'log',
  host: 'Gatehouse',
  garbage: 'not a message',
};

const shortened = (text: string): string =>
  text.length <= LINE_LIMIT
    ? text
    : `${text.slice(0, LINE_LIMIT)} … (${countText(text.length - LINE_LIMIT, 'character')} more)`;

/** All lines so far; the server's count in the replica says when there is more to ask for. */
const useLog = (serverId: string, count: number) => {
  const [lines, setLines] = useState<readonly LogLine[]>();
  const [problem, setProblem] = useState('');
  const last = useRef(0);
  const asking = useRef(Promise.resolve());
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new count is the reason to ask again
  useEffect(() => {
    let current = true;
    // One question at a time, so that no line comes twice.
    asking.current = asking.current.then(async () => {
      if (!current) return;
      try {
        const { lines: fresh } = await call('servers.log', { id: serverId, after: last.current });
        last.current = fresh.at(-1)?.seq ?? last.current;
        setLines((old) => (old && fresh.length === 0 ? old : [...(old ?? []), ...fresh].slice(-KEPT)));
        setProblem('');
      } catch (error) {
        setProblem(sentenceOf(error));
      }
    });
    return () => {
      current = false;
    };
  }, [serverId, count]);
  return { lines, problem };
};

/** What the server and the connection to it said, newest at the foot; follows it while the foot is in view. */
export const LogTab = ({ server }: { server: ServerView }) => {
  const { lines, problem } = useLog(server.id, server.logLines);
  const scroller = useRef<HTMLDivElement>(null);
  const following = useRef(true);
  const count = lines?.length ?? 0;
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => 22,
    overscan: 20,
  });
  useEffect(() => {
    if (count > 0 && following.current) virtualizer.scrollToIndex(count - 1, { align: 'end' });
  }, [count, virtualizer]);

  if (problem && !lines) {
    return (
      <div className={classes.note}>
        <Notice kind="problem">{problem}</Notice>
      </div>
    );
  }
  if (!lines) return <Loader size="sm" m="lg" aria-label="Loading" />;
  if (count === 0) {
    return (
      <EmptyState title="The log is empty.">
        <p>It fills with what the server writes once it is started.</p>
      </EmptyState>
    );
  }
  return (
    <section
      ref={scroller}
      aria-label="Log lines"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolled with the keyboard
      tabIndex={0}
      className={classes.scroller}
      onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
        following.current = scrollHeight - scrollTop - clientHeight < 40;
      }}
    >
      <ol className={classes.lines} style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, start }) => {
          const line = lines[index];
          return (
            line && (
              <li
                key={line.seq}
                ref={virtualizer.measureElement}
                data-index={index}
                aria-setsize={count}
                aria-posinset={index + 1}
                className={classes.line}
                style={{ transform: `translateY(${start}px)` }}
              >
                <time className={classes.quiet}>{timeText(line.at)}</time>
                <span className={classes.quiet}>{SOURCES[line.source]}</span>
                <Untrusted text={shortened(line.text)} block />
              </li>
            )
          );
        })}
      </ol>
    </section>
  );
};
