import type { DatabaseSync } from '@photostructure/sqlite';
import type { JournalEntry, JournalType } from '../../../shared/model/journal.ts';
import { SentenceError } from '../../../shared/model/sentence-error.ts';
import type { KeptCalls } from '../calls/stepper-state.ts';
import { SqliteKeptCalls } from './kept-calls.ts';
import type { Journal, NewEntry } from './types.ts';

type Database = InstanceType<typeof DatabaseSync>;
type Statement = ReturnType<Database['prepare']>;

/** A detail above this many characters of JSON is not stored: the journal is a record, not a copy of results. */
const MAX_DETAIL = 1_000_000;

interface Row {
  seq: number;
  at: number;
  type: JournalType;
  server_id: string | null;
  call_id: number | null;
  reverse_id: string | null;
  text: string;
  detail: string | null;
}

/** The journal over an open, migrated database. `now` is the clock (milliseconds), for tests. */
export class SqliteJournal implements Journal {
  readonly #db: Database;
  readonly #now: () => number;
  readonly #insert: Statement;
  readonly #page: Statement;
  readonly #count: Statement;
  readonly #answers: Statement;
  readonly #dayTokens: Statement;
  readonly #serverTokens: Statement;
  readonly #addTokens: Statement;
  readonly #calls: Statement;
  readonly kept: KeptCalls;

  constructor(db: Database, now: () => number = Date.now) {
    this.#db = db;
    this.#now = now;
    this.#insert = db.prepare(
      'INSERT INTO entry (at, type, server_id, call_id, reverse_id, text, detail) VALUES (?, ?, ?, ?, ?, ?, ?)',
    );
    this.#page = db.prepare('SELECT * FROM entry WHERE seq < ? ORDER BY seq DESC LIMIT ?');
    this.#count = db.prepare(
      `INSERT INTO counter (kind, value) VALUES (?, 1)
       ON CONFLICT (kind) DO UPDATE SET value = value + 1 RETURNING value`,
    );
    this.#answers = db.prepare(`SELECT count(*) AS n FROM entry WHERE type = 'answer' AND at >= ?`);
    this.#dayTokens = db.prepare('SELECT coalesce(sum(used), 0) AS n FROM tokens WHERE day = ?');
    this.#serverTokens = db.prepare('SELECT used AS n FROM tokens WHERE day = ? AND server_id = ?');
    this.#addTokens = db.prepare(
      `INSERT INTO tokens (day, server_id, used) VALUES (?, ?, ?)
       ON CONFLICT (day, server_id) DO UPDATE SET used = used + excluded.used`,
    );
    this.kept = new SqliteKeptCalls(db, now, (write) => this.#writing(write));
    this.#calls = db.prepare(`SELECT 1 AS n FROM entry WHERE type = 'call-started' LIMIT 1`);
  }

  /** Returns the entry's seq. Throws a SentenceError when the disk does not take it. */
  write(entry: NewEntry): number {
    return this.#writing(() => {
      const done = this.#insert.run(
        this.#now(),
        entry.type,
        entry.serverId ?? null,
        entry.callId ?? null,
        entry.reverseId ?? null,
        entry.text,
        encode(entry.detail),
      );
      return Number(done.lastInsertRowid);
    });
  }

  /** Newest first. `before` is the seq of the last entry already seen. */
  page(options: { before?: number; limit: number }): { entries: JournalEntry[]; more: boolean } {
    const rows = this.#page.all(
      options.before ?? Number.MAX_SAFE_INTEGER,
      options.limit + 1,
    ) as unknown as Row[];
    return { entries: rows.slice(0, options.limit).map(toEntry), more: rows.length > options.limit };
  }

  nextId(kind: 'call' | 'reverse'): number {
    return this.#writing(() => Number((this.#count.get(kind) as { value: number }).value));
  }

  today(): { answers: number; tokens: number } {
    const now = new Date(this.#now());
    const midnight = new Date(now.getFullYear(), now.getMonth(), now.getDate()).getTime();
    return { answers: number(this.#answers.get(midnight)), tokens: number(this.#dayTokens.get(day(now))) };
  }

  /** Tokens a server used since local midnight, for its budget. */
  tokensToday(serverId: string): number {
    return number(this.#serverTokens.get(day(new Date(this.#now())), serverId));
  }

  addTokens(serverId: string, tokens: number): void {
    if (!(tokens > 0)) return;
    this.#writing(() => this.#addTokens.run(day(new Date(this.#now())), serverId, Math.round(tokens)));
  }

  hasCalls(): boolean {
    return this.#calls.get() !== undefined;
  }

  close(): void {
    if (!this.#db.isOpen) return;
    // Prepared statements keep the connection alive until they are collected, so the last-close checkpoint of
    // SQLite does not come by itself; this one makes the file complete without its -wal.
    try {
      this.#db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    } catch {
      // The -wal stays beside the file and is read at the next start.
    }
    this.#db.close();
  }

  #writing<T>(write: () => T): T {
    try {
      return write();
    } catch (cause) {
      throw new SentenceError(
        'journal-failed',
        'The journal could not be written, so nothing was done; check the free space and the permissions of the data folder.',
        { retryable: true, cause },
      );
    }
  }
}

function day(date: Date): string {
  const two = (n: number) => String(n).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

function number(row: unknown): number {
  return Number((row as { n: number } | undefined)?.n ?? 0);
}

function encode(detail: unknown): string | null {
  if (detail === undefined) return null;
  let json: string | undefined;
  try {
    json = JSON.stringify(detail);
  } catch {
    // A value JSON cannot hold costs its detail, never the entry.
  }
  if (json === undefined) return '{"omitted":"not JSON"}';
  return json.length > MAX_DETAIL ? JSON.stringify({ omitted: 'too large', characters: json.length }) : json;
}

function toEntry(row: Row): JournalEntry {
  return {
    seq: Number(row.seq),
    at: Number(row.at),
    type: row.type,
    ...(row.server_id !== null && { serverId: row.server_id }),
    ...(row.call_id !== null && { callId: Number(row.call_id) }),
    ...(row.reverse_id !== null && { reverseId: row.reverse_id }),
    text: row.text,
    ...(row.detail !== null && { detail: JSON.parse(row.detail) as unknown }),
  };
}
