import type { DatabaseSync } from '@photostructure/sqlite';
import { isBusy } from './bursts.ts';

type Database = InstanceType<typeof DatabaseSync>;
type Statement = ReturnType<Database['prepare']>;

export type NumberKind = 'call' | 'reverse';

interface Block {
  next: number;
  readonly last: number;
  /** The disk knows of it. */
  readonly written: boolean;
}

/** One number at a time from the disk would cost as much as an entry. */
const BLOCK = 32;

/**
 * Rising numbers that go on across restarts and are never given twice, also to two processes with one file. They are
 * taken from the disk in blocks; what a crash leaves of a block is skipped.
 */
export class Numbers {
  readonly #writing: <T>(write: () => T) => T;
  readonly #take: Statement;
  readonly #giveBack: Statement;
  readonly #makeUp: Statement;
  readonly #blocks = new Map<NumberKind, Block>();

  /** `writing` runs what goes to the disk. */
  constructor(db: Database, writing: <T>(write: () => T) => T) {
    this.#writing = writing;
    this.#take = db.prepare(
      `INSERT INTO counter (kind, value) VALUES (?1, ?2 + ${BLOCK})
       ON CONFLICT (kind) DO UPDATE SET value = max(value, ?2) + ${BLOCK} RETURNING value`,
    );
    this.#giveBack = db.prepare('UPDATE counter SET value = ? WHERE kind = ? AND value = ?');
    this.#makeUp = db.prepare('UPDATE counter SET value = max(value, ?) WHERE kind = ?');
  }

  /**
   * Throws what `writing` throws when others hold the lock, or the disk does not take the first block; without later ones
   * it goes on.
   */
  next(kind: NumberKind): number {
    let block = this.#blocks.get(kind);
    if (!block || block.next > block.last) {
      block = this.#block(kind, block?.last);
      this.#blocks.set(kind, block);
    }
    block.next += 1;
    return block.next - 1;
  }

  #block(kind: NumberKind, used: number | undefined): Block {
    try {
      const last = this.#writing(() => {
        // all(), since get() gives the row before it is on the disk, and not a word when it does not come there.
        const [row] = this.#take.all(kind, used ?? 0) as unknown as { value: number }[];
        return Number(row?.value);
      });
      return { next: last - BLOCK + 1, last, written: true };
    } catch (error) {
      // Where others write, the next numbers may be theirs.
      if (used === undefined || isBusy((error as Error).cause ?? error)) throw error;
      // What is numbered now says by itself that it could not be recorded. The next block begins after these.
      return { next: used + 1, last: used + BLOCK, written: false };
    }
  }

  /** Gives back what was not used, unless somebody else took numbers meanwhile. */
  close(): void {
    for (const [kind, { next, last, written }] of this.#blocks) {
      if (!written) this.#makeUp.run(next - 1, kind);
      else if (next <= last) this.#giveBack.run(next - 1, kind, last);
    }
    this.#blocks.clear();
  }
}
