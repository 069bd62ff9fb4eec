import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { HostState, Patch } from '../../shared/model/app.ts';
import { Push } from './push.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function setUp() {
  const listeners = new Set<(patch: Patch) => void>();
  const sent: Patch[] = [];
  const window = { open: true };
  let rev = 40;
  const state: HostState = { app: {}, servers: {}, calls: {}, questions: {}, workspaces: {}, rules: {} };
  const push = new Push({
    replica: {
      snapshot: () => ({ rev, state }),
      onPatch(listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
    send(patch) {
      if (window.open) sent.push(patch);
      return window.open;
    },
    now: () => performance.now(),
  });
  const change = (key: string, value: unknown) => {
    rev += 1;
    for (const listener of listeners) listener({ rev, ops: [{ collection: 'calls', key, value }] });
  };
  return { push, sent, window, change, listeners };
}

test('patches of one frame leave as one, the last value of a key wins', () => {
  const { push, sent, change } = setUp();
  expect(push.snapshot().rev).toBe(0);
  change('a', 1);
  change('b', 1);
  change('a', 2);
  vi.advanceTimersByTime(16);
  expect(sent).toEqual([
    {
      rev: 1,
      ops: [
        { collection: 'calls', key: 'b', value: 1 },
        { collection: 'calls', key: 'a', value: 2 },
      ],
    },
  ]);
});

test('a thousand changes in a second are at most one patch a frame, with rising numbers', () => {
  const { sent, change } = setUp();
  for (let turn = 0; turn < 1000; turn += 1) {
    change('a', turn);
    vi.advanceTimersByTime(1);
  }
  vi.advanceTimersByTime(16);
  expect(sent.length).toBeLessThanOrEqual(64);
  expect(sent.map((patch) => patch.rev)).toEqual(sent.map((_patch, index) => index + 1));
  expect(sent.at(-1)?.ops).toEqual([{ collection: 'calls', key: 'a', value: 999 }]);
});

test('the first change after a pause does not wait for a frame', () => {
  const { sent, change } = setUp();
  change('a', 1);
  vi.advanceTimersByTime(1);
  expect(sent).toHaveLength(1);
});

test('what a snapshot holds is not sent again, and the next patch follows its number', () => {
  const { push, sent, change } = setUp();
  change('a', 1);
  vi.advanceTimersByTime(16);
  change('a', 2);
  expect(push.snapshot().rev).toBe(1);
  vi.advanceTimersByTime(50);
  expect(sent).toHaveLength(1);
  change('a', 3);
  vi.advanceTimersByTime(50);
  expect(sent.at(-1)?.rev).toBe(2);
});

test('without a window nothing is kept, and the next window has no gap', () => {
  const { push, sent, window, change } = setUp();
  window.open = false;
  change('a', 1);
  vi.advanceTimersByTime(50);
  window.open = true;
  const { rev } = push.snapshot();
  change('a', 2);
  vi.advanceTimersByTime(50);
  expect(sent).toEqual([{ rev: rev + 1, ops: [{ collection: 'calls', key: 'a', value: 2 }] }]);
});

test('after close nothing is sent', () => {
  const { push, sent, change, listeners } = setUp();
  change('a', 1);
  push.close();
  vi.advanceTimersByTime(50);
  expect(sent).toEqual([]);
  expect(listeners.size).toBe(0);
});
