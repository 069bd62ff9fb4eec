import type { DatabaseSync } from '@photostructure/sqlite';
import type { JournalEntry, JournalType } from '../../../shared/model/journal.ts';
import { SentenceError } from '../../../shared/model/sentence-error.ts';
import type { KeptCalls } from '../calls/stepper-state.ts';
import { Bursts } from './bursts.ts';
import { Checkpoints } from './checkpoints.ts';
import { SqliteKeptCalls } from './kept-calls.ts';
import { type NumberKind, Numbers } from './numbers.ts';
import { ReverseHistory } from './reverse-history.ts';
import { RuleUses } from './rule-uses.ts';
import { Today } from './today.ts';
import type { Journal, NewEntry, PastReverse, RuleUse } from './types.ts';

type Database = InstanceType<typeof DatabaseSync>;
type Statement = ReturnType<Database['prepare']>;

/** A detail above this many characters of JSON is not stored: the journal is a record, not a copy of results. */
const MAX_DETAIL = 1_000_000;

/** A note waits so long for an entry it can be written with: calls one after another share a transaction. */
const NOTE_MS = 5;
/** Notes that wait for a disk that does not take them; older ones are given up. */
const MAX_HELD = 1000;
/** More entries at a time are written one by one, in a transaction. */
const MAX_ROWS = 8;

