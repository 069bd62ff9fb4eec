import { statSync } from 'node:fs';
import type { DatabaseSync } from '@photostructure/sqlite';
import { BUSY_MS } from './bursts.ts';

/** A log of this size is taken in at once, also between two answers. */
const AT_MOST_BYTES = 32 * 1024 * 1024;
/** What was taken in is written over; a log that had to grow is cut back to this, or it would be too large for ever. */
const KEPT_BYTES = 4 * 1024 * 1024;
/** Not worth it for less. */
const ENOUGH_WRITES = 500;
const QUIET_MS = 1000;
/** Those who read or write are waited for no longer, while an answer, or the end of the app, waits for us. */
const OTHERS_MS = 200;

/**
 * Moves the write-ahead log into the database when nothing has been written for a while. It waits for the disk, so it
 * must not fall into an answer that is on its way.
 */
export class Checkpoints {
  readonly #db: InstanceType<typeof DatabaseSync>;
  readonly #log: string | undefined;
  #writes = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(db: InstanceType<typeof DatabaseSync>) {
    this.#db = db;
    const file = db.location();
    this.#log = file ? `${file}-wal` : undefined;
    // SQLite would do it in the middle of a write, and in a burst again with each.
    db.exec(`PRAGMA wal_autocheckpoint = 0; PRAGMA journal_size_limit = ${KEPT_BYTES}`);
  }

  /** So much was written, and nothing is being read or written now. */
  written(writes: number): void {
    this.#writes += writes;
    if (this.#logBytes() >= AT_MOST_BYTES) this.#checkpoint('RESTART');
    else if (this.#writes < ENOUGH_WRITES) return;
    else if (this.#timer) this.#timer.refresh();
    else this.#timer = setTimeout(() => this.#checkpoint('PASSIVE'), QUIET_MS).unref();
  }

  #logBytes(): number {
    try {
      return (this.#log && statSync(this.#log, { throwIfNoEntry: false })?.size) || 0;
    } catch {
      // What was written stands, whatever can be learnt of the file.
      return 0;
    }
  }

  /** RESTART makes others that write let go, so that the log begins anew; else theirs and ours keep it growing. */
  #checkpoint(how: 'PASSIVE' | 'RESTART' | 'TRUNCATE'): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#writes = 0;
    try {
      // What others still read stays in the log until the next time.
      this.#db.exec(
        `PRAGMA busy_timeout = ${OTHERS_MS}; PRAGMA wal_checkpoint(${how}); PRAGMA busy_timeout = ${BUSY_MS}`,
      );
    } catch {
      // The log grows on; the next write says what is wrong with the disk.
      this.#db.exec(`PRAGMA busy_timeout = ${BUSY_MS}`);
    }
  }

  /**
   * Makes the file complete without its log, which is else read at the next start. SQLite would do it when the last
   * connection goes, but prepared statements keep ours alive until they are collected.
   */
  close(): void {
    this.#checkpoint('TRUNCATE');
  }
}
