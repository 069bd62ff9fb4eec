import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Reconnect } from './reconnect.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function setUp(random = () => 1) {
  const waits: number[] = [];
  const told: number[] = [];
  let began = performance.now();
  const reconnect: Reconnect = new Reconnect({
    random,
    onWait: (left) => told.push(Math.round(left)),
    attempt: () => waits.push(Math.round(performance.now() - began)),
  });
  const again = (leastMs?: number) => {
    began = performance.now();
    const goesOn = reconnect.again(leastMs);
    vi.advanceTimersByTime(2 * 3_600_000);
    return goesOn;
  };
  return { reconnect, waits, told, again };
}

describe('the pauses', () => {
  it('double, up to a minute', () => {
    const { waits, again } = setUp();
    for (let times = 0; times < 9; times += 1) again();
    expect(waits).toEqual([1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000, 60_000]);
  });

  it('are spread, and never longer than a minute', () => {
    const { waits, again } = setUp(() => 0);
    for (let times = 0; times < 8; times += 1) again();
    expect(waits).toEqual([750, 1500, 3000, 6000, 12_000, 24_000, 45_000, 45_000]);
  });

  it('are as long as the server asks', () => {
    const { waits, again } = setUp(() => 0);
    again(120_000);
    again(10);
    expect(waits).toEqual([120_000, 1500]);
  });

  it('begin anew after a connection that held, and not after one that did not', () => {
    const { reconnect, waits, again } = setUp();
    again();
    again();
    reconnect.hold();
    again();
    reconnect.forgive();
    again();
    expect(waits).toEqual([1000, 2000, 4000, 1000]);
  });

  it('end after some hours', () => {
    const { waits, again } = setUp();
    let times = 0;
    while (again()) times += 1;
    expect(times).toBe(240);
    expect(waits).toHaveLength(240);
    expect(vi.getTimerCount()).toBe(0);
  });
});

it('tells how long it still is', () => {
  const { told, again } = setUp();
  for (let times = 0; times < 5; times += 1) again();
  expect(told.slice(-4)).toEqual([16_000, 11_000, 6000, 1000]);
});

it('is over at once when it is held', () => {
  const { reconnect, waits } = setUp();
  reconnect.again();
  expect(reconnect.waiting).toBe(true);
  reconnect.hold();
  expect(reconnect.waiting).toBe(false);
  expect(vi.getTimerCount()).toBe(0);
  expect(waits).toEqual([]);
});

it('waits a second only when the machine woke up, and does nothing where nothing waits', () => {
  const { reconnect, waits, again } = setUp();
  reconnect.soon();
  expect(vi.getTimerCount()).toBe(0);
  for (let times = 0; times < 6; times += 1) again();
  reconnect.again();
  reconnect.soon();
  vi.advanceTimersByTime(1000);
  expect(waits).toHaveLength(7);
});
