import type { Patch, PatchOp, Snapshot } from '../../shared/model/app.ts';

/** At most one patch in this time: about a frame. */
const FRAME_MS = 16;

export interface PushPorts {
  readonly replica: {
    snapshot(): Snapshot;
    onPatch(listener: (patch: Patch) => void): () => void;
  };
  /** Sends to the window; false when there is none to receive it. */
  readonly send: (patch: Patch) => boolean;
  /** Monotonic, in milliseconds. */
  readonly now: () => number;
}

/**
 * The window's side of the replica. Patches are merged to one a frame, so they carry a revision of this stream's
 * own: a snapshot taken here is followed by the patch with the next number. While there is no window nothing is
 * kept, because a new one begins with a snapshot.
 */
export class Push {
  #rev = 0;
  #pending = new Map<string, PatchOp>();
  #timer: NodeJS.Timeout | undefined;
  #sentAt = Number.NEGATIVE_INFINITY;
  readonly #ports: PushPorts;
  readonly #stop: () => void;

  constructor(ports: PushPorts) {
    this.#ports = ports;
    this.#stop = ports.replica.onPatch((patch) => this.#add(patch));
  }

  /** What the window starts from. It holds all that waits here, so that is dropped. */
  snapshot(): Snapshot {
    const { state } = this.#ports.replica.snapshot();
    this.#forget();
    return { rev: this.#rev, state };
  }

  close(): void {
    this.#stop();
    this.#forget();
  }

  #add(patch: Patch): void {
    for (const op of patch.ops) {
      const key = `${op.collection}\0${op.key}`;
      // Deleted first, so that the order is that of the last change.
      this.#pending.delete(key);
      this.#pending.set(key, op);
    }
    const wait = this.#sentAt + FRAME_MS - this.#ports.now();
    this.#timer ??= setTimeout(() => this.#flush(), Math.max(0, wait));
  }

  #flush(): void {
    const ops = [...this.#pending.values()];
    this.#forget();
    if (ops.length === 0) return;
    this.#sentAt = this.#ports.now();
    if (this.#ports.send({ rev: this.#rev + 1, ops })) this.#rev += 1;
  }

  #forget(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#pending.clear();
  }
}
