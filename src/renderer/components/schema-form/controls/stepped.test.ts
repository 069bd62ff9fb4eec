import { describe, expect, it } from 'vitest';
import { stepped } from './stepped.ts';

describe('a step of a number', () => {
  it.each([
    ['1', 1, {}, '2'],
    ['0.1', 1, { multipleOf: 0.2 }, '0.3'],
    ['', 1, { minimum: 5 }, '5'],
    ['', -1, {}, '0'],
    ['10', 1, { maximum: 10 }, '10'],
    ['10', 1, { maximum: 10.5 }, '10.5'],
    ['1', -1, { minimum: 1 }, '1'],
    ['1e999', 1, {}, '1e999'],
    ['abc', -1, {}, 'abc'],
    ['1e21', 1, {}, '1e+21'],
  ] as const)('from %j by %i within %j is %j', (text, direction, bounds, expected) => {
    expect(stepped(text, direction, bounds)).toBe(expected);
  });
});
