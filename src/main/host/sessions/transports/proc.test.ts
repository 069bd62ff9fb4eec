import { describe, expect, it } from 'vitest';
import { parseStat, readStat } from './proc.ts';

/** All fields from the third on, with these at their places (proc_pid_stat(5)). */
const rest = (state: string, group: number, start: string) => {
  const fields = Array.from({ length: 50 }, (_, i) => String(i + 1000));
  fields[0] = state;
  fields[2] = String(group);
  fields[19] = start;
  return fields.join(' ');
};

describe('parseStat', () => {
  it.each(['node', 'my server', 'a) R 1 2 3 (b', '(sd-pam)', ') Z 1 1 1 1', ''])(
    'D27 reads group and start of a process called "%s"',
    (name) => {
      expect(parseStat(`42 (${name}) ${rest('S', 7, '123456')}\n`)).toEqual({
        state: 'S',
        group: 7,
        start: '123456',
      });
    },
  );

  it('keeps a start that is too large for a number as it is', () => {
    expect(parseStat(`42 (x) ${rest('S', 7, '9007199254740993')}`)?.start).toBe('9007199254740993');
  });

  it.each(['', '42', '42 (x)', '42 (x) S 1', 'nonsense without brackets'])(
    'claims nothing about %j',
    (text) => {
      expect(parseStat(text)).toBeUndefined();
    },
  );

  it.each(['42 (x) S 1 7', `42 (x) ${rest('S', 7, '-1')}`])('claims no start where it reads none', (text) => {
    expect(parseStat(text)).toEqual({ state: 'S', group: 7, start: undefined });
  });
});

it('there is no stat of a process that is not there', () => {
  expect(readStat(2 ** 30)).toBeUndefined();
});
