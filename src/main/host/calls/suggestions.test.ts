import { describe, expect, it } from 'vitest';
import { readCompletions } from './suggestions.ts';

const read = (completion: unknown) => readCompletions({ completion });

describe('readCompletions', () => {
  it('takes the texts, each once and in order', () => {
    expect(read({ values: ['b', 'a', 'b', '', 7, null, ['c'], 'two\nlines', 'x'.repeat(5000)] })).toEqual({
      values: ['b', 'a', ''],
      hasMore: false,
    });
  });

  it('takes a hundred at most, and says when there are more', () => {
    const many = Array.from({ length: 101 }, (_, i) => String(i));
    expect(read({ values: many })).toEqual({ values: many.slice(0, 100), hasMore: true });
    expect(read({ values: ['a'], hasMore: true }).hasMore).toBe(true);
    expect(read({ values: ['a'], total: 7 }).hasMore).toBe(true);
    expect(read({ values: ['a', 'b'], total: 2, hasMore: false }).hasMore).toBe(false);
  });

  it.each([undefined, null, [], 'text', {}, { values: 'a' }, { values: { 0: 'a' } }])(
    'takes %j for nothing',
    (odd) => {
      expect(read(odd)).toEqual({ values: [], hasMore: false });
    },
  );
});
