import { describe, expect, it } from 'vitest';
import { isOffset, joinDateTime, offsetOf, offsetText, splitDateTime, type ZoneAt } from './date-time.ts';

/** New York in 2026: an hour is skipped on 8 March at 02:00 and repeated on 1 November at 02:00. */
const newYork: ZoneAt = (instant) =>
  instant >= Date.parse('2026-03-08T07:00:00Z') && instant < Date.parse('2026-11-01T06:00:00Z') ? -240 : -300;

describe('a date and time', () => {
  it.each(['2026-03-08T02:30:00-05:00', '2026-03-08T02:30:00Z', '2026-03-08T02:30:15.250+05:45'])(
    'A29: keeps the wall time, the zone and the instant of a default: %s',
    (value) => {
      const split = splitDateTime(value);
      expect(split && joinDateTime(split)).toBe(value);
    },
  );

  it('A29: says its offset, also for a time the zone skips', () => {
    expect(offsetOf('2026-03-08T02:30', newYork)).toEqual({ offset: '-05:00', note: 'gap' });
    const sent = joinDateTime({ wall: '2026-03-08T02:30', offset: '-05:00' });
    expect(sent).toBe('2026-03-08T02:30:00-05:00');
    expect(new Date(sent).toISOString()).toBe('2026-03-08T07:30:00.000Z');
  });

  it('says so when a time happens twice, and means the first', () => {
    expect(offsetOf('2026-11-01T01:30', newYork)).toEqual({ offset: '-04:00', note: 'twice' });
  });

  it('has the offset of its own day, not of today', () => {
    expect(offsetOf('2026-01-15T12:00', newYork)).toEqual({ offset: '-05:00' });
    expect(offsetOf('2026-07-15T12:00', newYork)).toEqual({ offset: '-04:00' });
    expect(offsetOf('2026-03-08T03:00', newYork)).toEqual({ offset: '-04:00' });
    expect(offsetOf('2026-03-08T01:59', newYork)).toEqual({ offset: '-05:00' });
  });

  it('is empty without a time', () => {
    expect(joinDateTime({ wall: '', offset: 'Z' })).toBe('');
    expect(splitDateTime('2026-03-08')).toBeUndefined();
    expect(splitDateTime('2026-03-08T02:30:00')).toBeUndefined();
  });

  it('writes offsets as RFC 3339 does', () => {
    expect([90, 0, -210, 345].map(offsetText)).toEqual(['+01:30', '+00:00', '-03:30', '+05:45']);
    expect(['Z', '+01:00', '-23:59'].every(isOffset)).toBe(true);
    expect(['+24:00', '01:00', 'UTC', '+1:00', ''].some(isOffset)).toBe(false);
  });
});
