import { startTransition, useEffect, useState } from 'react';

/** About what fills a screen; mounting this many takes a few frames at most. */
const STEP = 8;

/**
 * How many of `total` fields to draw now: the first ones at once, then more, step by step and between other work, so
 * that the window goes on answering while a long form comes up. `all` draws them all.
 */
export const useGrowing = (total: number, all: boolean): number => {
  const [count, setCount] = useState(STEP);
  const shown = all ? total : Math.min(count, total);
  useEffect(() => {
    if (all) setCount(total);
    else if (shown < total) startTransition(() => setCount(shown + STEP));
  }, [all, shown, total]);
  return shown;
};
