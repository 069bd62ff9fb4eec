import type { JournalEntry, JournalType } from '../../../shared/model/journal.ts';
import type { KeptCalls } from '../calls/stepper-state.ts';

/** An entry to be written; the journal adds its id and the time. */
export interface NewEntry {
  readonly type: JournalType;
  readonly serverId?: string;
  readonly callId?: number;
  readonly reverseId?: string;
  readonly text: string;
  /** JSON without secrets. */
  readonly detail?: unknown;
}

/** The durable record. Writes are synchronous (WAL, synchronous=NORMAL): what is decided is written before it is sent. */
export interface Journal {
  write(entry: NewEntry): number;
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
  /** Calls that wait for a person, so that they go on in the next life of the app; removed when they end. */
  readonly kept: KeptCalls;
  /** Whether any call was ever run. */
  hasCalls(): boolean;
  close(): void;
}
