import { useCallback, useEffect, useState } from 'react';
import { call, sentenceOf } from '../../lib/bridge.ts';
import { useReplica } from '../../lib/store.ts';
import { type Pages, withNewest, withOlder } from './merge.ts';

const PAGE = 100;
const QUIET_MS = 400;

/** The journal by pages, newest first; looks again shortly after anything in main changed. */
export const useActivity = () => {
  const [pages, setPages] = useState<Pages>();
  const [problem, setProblem] = useState('');
  const [loading, setLoading] = useState(false);
  const state = useReplica((replica) => replica.state);

  const refresh = useCallback(async () => {
    try {
      const newest = await call('activity.page', { limit: PAGE });
      setPages((known) => withNewest(known, newest));
      setProblem('');
    } catch (error) {
      setProblem(sentenceOf(error));
    }
  }, []);

  const first = pages === undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of main's state is the reason to look again
  useEffect(() => {
    const timer = setTimeout(() => void refresh(), first ? 0 : QUIET_MS);
    return () => clearTimeout(timer);
  }, [state, refresh]);

  const loadOlder = async () => {
    const before = pages?.entries.at(-1)?.seq;
    if (before === undefined || loading) return;
    setLoading(true);
    try {
      const older = await call('activity.page', { before, limit: PAGE });
      setPages((known) => (known ? withOlder(known, older) : older));
      setProblem('');
    } catch (error) {
      setProblem(sentenceOf(error));
    }
    setLoading(false);
  };
  return { pages, problem, loading, refresh, loadOlder };
};
