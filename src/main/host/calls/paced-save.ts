/** Saving may take this part of the time. */
const SHARE = 1 / 20;

/**
 * Saves at once, and what comes soon after together: the longer saving took, the longer it waits for the next. The
 * server decides how much is saved with each key a person presses. `flush` saves what waits; it never throws.
 */
export function pacedSave(
  save: () => void,
  now: () => number = () => performance.now(),
): { push(): void; flush(): void } {
  let free = 0;
  let timer: NodeJS.Timeout | undefined;
  const saveNow = () => {
    const began = now();
    try {
      save();
    } finally {
      free = now() + (now() - began) / SHARE;
    }
  };
  const flush = () => {
    if (timer === undefined) return;
    clearTimeout(timer);
    timer = undefined;
    try {
      saveNow();
    } catch (cause) {
      console.error('gatehouse: a draft could not be saved:', cause);
    }
  };
  return {
    push: () => {
      if (timer !== undefined) return;
      const wait = free - now();
      if (wait <= 0) saveNow();
      else timer = setTimeout(flush, wait);
    },
    flush,
  };
}