type Values = [number, string, string | null, number | null, string | null, string, string | null];

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
  readonly #checkpoints: Checkpoints;
  readonly #bursts: Bursts;
  /** By the number of rows. */
  readonly #inserts: Statement[] = [];
  readonly #page: Statement;
  readonly #today: Today;
  readonly #calls: Statement;
  readonly #last: Statement;
  readonly #ruleUses: RuleUses;
  readonly #history: ReverseHistory;
  readonly kept: KeptCalls;
  readonly #numbers: Numbers;
  /** Notes that are not on the disk yet. */
  #held: Values[] = [];
  #flushing = false;
  #anyCalls = false;

  constructor(db: Database, now: () => number = Date.now) {
    this.#db = db;
    this.#now = now;
    this.#checkpoints = new Checkpoints(db);
    this.#bursts = new Bursts(db, (writes) => this.#checkpoints.written(writes));
    this.#page = db.prepare('SELECT * FROM entry WHERE seq < ? ORDER BY seq DESC LIMIT ?');
    this.#numbers = new Numbers(db, (write) => this.#writing(write));
    this.#today = new Today(db, now);
    this.#ruleUses = new RuleUses(db, now);
    this.#history = new ReverseHistory(db);
    this.#last = db.prepare('SELECT at FROM entry ORDER BY seq DESC LIMIT 1');
    this.kept = new SqliteKeptCalls(db, now, (write) => this.#writing(write));
    this.#calls = db.prepare(`SELECT 1 AS n FROM entry WHERE type = 'call-started' LIMIT 1`);
  }

  /** Throws a SentenceError when the disk does not take it. */
  write(entry: NewEntry): void {
    const values = this.#values(entry);
    this.#writing(() => this.#put(values));
    this.#tally(entry);
  }

  note(entry: NewEntry): void {
    if (!this.#flushing) setTimeout(() => this.#flush(), NOTE_MS);
    this.#flushing = true;
    this.#held.push(this.#values(entry));
    this.#tally(entry);
  }

  noteOrThrow(entry: NewEntry): void {
    if (this.#held.length > 0 && !this.#flushing) this.write(entry);
    else this.note(entry);
  }

  #flush(): void {
    this.#flushing = false;
    const last = this.#held.pop();
    if (!last || !this.#db.isOpen) return;
    try {
      this.#bursts.run(() => this.#put(last));
    } catch (cause) {
      this.#held = [...this.#held, last].slice(-MAX_HELD);
      console.error('gatehouse: the journal could not be written:', cause);
    }
  }

  /** Writes what is held and then `values`, all of it or nothing, and mostly as one statement. */
  #put(values: Values): void {
    const rows = [...this.#held, values];
    if (rows.length > MAX_ROWS) {
      this.#db.exec('BEGIN IMMEDIATE');
      try {
        for (const row of rows) this.#insert(1).run(...row);
        this.#db.exec('COMMIT');
      } catch (error) {
        if (this.#db.isTransaction) this.#db.exec('ROLLBACK');
        throw error;
      }
    } else {
      const all: Values[number][] = [];
      // Not flat(): it takes ten times as long.
      for (const row of rows) all.push(...row);
      // Not run(), whose result would be made for nobody.
      this.#insert(rows.length).get(...all);
    }
    this.#held = [];
  }

  #insert(rows: number): Statement {
    let statement = this.#inserts[rows];
    if (!statement) {
      const row = '(?, ?, ?, ?, ?, ?, ?)';
      statement = this.#db.prepare(
        `INSERT INTO entry (at, type, server_id, call_id, reverse_id, text, detail)
         VALUES ${Array(rows).fill(row).join(', ')}`,
      );
      this.#inserts[rows] = statement;
    }
    return statement;
  }

  #values(entry: NewEntry): Values {
    return [
      this.#now(),
      entry.type,
      entry.serverId ?? null,
      entry.callId ?? null,
      entry.reverseId ?? null,
      entry.text,
      encode(entry.detail),
    ];
  }

  /** Newest first. `before` is the seq of the last entry already seen. */
  page(options: { before?: number; limit: number }): { entries: JournalEntry[]; more: boolean } {
    this.#flush();
    const rows = this.#page.all(
      options.before ?? Number.MAX_SAFE_INTEGER,
      options.limit + 1,
    ) as unknown as Row[];
    return { entries: rows.slice(0, options.limit).map(toEntry), more: rows.length > options.limit };
  }

  nextId(kind: NumberKind): number {
    return this.#numbers.next(kind);
  }

  #tally({ type }: NewEntry): void {
    if (type === 'call-started') this.#anyCalls = true;
    else if (type === 'answer') this.#today.answered();
  }

  today(): { answers: number; tokens: number } {
    if (this.#today.isOver) this.#flush();
    return { answers: this.#today.answers, tokens: this.#today.tokens() };
  }

  tokensToday(serverId: string): number {
    if (this.#today.isOver) this.#flush();
    return this.#today.tokens(serverId);
  }

  addTokens(serverId: string, tokens: number): void {
    if (!(tokens > 0)) return;
    this.#writing(() => this.#today.used(serverId, Math.round(tokens)));
  }

  ruleUsed(ruleId: string, times: number, tokens: number): void {
    try {
      this.#bursts.run(() => this.#ruleUses.add(ruleId, times, tokens));
    } catch (cause) {
      // The entry is what counts; this only shows how much a rule is used.
      console.error('gatehouse: the use of a rule could not be counted:', cause);
    }
  }

  ruleUses(): Map<string, RuleUse> {
    return this.#ruleUses.all();
  }

  ruleAnswersSince(at: number): { ruleId: string; at: number }[] {
    this.#flush();
    return this.#ruleUses.answersSince(at);
  }

  reverseHistory(options: { serverId: string | undefined; method: string; limit: number }): PastReverse[] {
    this.#flush();
    return this.#history.newest(options.serverId, options.method, options.limit);
  }

  lastEntryAt(): number | undefined {
    this.#flush();
    const row = this.#last.get() as { at: number } | undefined;
    return row && Number(row.at);
  }

  hasCalls(): boolean {
    this.#anyCalls ||= this.#calls.get() !== undefined;
    return this.#anyCalls;
  }

  close(): void {
    if (!this.#db.isOpen) return;
    this.#flush();
    this.#bursts.end();
    try {
      this.#numbers.close();
    } catch {
      // Some numbers are left out.
    }
    this.#checkpoints.close();
    this.#db.close();
  }

  #writing<T>(write: () => T): T {
    try {
      return this.#bursts.run(write);
    } catch (cause) {
      throw new SentenceError(
        'journal-failed',
        'The journal could not be written, so nothing was done; check the free space and the permissions of the data folder.',
        { retryable: true, cause },
      );
    }
  }
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
