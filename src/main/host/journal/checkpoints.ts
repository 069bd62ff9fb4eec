import type { DatabaseSync } from '@photostructure/sqlite';

/** At this many pages SQLite does it itself, in the middle of a write (32 MB). */
const AT_MOST_PAGES = 8000;
/** Not worth it for less. */
const ENOUGH_WRITES = 500;
const QUIET_MS = 1000;

/**
 * Moves the write-ahead log into the database when nothing has been written for a while. It waits for the disk, so it
 * must not fall into an answer that is on its way.
 */
export class Checkpoints {
  readonly #db: InstanceType<typeof DatabaseSync>;
  #writes = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(db: InstanceType<typeof DatabaseSync>) {
    this.#db = db;
    db.exec(`PRAGMA wal_autocheckpoint = ${AT_MOST_PAGES}`);
  }

  written(): void {
    this.#writes += 1;
    if (this.#writes < ENOUGH_WRITES) return;
    if (this.#timer) this.#timer.refresh();
    else this.#timer = setTimeout(() => this.#checkpoint(), QUIET_MS).unref();
  }

  #checkpoint(): void {
    this.#timer = undefined;
    this.#writes = 0;
    try {
      // What others still read stays in the log until the next time.
      this.#db.exec('PRAGMA wal_checkpoint(PASSIVE)');
    } catch {
      // The log grows on; the next write says what is wrong with the disk.
    }
  }

  close(): void {
    clearTimeout(this.#timer);
  }
}
