import { expect, it } from 'vitest';
import { isLargerThan } from './size.ts';

it('counts texts and keys wherever they are, and stops at the limit', () => {
  expect(isLargerThan({ a: ['x'.repeat(50), { b: 'y'.repeat(40) }] }, 200)).toBe(false);
  expect(isLargerThan({ a: ['x'.repeat(50), { b: 'y'.repeat(200) }] }, 200)).toBe(true);
  expect(isLargerThan({ ['k'.repeat(300)]: 1 }, 200)).toBe(true);
  expect(
    isLargerThan(
      Array.from({ length: 1000 }, () => null),
      200,
    ),
  ).toBe(true);
  expect(isLargerThan(undefined, 8)).toBe(false);
  expect(isLargerThan('é'.repeat(150), 200)).toBe(true);
  let keys: unknown = 'x';
  for (let i = 0; i < 1000; i += 1) keys = { '': keys };
  expect(isLargerThan(keys, 2000)).toBe(true);
  let deep: unknown = 'x';
  for (let i = 0; i < 100_000; i += 1) deep = [deep];
  expect(isLargerThan(deep, 1000)).toBe(true);
});
