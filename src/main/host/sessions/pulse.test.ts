import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Pulse, type PulseDeps, type Sign } from './pulse.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A pulse whose questions are answered by `signs`, one after another; the last goes on. */
function setUp(signs: Sign[], more: Partial<PulseDeps> = {}) {
  let asked = 0;
  const dead = vi.fn();
  const pulse = new Pulse({
    ask: () => {
      asked += 1;
      return Promise.resolve(signs[Math.min(asked, signs.length) - 1] ?? 'alive');
    },
    busy: () => false,
    answers: true,
    onDead: dead,
    ...more,
  });
  return { pulse, dead, asked: () => asked };
}

it('asks when nothing was heard for a while, and only then', () => {
  const { pulse, asked } = setUp(['alive']);
  vi.advanceTimersByTime(119_000);
  expect(asked()).toBe(0);
  pulse.heard();
  vi.advanceTimersByTime(2000);
  expect(asked()).toBe(0);
  vi.advanceTimersByTime(120_000);
  expect(asked()).toBe(1);
  pulse.close();
  expect(vi.getTimerCount()).toBe(0);
});

it('asks nothing while something is under way', async () => {
  const { pulse, asked } = setUp(['unreachable'], { busy: () => true });
  vi.advanceTimersByTime(600_000);
  await pulse.check();
  expect(asked()).toBe(0);
  pulse.close();
});

it.each(['silent', 'unreachable'] as const)('takes two in a row that are %s for the end', async (sign) => {
  const { pulse, dead, asked } = setUp([sign]);
  const checked = pulse.check();
  await vi.advanceTimersByTimeAsync(3000);
  await checked;
  expect(dead).toHaveBeenCalledTimes(1);
  expect(asked()).toBe(2);
  pulse.close();
});

it('forgives one', async () => {
  const { pulse, dead, asked } = setUp(['unreachable', 'alive']);
  const checked = pulse.check();
  await vi.advanceTimersByTimeAsync(3000);
  await checked;
  expect(asked()).toBe(2);
  expect(dead).not.toHaveBeenCalled();
  pulse.close();
});

it('does not take a server that never answers such a question for dead', async () => {
  const { pulse, dead, asked } = setUp(['silent'], { answers: false });
  await pulse.check();
  await pulse.check();
  expect(asked()).toBe(2);
  expect(dead).not.toHaveBeenCalled();
  pulse.close();
});

it('asks once for all who want to know, and nothing once it is closed', async () => {
  const { pulse, asked } = setUp(['alive']);
  await Promise.all([pulse.check(), pulse.check()]);
  expect(asked()).toBe(1);
  pulse.close();
  await pulse.check();
  expect(asked()).toBe(1);
});
