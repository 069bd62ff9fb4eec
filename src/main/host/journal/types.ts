import type { JournalEntry, JournalType } from '../../../shared/model/journal.ts';
import type { KeptCalls } from '../calls/stepper-state.ts';

/** An entry to be written; the journal adds its id and the time. */
export interface NewEntry {
  readonly type: JournalType;
  readonly serverId?: string;
  readonly callId?: number | undefined;
  readonly reverseId?: string;
  readonly text: string;
  /** JSON without secrets. */
  readonly detail?: unknown;
}

export interface RuleUse {
  readonly usedToday: number;
  readonly tokensToday: number;
  /** Milliseconds since 1970. */
  readonly lastUsedAt: number;
}

/** A reverse call as the journal has it; `end` is how it ended, absent while it waits. */
export interface PastReverse {
  readonly reverseId: string;
  readonly serverId: string;
  readonly at: number;
  readonly callId?: number;
  /** The details of the two entries, as they were written; older versions wrote less. */
  readonly asked: unknown;
  readonly end?: unknown;
}

/** The durable record. Writes are synchronous (WAL, synchronous=NORMAL): what is decided is written before it is sent. */
export interface Journal {
  write(entry: NewEntry): void;
  /**
   * For what nothing depends on yet: goes to the disk together with the next `write`, and by itself within a few
   * milliseconds. Never throws; what the disk does not take now is tried again with the next entry.
   */
  note(entry: NewEntry): void;
  /** The same, but throws like `write` once the disk has not taken an entry, until it does. */
  noteOrThrow(entry: NewEntry): void;
  page(options: { before?: number; limit: number }): { entries: JournalEntry[]; more: boolean };
  /** Call and reverse-call numbers go on across restarts; after a crash some may be left out. */
  nextId(kind: 'call' | 'reverse'): number;
  /** Answers sent and model tokens used since local midnight. */
  today(): { answers: number; tokens: number };
  /** Model tokens a server used since local midnight. */
  tokensToday(serverId: string): number;
  addTokens(serverId: string, tokens: number): void;
  /** A rule decided so many times, and that took so many model tokens. Never throws. */
  ruleUsed(ruleId: string, times: number, tokens: number): void;
  /** What each rule did since local midnight, and when it was used last; rules never used are left out. */
  ruleUses(): Map<string, RuleUse>;
  /** Answers that a rule let through since then, oldest first. */
  ruleAnswersSince(at: number): { ruleId: string; at: number }[];
  /** The newest reverse calls of a server (undefined: of all) by that method, newest first. */
  reverseHistory(options: { serverId: string | undefined; method: string; limit: number }): PastReverse[];
  /** When the newest entry was written; undefined for none. */
  lastEntryAt(): number | undefined;
  /** Calls that wait for a person, so that they go on in the next life of the app; removed when they end. */
  readonly kept: KeptCalls;
  /** Whether any call was ever run. */
  hasCalls(): boolean;
  close(): void;
}
