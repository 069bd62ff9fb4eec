import { describe, expect, it } from 'vitest';
import { MAX_FRUITLESS, ResumePace } from './resume-pace.ts';

/** The pauses before a stream that ends at once, each time after `event`, is opened again. */
function pauses(asked: number, times: number, event: (turn: number) => { id?: string; data: boolean }) {
  const pace = new ResumePace();
  const all: (number | undefined)[] = [];
  let [now, place] = [0, undefined as string | undefined];
  for (let turn = 0; turn < times; turn += 1) {
    pace.opened(now, place);
    const { id, data } = event(turn);
    place = id ?? place;
    if (data) pace.brought();
    const pause = pace.next(asked, now + 1);
    all.push(pause);
    now += 1 + (pause ?? 0);
  }
  return all;
}

const news = (turn: number) => ({ id: String(turn), data: true });
const nothing = () => ({ data: false });

describe('the pace of a resumed stream', () => {
  it('grows with a server that ends it at once, whatever it asks for, and goes on while news comes', () => {
    const all = pauses(0, 200, news);
    expect(all.slice(0, 7)).toEqual([250, 500, 1000, 2000, 4000, 5000, 5000]);
    expect(all.at(-1)).toBe(5000);
  });

  it('ends after as many streams without anything new', () => {
    for (const event of [nothing, () => ({ id: 'same', data: true })]) {
      const all = pauses(0, MAX_FRUITLESS + 3, event);
      expect(all.indexOf(undefined)).toBeGreaterThanOrEqual(MAX_FRUITLESS);
      expect(all.at(-1)).toBeUndefined();
    }
  });

  it('is that of a server that asks for more, within reason, and such a one is polled without end', () => {
    expect(pauses(6000, 200, nothing).every((pause) => pause === 6000)).toBe(true);
    expect(pauses(2 ** 40, 1, nothing)).toEqual([60_000]);
  });

  it('begins anew after a stream that lasted', () => {
    const pace = new ResumePace();
    pace.opened(0);
    expect([pace.next(0, 1), pace.next(0, 2)]).toEqual([250, 500]);
    pace.opened(10);
    expect(pace.next(0, 60_000)).toBe(250);
    pace.opened(60_000);
    expect(pace.next(0, 60_001)).toBe(250);
  });
});
