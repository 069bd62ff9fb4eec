import { expect, it } from 'vitest';
import { urlElicitations } from './url-required.ts';

it.each([
  undefined,
  null,
  'x',
  {},
  { elicitations: 'x' },
  { elicitations: [] },
  { elicitations: [5, null, 'x', []] },
])('a -32042 that names no page is an error like any other, so the call is not run again: %j', (data) =>
  expect(urlElicitations(data)).toBeUndefined(),
);

it('keeps the pages it can read', () => {
  const page = { url: 'https://example.com/' };
  expect(urlElicitations({ elicitations: [5, page] })).toEqual([page]);
});
