import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SentenceError } from '../../../shared/model/sentence-error.ts';
import { newState } from '../calls/stepper-state.ts';
import { openJournal } from './open.ts';

let dir: string;
let file: string;
beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'gh-journal-'));
  file = path.join(dir, 'data', 'journal.db');
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const clock = (text: string) => {
  const state = { at: new Date(text).getTime() };
  return { state, now: () => state.at };
};

/** The texts another process would see now. */
const onDisk = (): string[] => {
  const db = new DatabaseSync(file);
  try {
    const rows = db.prepare('SELECT text FROM entry ORDER BY seq').all() as { text: string }[];
    return rows.map((row) => row.text);
  } finally {
    db.close();
  }
};

describe('journal', () => {
  it('pages newest first by cursor, with every field and nothing invented', () => {
    const { journal } = openJournal(':memory:', { now: () => 1000 });
    journal.write({ type: 'session', text: 'connected' });
    journal.write({
      type: 'reverse',
      serverId: 's',
      callId: 7,
      reverseId: 'r-1',
      text: 'asked',
      detail: { a: [1, null, 'ü'] },
    });
    journal.write({ type: 'answer', text: 'sent', detail: null });
    const first = journal.page({ limit: 2 });
    expect(first).toEqual({
      more: true,
      entries: [
        { seq: 3, at: 1000, type: 'answer', text: 'sent', detail: null },
        {
          seq: 2,
          at: 1000,
          type: 'reverse',
          serverId: 's',
          callId: 7,
          reverseId: 'r-1',
          text: 'asked',
          detail: { a: [1, null, 'ü'] },
        },
      ],
    });
    expect(journal.page({ before: 2, limit: 2 })).toEqual({
      more: false,
      entries: [{ seq: 1, at: 1000, type: 'session', text: 'connected' }],
    });
    journal.close();
  });

  it('keeps entries and goes on counting after a restart', () => {
    const one = openJournal(file);
    expect(one.problem).toBeUndefined();
    expect([one.journal.nextId('call'), one.journal.nextId('call'), one.journal.nextId('reverse')]).toEqual([
      1, 2, 1,
    ]);
    expect(one.journal.hasCalls()).toBe(false);
    one.journal.write({ type: 'call-started', callId: 1, text: 'deploy' });
    one.journal.close();
    const two = openJournal(file);
    expect([two.journal.nextId('call'), two.journal.nextId('reverse')]).toEqual([3, 2]);
    expect(two.journal.hasCalls()).toBe(true);
    expect(two.journal.page({ limit: 10 }).entries).toHaveLength(1);
    two.journal.close();
  });

  it('never gives a number twice: not after a crash, not to two processes with one file', () => {
    const crashed = openJournal(file).journal;
    const seen = [crashed.nextId('call'), crashed.nextId('call')];
    const other = openJournal(file).journal;
    for (let i = 0; i < 40; i++) seen.push(other.nextId('call'), crashed.nextId('call'));
    other.close();
    const next = openJournal(file).journal;
    seen.push(next.nextId('call'));
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen.at(-1)).toBe(Math.max(...seen));
    next.close();
    crashed.close();
  });

  it('writes a note together with the next entry, in the order they came', () => {
    const { journal } = openJournal(file);
    journal.note({ type: 'reverse', text: 'one' });
    journal.note({ type: 'reverse', text: 'two' });
    expect(onDisk()).toEqual([]);
    journal.write({ type: 'answer', text: 'three' });
    expect(onDisk()).toEqual(['one', 'two', 'three']);
    journal.note({ type: 'reverse', text: 'four' });
    journal.write({ type: 'answer', text: 'five' });
    expect(onDisk()).toEqual(['one', 'two', 'three', 'four', 'five']);
    journal.close();
  });

  it('writes a note by itself after a moment, and before it is read or closed', async () => {
    const { journal } = openJournal(file);
    journal.note({ type: 'reverse', text: 'alone' });
    await vi.waitFor(() => expect(onDisk()).toEqual(['alone']));
    journal.note({ type: 'reverse', text: 'read' });
    expect(journal.page({ limit: 1 }).entries[0]?.text).toBe('read');
    journal.note({ type: 'reverse', text: 'closed' });
    journal.close();
    expect(onDisk()).toEqual(['alone', 'read', 'closed']);
  });

  it('counts what was answered before it was opened', () => {
    const { now } = clock('2026-03-01T12:00:00');
    const yesterday = openJournal(file, { now: clock('2026-02-28T23:59:59').now }).journal;
    yesterday.write({ type: 'answer', text: 'old' });
    yesterday.close();
    const one = openJournal(file, { now }).journal;
    one.note({ type: 'answer', text: 'noted' });
    one.write({ type: 'answer', text: 'written' });
    expect(one.today().answers).toBe(2);
    one.close();
    const two = openJournal(file, { now }).journal;
    expect(two.today().answers).toBe(2);
    two.write({ type: 'answer', text: 'more' });
    expect(two.today().answers).toBe(3);
    two.close();
  });

  it('counts answers and tokens since local midnight, tokens per server', () => {
    const { state, now } = clock('2026-03-01T23:59:59');
    const { journal } = openJournal(':memory:', { now });
    journal.write({ type: 'answer', text: 'x' });
    journal.write({ type: 'decision', text: 'x' });
    journal.addTokens('a', 10);
    journal.addTokens('a', 5);
    journal.addTokens('b', 1);
    journal.addTokens('b', Number.NaN);
    expect(journal.today()).toEqual({ answers: 1, tokens: 16 });
    expect([journal.tokensToday('a'), journal.tokensToday('b'), journal.tokensToday('c')]).toEqual([
      15, 1, 0,
    ]);
    state.at += 1000;
    expect(journal.today()).toEqual({ answers: 0, tokens: 0 });
    expect(journal.tokensToday('a')).toBe(0);
    journal.close();
  });

  it('stores an entry whose detail is no JSON or too large, without that detail', () => {
    const { journal } = openJournal(':memory:');
    const loop: Record<string, unknown> = {};
    loop.self = loop;
    journal.write({ type: 'answer', text: 'loop', detail: loop });
    journal.write({ type: 'answer', text: 'big', detail: 'x'.repeat(1_000_001) });
    expect(journal.page({ limit: 2 }).entries.map((e) => e.detail)).toEqual([
      { omitted: 'too large', characters: 1_000_003 },
      { omitted: 'not JSON' },
    ]);
    journal.close();
  });

  it('moves a file that is no database aside, keeps its bytes and begins a fresh one', () => {
    openJournal(file).journal.close();
    writeFileSync(file, 'this is not a database, it is only text of some length');
    const { journal, problem } = openJournal(file);
    const aside = readdirSync(path.dirname(file)).find((name) => name.includes('.damaged-'));
    expect(aside).toBeDefined();
    expect(problem).toContain(aside);
    expect(readFileSync(path.join(path.dirname(file), aside ?? ''), 'utf8')).toContain('only text');
    journal.write({ type: 'session', text: 'fresh' });
    journal.close();
    const again = openJournal(file);
    expect(again.problem).toBeUndefined();
    expect(again.journal.page({ limit: 5 }).entries.map((e) => e.text)).toEqual(['fresh']);
    again.journal.close();
  });

  it('moves a torn file aside', () => {
    const { journal } = openJournal(file);
    for (let i = 0; i < 500; i++) journal.write({ type: 'session', text: 'x'.repeat(200) });
    journal.close();
    const bytes = readFileSync(file);
    writeFileSync(file, bytes.subarray(0, Math.floor(bytes.length / 3)));
    const torn = openJournal(file);
    expect(torn.problem).toContain('damaged');
    expect(torn.journal.page({ limit: 1 }).entries).toEqual([]);
    torn.journal.close();
  });

  it('leaves the file of a newer version alone and records in memory', () => {
    openJournal(file).journal.close();
    const db = new DatabaseSync(file);
    db.exec('PRAGMA user_version = 999');
    db.close();
    const { journal, problem } = openJournal(file);
    expect(problem).toContain('newer Gatehouse');
    journal.write({ type: 'session', text: 'memory only' });
    journal.close();
    expect(readdirSync(path.dirname(file)).filter((name) => name.includes('damaged'))).toEqual([]);
  });

  it('records in memory when the file cannot be opened', () => {
    const { journal, problem } = openJournal(dir);
    expect(problem).toContain('could not be opened');
    expect(journal.nextId('call')).toBe(1);
    journal.close();
  });

  it('writes in WAL with synchronous=NORMAL, and says in a sentence when it cannot write', async () => {
    const { journal } = openJournal(file);
    const db = new DatabaseSync(file);
    expect(db.prepare('PRAGMA journal_mode').get()).toEqual({ journal_mode: 'wal' });
    db.exec('DROP TABLE entry');
    db.close();
    journal.noteOrThrow({ type: 'session', text: 'x' });
    expect(() => journal.write({ type: 'session', text: 'x' })).toThrow(SentenceError);
    await vi.waitFor(() =>
      expect(() => journal.noteOrThrow({ type: 'session', text: 'x' })).toThrow(SentenceError),
    );
    journal.close();
    journal.close();
  });
});

