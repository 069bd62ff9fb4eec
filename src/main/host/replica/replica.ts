import type { Collection, EntryOf, HostState, Patch, PatchOp, Snapshot } from '../../../shared/model/app.ts';

/**
 * The truth the window replicates: keyed collections, a revision that rises with every patch. Changes made in one
 * turn of the event loop leave as one patch.
 */
export class Replica {
  readonly #state: HostState = {
    app: Object.create(null),
    servers: Object.create(null),
    calls: Object.create(null),
    questions: Object.create(null),
    workspaces: Object.create(null),
    rules: Object.create(null),
  };
  #rev = 0;
  #pending = new Map<string, PatchOp>();
  #listeners = new Set<(patch: Patch) => void>();

  get<C extends Collection>(collection: C, key: string): EntryOf<C> | undefined {
    return (this.#state[collection] as Record<string, EntryOf<C>>)[key];
  }

  all<C extends Collection>(collection: C): EntryOf<C>[] {
    return Object.values(this.#state[collection]) as EntryOf<C>[];
  }

  set<C extends Collection>(collection: C, key: string, value: EntryOf<C>): void {
    (this.#state[collection] as Record<string, EntryOf<C>>)[key] = value;
    this.#queue({ collection, key, value });
  }

  /** Changes some fields of an entry that is there; nothing otherwise. */
  update<C extends Collection>(collection: C, key: string, change: Partial<EntryOf<C>>): void {
    const old = this.get(collection, key);
    if (old) this.set(collection, key, { ...old, ...change });
  }

  delete(collection: Collection, key: string): void {
    if (!(key in this.#state[collection])) return;
    delete this.#state[collection][key];
    this.#queue({ collection, key, value: null });
  }

  /** Flushes first, so that a later patch follows the snapshot's revision. */
  snapshot(): Snapshot {
    this.#flush();
    return { rev: this.#rev, state: this.#state };
  }

  onPatch(listener: (patch: Patch) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #queue(op: PatchOp): void {
    // Whoever listens later begins with a snapshot.
    if (this.#listeners.size === 0) return;
    if (this.#pending.size === 0) setImmediate(() => this.#flush());
    this.#pending.set(`${op.collection}\0${op.key}`, op);
  }

  #flush(): void {
    if (this.#pending.size === 0) return;
    const ops = [...this.#pending.values()];
    this.#pending.clear();
    this.#rev += 1;
    for (const listener of this.#listeners) listener({ rev: this.#rev, ops });
  }
}
