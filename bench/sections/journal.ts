import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { openJournal } from '../../src/main/host/journal/open.ts';
import { median, rounded, spread } from '../lib/rounds.ts';
import type { Section } from '../lib/section.ts';

const ENTRIES = 100_000;
/** What the screen Activity asks for at a time. */
const PAGE = 100;
const PAGES = 51;

/** One page of a long journal on disk: the first, and some anywhere in the middle. */
export const journal: Section<'journal'> = async ({ say }) => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'gatehouse-bench-'));
  try {
    const { journal: book, problem } = openJournal(path.join(folder, 'journal.db'));
    if (problem) throw new Error(problem);
    const began = performance.now();
    for (let i = 0; i < ENTRIES; i += 1) {
      book.write({
        type: i % 2 === 0 ? 'reverse' : 'answer',
        serverId: `server-${i % 7}`,
        callId: i >> 2,
        reverseId: `r-${i >> 1}`,
        text: 'server asked: elicitation/create',
        detail: { road: 'request', round: 1, cause: { callId: i >> 2, certainty: 'inferred' }, repairs: [] },
      });
    }
    const written = performance.now() - began;
    const times: number[] = [];
    for (let i = 0; i < PAGES; i += 1) {
      const start = performance.now();
      const page = book.page(i === 0 ? { limit: PAGE } : { before: (i * ENTRIES) / PAGES, limit: PAGE });
      times.push(performance.now() - start);
      if (page.entries.length !== PAGE) throw new Error(`a page had ${page.entries.length} entries`);
    }
    book.close();
    say(
      `journal: ${ENTRIES} entries, a page ${spread(times, 2)} ms; one entry written in ${rounded((written / ENTRIES) * 1000)} us`,
    );
    return { entries: ENTRIES, page_ms: rounded(median(times), 3) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
