import type { DatabaseSync } from '@photostructure/sqlite';

type Database = InstanceType<typeof DatabaseSync>;
type Statement = ReturnType<Database['prepare']>;

export type NumberKind = 'call' | 'reverse';

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
  readonly #blocks = new Map<NumberKind, { next: number; last: number }>();

  /** `writing` runs what goes to the disk. */
  constructor(db: Database, writing: <T>(write: () => T) => T) {
    this.#writing = writing;
    this.#take = db.prepare(
      `INSERT INTO counter (kind, value) VALUES (?1, ?2 + ${BLOCK})
       ON CONFLICT (kind) DO UPDATE SET value = max(value, ?2) + ${BLOCK} RETURNING value`,
    );
    this.#giveBack = db.prepare(
      'UPDATE counter SET value = iif(value = ?3, ?1, max(value, ?1)) WHERE kind = ?2',
    );
  }

  /** Throws what `writing` throws when the disk does not take the first block; later ones are then made up for. */
  next(kind: NumberKind): number {
    let block = this.#blocks.get(kind);
    if (!block || block.next > block.last) {
      block = this.#block(kind, block?.last);
      this.#blocks.set(kind, block);
    }
    block.next += 1;
    return block.next - 1;
  }

  #block(kind: NumberKind, used: number | undefined): { next: number; last: number } {
    let last: number;
    try {
      last = this.#writing(() => {
        // all(), since get() gives the row before it is on the disk, and not a word when it does not come there.
        const [row] = this.#take.all(kind, used ?? 0) as unknown as { value: number }[];
        return Number(row?.value);
      });
    } catch (error) {
      if (used === undefined) throw error;
      // What is numbered now says by itself that it could not be recorded. The next block begins after these.
      last = used + BLOCK;
    }
    return { next: last - BLOCK + 1, last };
  }

  /** Gives back what was not used, unless somebody else took numbers meanwhile. */
  close(): void {
    for (const [kind, { next, last }] of this.#blocks) {
      this.#giveBack.run(next - 1, kind, last);
    }
    this.#blocks.clear();
  }
}