describe('what is kept of a call', () => {
  const kept = { callId: 1, serverId: 's', binding: 'b', method: 'tools/call' } as const;

  it('is one call a row: a copy of it under another number is dropped, not taken up each time', () => {
    const { journal } = openJournal(file);
    journal.kept.save(newState({ ...kept, params: {} }));
    const db = new DatabaseSync(file);
    db.exec('INSERT INTO kept_call SELECT 2, at, state FROM kept_call');
    db.close();
    expect(journal.kept.all().map(({ callId }) => callId)).toEqual([1]);
    journal.kept.remove(1);
    expect(journal.kept.all()).toEqual([]);
    journal.close();
  });

  it('is gone from the file once the call has ended, its bytes as well', () => {
    const { journal } = openJournal(file);
    // Small enough for a page of its own, and large enough to spill over into others.
    for (const length of [10, 20_000]) {
      journal.kept.save(newState({ ...kept, params: { city: `typed${'x'.repeat(length)}end-of-it` } }));
      journal.kept.remove(1);
    }
    journal.close();
    const bytes = readFileSync(file, 'latin1');
    expect(bytes).not.toMatch(/typedx|end-of-it/);
  });

  it.skipIf(process.platform === 'win32')('can be read by nobody else, wherever the file lies', () => {
    const { journal } = openJournal(file);
    journal.kept.save(newState({ ...kept, params: {} }));
    const modes = readdirSync(path.dirname(file)).map((name) => {
      const { mode } = statSync(path.join(path.dirname(file), name));
      return `${name} ${(mode & 0o777).toString(8)}`;
    });
    journal.close();
    expect(modes.sort()).toEqual(['journal.db 600', 'journal.db-shm 600', 'journal.db-wal 600']);
  });
});
