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
      `INSERT INTO counter (kind, value) VALUES (?, ${BLOCK})
       ON CONFLICT (kind) DO UPDATE SET value = value + ${BLOCK} RETURNING value`,
    );
    this.#giveBack = db.prepare('UPDATE counter SET value = ? WHERE kind = ? AND value = ?');
  }

  /** Throws what `writing` throws when a new block cannot be taken. */
  next(kind: NumberKind): number {
    let block = this.#blocks.get(kind);
    if (!block || block.next > block.last) {
      const last = this.#writing(() => Number((this.#take.get(kind) as { value: number }).value));
      block = { next: last - BLOCK + 1, last };
      this.#blocks.set(kind, block);
    }
    block.next += 1;
    return block.next - 1;
  }

  /** Gives back what was not used, unless somebody else took numbers meanwhile. */
  close(): void {
    for (const [kind, { next, last }] of this.#blocks) {
      if (next <= last) this.#giveBack.run(next - 1, kind, last);
    }
    this.#blocks.clear();
  }
}
