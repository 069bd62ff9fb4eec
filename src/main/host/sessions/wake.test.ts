import { afterEach, expect, it, vi } from 'vitest';
import { watchWake } from './wake.ts';

afterEach(() => {
  vi.useRealTimers();
});

it('tells once of a sleep, and not of a clock that is set back', () => {
  vi.useFakeTimers();
  let woke = 0;
  const stop = watchWake(() => {
    woke += 1;
  });
  vi.advanceTimersByTime(600_000);
  expect(woke).toBe(0);
  vi.setSystemTime(Date.now() + 3_600_000);
  vi.advanceTimersByTime(60_000);
  expect(woke).toBe(1);
  vi.setSystemTime(Date.now() - 3_600_000);
  vi.advanceTimersByTime(60_000);
  expect(woke).toBe(1);
  stop();
  expect(vi.getTimerCount()).toBe(0);
});
