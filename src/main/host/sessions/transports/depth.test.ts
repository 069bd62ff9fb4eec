import { expect, it } from 'vitest';
import { isDeeper, MAX_DEPTH } from './depth.ts';

const nested = (levels: number, open: string, close: string): unknown =>
  JSON.parse(`${open.repeat(levels)}1${close.repeat(levels)}`);

it.each([
  ['[', ']'],
  ['{"a":', '}'],
  ['{"__proto__":[', ']}'],
])('finds what is nested too deeply: %s', (open, close) => {
  const each = open.endsWith('[') && open.length > 1 ? 2 : 1;
  expect(isDeeper(nested(MAX_DEPTH / each, open, close))).toBe(false);
  expect(isDeeper(nested(MAX_DEPTH / each + 1, open, close))).toBe(true);
  expect(isDeeper(nested(200_000, open, close))).toBe(true);
});

it('passes values that are no more than big', () => {
  expect(isDeeper(Array.from({ length: 100_000 }, () => ({ a: [{}] })))).toBe(false);
  expect([null, 'x', 1, undefined].some((value) => isDeeper(value))).toBe(false);
});
