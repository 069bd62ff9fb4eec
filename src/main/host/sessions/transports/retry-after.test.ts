import { expect, it } from 'vitest';
import { readRetryAfter } from './retry-after.ts';

const now = Date.parse('2026-01-01T00:00:00Z');

it.each([
  ['0', 0],
  ['120', 120_000],
  [' 7 ', 7000],
  ['Thu, 01 Jan 2026 00:00:30 GMT', 30_000],
  ['Wed, 31 Dec 2025 23:59:00 GMT', 0],
  ['Fri, 01 Jan 2100 00:00:00 GMT', 3_600_000],
  ['99999999999999999999999', 3_600_000],
  ['9'.repeat(400), 3_600_000],
])('reads %s', (header, ms) => {
  expect(readRetryAfter(header, now)).toBe(ms);
});

it.each([null, '', 'soon', '-', 'NaN'])('finds nothing usable in %j', (header) => {
  expect(readRetryAfter(header, now)).toBeUndefined();
});
