const TICK_MS = 15_000;
/** More than a busy moment. */
const GAP_MS = 30_000;

/** Notices that the machine slept: the clock on the wall ran on, and nothing else did. Returns what ends it. */
export function watchWake(onWake: () => void): () => void {
  let last = Date.now();
  const timer = setInterval(() => {
    const now = Date.now();
    const slept = now - last > TICK_MS + GAP_MS;
    last = now;
    if (slept) onWake();
  }, TICK_MS);
  timer.unref();
  return () => clearInterval(timer);
}
