/** Calls `fn` with the newest value at most once in `ms`; `flush` delivers what is left. */
export function throttle<T>(ms: number, fn: (value: T) => void): { push(value: T): void; flush(): void } {
  let timer: NodeJS.Timeout | undefined;
  let held: { value: T } | undefined;
  const deliver = () => {
    clearTimeout(timer);
    timer = undefined;
    const now = held;
    held = undefined;
    if (now) fn(now.value);
  };
  return {
    push: (value) => {
      held = { value };
      timer ??= setTimeout(deliver, ms);
    },
    flush: deliver,
  };
}
