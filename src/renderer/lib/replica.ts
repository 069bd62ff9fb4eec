import type { HostState, Patch, Snapshot } from '../../shared/model/app.ts';

export const EMPTY_STATE: HostState = {
  app: {},
  servers: {},
  calls: {},
  questions: {},
  workspaces: {},
  rules: {},
};

export interface ReplicaSource {
  snapshot(): Promise<Snapshot>;
  onPatch(listener: (patch: Patch) => void): () => void;
}

export interface ReplicaTarget {
  /** The replica is `state` now. */
  show(state: HostState): void;
  /** No snapshot could be had; `retry` asks again. */
  failed(error: unknown): void;
}

/** `state` with the operations done; untouched collections and entries keep their identity. */
export const applyPatch = (state: HostState, patch: Patch): HostState => {
  const next: Record<string, Record<string, unknown>> = { ...state };
  const copied = new Set<string>();
  for (const op of patch.ops) {
    if (!copied.has(op.collection)) {
      next[op.collection] = { ...next[op.collection] };
      copied.add(op.collection);
    }
    const collection = next[op.collection] as Record<string, unknown>;
    if (op.value === null) delete collection[op.key];
    else collection[op.key] = op.value;
  }
  return next as HostState;
};

/**
 * Keeps a copy of main's state: a snapshot, then patches in order. Patches that arrive while a snapshot is on its
 * way wait for it; a patch that leaves a gap makes it ask for a snapshot again, once at a time.
 */
export class ReplicaFollower {
  readonly #source: ReplicaSource;
  readonly #target: ReplicaTarget;
  #state: HostState = EMPTY_STATE;
  #rev = -1;
  /** Patches that wait for the snapshot; undefined when none is on its way. */
  #waiting: Patch[] | undefined;
  #stop: (() => void) | undefined;

  constructor(source: ReplicaSource, target: ReplicaTarget) {
    this.#source = source;
    this.#target = target;
  }

  /** Starts, or asks again after `failed`. */
  async start(): Promise<void> {
    // Listen first: a patch between the snapshot and the listening would be a gap nobody sees.
    this.#stop ??= this.#source.onPatch((patch) => this.#receive(patch));
    await this.#resync();
  }

  stop(): void {
    this.#stop?.();
    this.#stop = undefined;
  }

  #receive(patch: Patch): void {
    if (this.#waiting) {
      this.#waiting.push(patch);
      return;
    }
    if (patch.rev <= this.#rev) return;
    if (patch.rev > this.#rev + 1) {
      void this.#resync();
      return;
    }
    this.#rev = patch.rev;
    this.#state = applyPatch(this.#state, patch);
    this.#target.show(this.#state);
  }

  async #resync(): Promise<void> {
    if (this.#waiting) return;
    this.#waiting = [];
    let snapshot: Snapshot;
    try {
      snapshot = await this.#source.snapshot();
    } catch (error) {
      this.#waiting = undefined;
      this.#target.failed(error);
      return;
    }
    const waiting = this.#waiting;
    this.#waiting = undefined;
    this.#rev = snapshot.rev;
    this.#state = snapshot.state;
    this.#target.show(this.#state);
    for (const patch of waiting) this.#receive(patch);
  }
}
