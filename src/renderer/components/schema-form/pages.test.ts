import { describe, expect, it } from 'vitest';
import { PAGE, pageOf, pagesOf } from './pages.ts';

describe('pages of a large form', () => {
  const fields = Array.from({ length: 2000 }, (_, index) => ({ name: `f${index}` }));
  it('begin above 100 fields', () => {
    expect([1, 100, 101, 2000].map(pagesOf)).toEqual([1, 1, 3, 40]);
  });
  it('lead to the page of an error', () => {
    expect(pageOf(fields, 'f1500')).toBe(1500 / PAGE);
    expect(pageOf(fields, 'f49.deep')).toBe(0);
    expect(pageOf(fields, 'nowhere')).toBe(0);
    expect(pageOf(fields.slice(0, 100), 'f99')).toBe(0);
  });
});
