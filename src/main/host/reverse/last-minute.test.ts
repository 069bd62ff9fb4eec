import { expect, it } from 'vitest';
import { LastMinute } from './last-minute.ts';

it('counts what came within the minute before, for each server', () => {
  const counts = new LastMinute();
  expect([counts.count('a', 0), counts.count('a', 1000), counts.count('b', 1000)]).toEqual([0, 1, 0]);
  expect(counts.count('a', 59_999)).toBe(2);
  expect(counts.count('a', 60_000)).toBe(2);
  expect(counts.count('a', 200_000)).toBe(0);
});

it('stays right over a flood', () => {
  const counts = new LastMinute();
  for (let now = 0; now < 600_000; now += 10) {
    expect(counts.count('a', now)).toBe(Math.min(now / 10, 5999));
  }
});
