/** Runs something with a signal that aborts with `signal`, or after `ms`. */
export async function withLimit<T>(
  ms: number,
  signal: AbortSignal,
  run: (limited: AbortSignal) => Promise<T>,
): Promise<T> {
  const limited = new AbortController();
  const onAbort = () => limited.abort(signal.reason);
  const timer = setTimeout(() => limited.abort(), ms);
  signal.addEventListener('abort', onAbort, { once: true });
  if (signal.aborted) onAbort();
  try {
    return await run(limited.signal);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
  }
}
