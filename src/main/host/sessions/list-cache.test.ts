import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ListKind } from '../../../shared/model/server.ts';
import { ListCache, readTtl } from './list-cache.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const list = (...names: string[]) => ({
  kind: 'tools' as const,
  items: names.map((name) => ({ name })),
  problems: [],
});

function setUp() {
  const stale: ListKind[] = [];
  const cache = new ListCache(
    (kind) => stale.push(kind),
    () => 0,
  );
  /** Reads a list whose pages say so. */
  const read = (ttls: unknown[], names = ['a'], owner?: unknown) => {
    const reading = cache.read('tools', owner);
    for (const ttlMs of ttls) reading.page({ ttlMs });
    reading.done(list(...names));
  };
  return { cache, stale, read };
}

describe('how long a result holds', () => {
  it.each([0, -1, '60000', null, undefined, Number.NaN, Number.POSITIVE_INFINITY, [1000], { a: 1 }])(
    'is no time for %j',
    (value) => {
      expect(readTtl(value)).toBe(0);
    },
  );
  it('is a day at most', () => {
    expect(readTtl(1e308)).toBe(86_400_000);
    expect(readTtl(60_000)).toBe(60_000);
  });
});

it('gives a list again while it holds, and not a moment longer', () => {
  const { cache, read } = setUp();
  read([60_000]);
  vi.advanceTimersByTime(59_999);
  expect(cache.get('tools', undefined)).toEqual(list('a'));
  expect(cache.get('prompts', undefined)).toBeUndefined();
  vi.advanceTimersByTime(1);
  expect(cache.get('tools', undefined)).toBeUndefined();
});

it('keeps nothing when a page says nothing, or nothing usable', () => {
  const { cache, stale, read } = setUp();
  for (const ttls of [[], [0], [undefined], [60_000, 0], [60_000, '60000']]) {
    read(ttls);
    expect(cache.get('tools', undefined)).toBeUndefined();
  }
  vi.advanceTimersByTime(86_400_000);
  expect(stale).toEqual([]);
});

it('holds as long as the page that holds shortest', () => {
  const { cache, read } = setUp();
  read([600_000, 60_000, 300_000]);
  vi.advanceTimersByTime(60_000);
  expect(cache.get('tools', undefined)).toBeUndefined();
});

it('is of the sign-in it was read with', () => {
  const { cache, read } = setUp();
  read([60_000], ['a'], 1);
  expect(cache.get('tools', 1)).toBeDefined();
  expect(cache.get('tools', 2)).toBeUndefined();
});

it('forgets what the server says has changed, also while it is being read', () => {
  const { cache, read } = setUp();
  read([60_000]);
  cache.drop('tools');
  expect(cache.get('tools', undefined)).toBeUndefined();
  const reading = cache.read('tools', undefined);
  reading.page({ ttlMs: 60_000 });
  cache.drop('tools');
  reading.done(list('a'));
  expect(cache.get('tools', undefined)).toBeUndefined();
});

it('does not hold for longer when the clock is set back', () => {
  const { cache, read } = setUp();
  read([60_000]);
  vi.setSystemTime(Date.now() - 1000);
  expect(cache.get('tools', undefined)).toBeUndefined();
});

describe('when a list has run out', () => {
  it('it is told once, and nothing more is told until it is read', () => {
    const { stale, read } = setUp();
    read([60_000]);
    vi.advanceTimersByTime(59_999);
    expect(stale).toEqual([]);
    vi.advanceTimersByTime(86_400_000);
    expect(stale).toEqual(['tools']);
  });

  it('a window that shows it asks again, ever more seldom while it stays the same', () => {
    const told: number[] = [];
    const began = Date.now();
    const cache: ListCache = new ListCache(
      () => {
        told.push((Date.now() - began) / 1000);
        again();
      },
      () => 0,
    );
    const again = () => {
      const reading = cache.read('tools', undefined);
      reading.page({ ttlMs: 1 });
      reading.done(list('a'));
    };
    again();
    vi.advanceTimersByTime(24 * 3_600_000);
    expect(told.slice(0, 4)).toEqual([30, 90, 210, 450]);
    expect(told.length).toBeLessThan(35);
  });

  it('nothing is told once the session is over', () => {
    const { cache, stale, read } = setUp();
    read([60_000]);
    cache.close();
    read([60_000]);
    expect(vi.getTimerCount()).toBe(0);
    expect(stale).toEqual([]);
  });
});
