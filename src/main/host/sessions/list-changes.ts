import { createHash } from 'node:crypto';
import type { ListKind, ServerList } from '../../../shared/model/server.ts';

/** A server that says so without end is heard this often, in milliseconds. */
const USUAL_MS = 200;
/** And so seldom when its list is the same each time it is read. */
const MOST_MS = 60_000;

interface Kind {
  timer: ReturnType<typeof setTimeout> | undefined;
  /** Told of a change that nobody has looked at yet. */
  told: boolean;
  last: string | undefined;
  /** Changes that were none, one after another. */
  futile: number;
}

/**
 * `list_changed` notifications, brought together. Some servers send one whenever their list is read: each change that
 * turns out to be none doubles the pause before the next is passed on.
 */
export class ListChanges {
  readonly #onChanged: (kind: ListKind) => void;
  readonly #kinds = new Map<ListKind, Kind>();
  #closed = false;

  constructor(onChanged: (kind: ListKind) => void) {
    this.#onChanged = onChanged;
  }

  /** The server says that a list has changed. */
  changed(kind: ListKind): void {
    const state = this.#of(kind);
    if (state.timer !== undefined || this.#closed) return;
    state.timer = setTimeout(
      () => {
        state.timer = undefined;
        state.told = true;
        this.#onChanged(kind);
      },
      Math.min(MOST_MS, USUAL_MS * 2 ** state.futile),
    );
  }

  /** A list was read. */
  read({ kind, items }: ServerList): void {
    const state = this.#of(kind);
    const digest = createHash('sha1').update(JSON.stringify(items)).digest('base64');
    if (digest !== state.last) state.futile = 0;
    else if (state.told) state.futile += 1;
    state.last = digest;
    state.told = false;
  }

  close(): void {
    this.#closed = true;
    for (const { timer } of this.#kinds.values()) clearTimeout(timer);
  }

  #of(kind: ListKind): Kind {
    let state = this.#kinds.get(kind);
    if (!state) {
      state = { timer: undefined, told: false, last: undefined, futile: 0 };
      this.#kinds.set(kind, state);
    }
    return state;
  }
}
