import type { DatabaseSync } from '@photostructure/sqlite';

type Database = InstanceType<typeof DatabaseSync>;

/** A burst is over after this time, or so many writes: what others wrote is seen then, and the log can be taken in. */
const BURST_MS = 100;
const BURST_WRITES = 200;

/** SQLITE_BUSY; BUSY_SNAPSHOT is one of them. */
const BUSY = 5;

/** How long a write waits for others, in milliseconds. */
export const BUSY_MS = 3000;

/**
 * Writes that follow each other closely share one read transaction, which is held open between them: to begin and end
 * it takes two thirds of the file locks of a write. Others can read and write meanwhile.
 */
export class Bursts {
  readonly #reader: ReturnType<Database['prepare']>;
  readonly #onOver: (writes: number) => void;
  #timer: NodeJS.Timeout | undefined;
  /** Stands on a row, so that its read transaction stays open. */
  #held: Iterator<unknown> | undefined;
  #writes = 0;

  /** `onOver`: so many writes, one at least, and nothing is held now. */
  constructor(db: Database, onOver: (writes: number) => void) {
    this.#reader = db.prepare('SELECT 1 FROM sqlite_schema');
    this.#onOver = onOver;
  }

  /** Runs `write`, and once more where it could not begin because of others. Throws what that throws. */
  run<T>(write: () => T): T {
    const done = this.#held ? this.#again(write) : write();
    this.#writes += 1;
    if (this.#writes >= BURST_WRITES) this.end();
    else if (!this.#timer) this.#timer = setTimeout(() => this.end(), BURST_MS).unref();
    else if (!this.#held) this.#hold();
    return done;
  }

  #again<T>(write: () => T): T {
    try {
      return write();
    } catch (error) {
      if (!isBusy(error)) throw error;
      // Without a read transaction SQLite waits for its turn.
      this.#release();
      return write();
    }
  }

  #hold(): void {
    let held: Iterator<unknown> | undefined;
    try {
      held = this.#reader.iterate();
      held.next();
      this.#held = held;
    } catch {
      // Only faster with it; what was written stands.
      held?.return?.();
    }
  }

  #release(): void {
    this.#held?.return?.();
    this.#held = undefined;
  }

  /** Lets go of what is held. */
  end(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#release();
    const writes = this.#writes;
    this.#writes = 0;
    if (writes > 0) this.#onOver(writes);
  }
}

/** Others have the lock, or wrote since our read transaction began. */
export function isBusy(error: unknown): boolean {
  const { errcode, message } = error as { errcode?: unknown; message?: unknown };
  // all() gives no code.
  return typeof errcode === 'number' ? (errcode & 0xff) === BUSY : message === 'database is locked';
}
