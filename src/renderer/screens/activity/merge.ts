import type { JournalEntry } from '../../../shared/model/journal.ts';

export interface Pages {
  /** Newest first, without a gap. */
  readonly entries: readonly JournalEntry[];
  /** There are older ones. */
  readonly more: boolean;
}

/** Puts the newest page on top of what is known. Where they do not meet, the older part is dropped: no hidden gap. */
export const withNewest = (known: Pages | undefined, newest: Pages): Pages => {
  const top = known?.entries[0];
  const last = newest.entries.at(-1);
  if (!known || !top || !last) return newest;
  if (last.seq > top.seq && newest.more) return newest;
  return {
    entries: [...newest.entries.filter((entry) => entry.seq > top.seq), ...known.entries],
    more: known.more,
  };
};

/** Adds a page of older entries at the foot. */
export const withOlder = (known: Pages, older: Pages): Pages => {
  const foot = known.entries.at(-1)?.seq ?? Number.POSITIVE_INFINITY;
  return {
    entries: [...known.entries, ...older.entries.filter((entry) => entry.seq < foot)],
    more: older.more,
  };
};
