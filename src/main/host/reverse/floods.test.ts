import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type Alike, Floods } from './floods.ts';

const refused = (more: Partial<Alike> = {}): Alike => ({
  serverId: 's',
  callId: undefined,
  method: 'elicitation/create',
  gate: 'association',
  reason: 'No call was running.',
  ...more,
});

let told: [string | undefined, number][] = [];
let floods: Floods;
beforeEach(() => {
  vi.useFakeTimers();
  told = [];
  floods = new Floods(({ gate }, times) => told.push([gate, times]));
});
afterEach(() => {
  vi.useRealTimers();
});

const count = (n: number, more?: (i: number) => Partial<Alike>) => {
  const cards = new Set<string>();
  let single = 0;
  for (let i = 0; i < n; i += 1) {
    const flood = floods.count(refused(more?.(i)), `r-${i}`, Date.now());
    cards.add(flood.card ?? `r-${i}`);
    if (!flood.counted) single += 1;
  }
  return { cards: cards.size, single };
};

it('is one card and a few entries, however many came', () => {
  expect(count(10_000)).toEqual({ cards: 1, single: 10 });
  expect(told).toEqual([
    ['association', 90],
    ['association', 900],
    ['association', 9000],
  ]);
});

it('tells once a minute what came since, and begins anew after a quiet one', () => {
  count(50);
  vi.advanceTimersByTime(60_000);
  expect(told).toEqual([['association', 40]]);
  expect(floods.count(refused(), 'next', Date.now())).toEqual({ card: undefined, counted: false });
});

it('goes on while it does not stop', () => {
  for (let minute = 0; minute < 5; minute += 1) {
    count(3);
    vi.advanceTimersByTime(40_000);
  }
  expect(floods.count(refused(), 'x', Date.now()).card).toBe('r-0');
});

it('keeps apart what is not alike', () => {
  expect(count(40, (i) => ({ serverId: `s${i % 2}`, method: i % 4 < 2 ? 'a' : 'b' })).cards).toBe(4);
});

it('a limit is one, whatever number it names', () => {
  expect(count(100, (i) => ({ gate: 'limits', limit: 'minute', reason: `asked ${i} times` })).cards).toBe(1);
  expect(count(100, (i) => ({ gate: 'limits', limit: i % 2 ? 'open' : 'bytes', reason: '' })).cards).toBe(2);
});

it('a server that varies its text is not told apart for ever', () => {
  expect(count(5000, (i) => ({ gate: 'known', method: '', reason: `asked for "m${i}"` })).cards).toBe(21);
});

it('a card that was taken away is replaced', () => {
  count(2);
  floods.replaceCard(refused(), 'new');
  expect(floods.count(refused(), 'x', Date.now()).card).toBe('new');
});

it('how many have an entry of their own is up to the caller', () => {
  const told = refused({ gate: undefined, reason: '2 folders' });
  for (let i = 0; i < 50; i += 1) {
    const single = i < 30 ? Number.POSITIVE_INFINITY : 0;
    expect(floods.count(told, `r-${i}`, Date.now(), single).counted).toBe(i >= 30);
  }
  floods.close();
});

it('tells the rest at the end, and holds nothing', () => {
  count(15);
  floods.close();
  expect(told).toEqual([['association', 5]]);
  expect(vi.getTimerCount()).toBe(0);
});
