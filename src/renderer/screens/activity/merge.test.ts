import { expect, test } from 'vitest';
import type { JournalEntry } from '../../../shared/model/journal.ts';
import { withNewest, withOlder } from './merge.ts';

const entries = (...seqs: number[]): JournalEntry[] =>
  seqs.map((seq) => ({ seq, at: seq, type: 'session', text: String(seq) }));
const seqs = (pages: { entries: readonly JournalEntry[] }) => pages.entries.map((entry) => entry.seq);

test('new entries go on top, once', () => {
  const pages = withNewest({ entries: entries(5, 4), more: true }, { entries: entries(7, 6, 5), more: true });
  expect(seqs(pages)).toEqual([7, 6, 5, 4]);
  expect(pages.more).toBe(true);
});

test('pages that do not meet leave no hidden gap', () => {
  expect(
    seqs(withNewest({ entries: entries(3, 2), more: false }, { entries: entries(9, 8), more: true })),
  ).toEqual([9, 8]);
});

test('numbers may have holes: a last page that is complete meets what is known', () => {
  expect(
    seqs(withNewest({ entries: entries(2), more: false }, { entries: entries(9, 7), more: false })),
  ).toEqual([9, 7, 2]);
});

test('older entries go to the foot, once', () => {
  const pages = withOlder({ entries: entries(5, 4), more: true }, { entries: entries(4, 3), more: false });
  expect(seqs(pages)).toEqual([5, 4, 3]);
  expect(pages.more).toBe(false);
});
