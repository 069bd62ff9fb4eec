import { createHash } from 'node:crypto';
import type { ListKind, ServerList } from '../../../shared/model/server.ts';

/** A server may say that its list holds this long, in milliseconds; more is not believed. */
const MOST_MS = 86_400_000;
/** Who looks at a list for long is told that it may be out of date at most this often, in milliseconds. */
const LEAST_TOLD_MS = 30_000;
/** How often a list that came out the same may double that pause. */
const MOST_DOUBLINGS = 7;

/** How long a result holds (2026-07-28, server/utilities/caching), in milliseconds; 0 for what makes no sense. */
export function readTtl(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) && value > 0 ? Math.min(MOST_MS, value) : 0;
}

interface Kept {
  readonly list: ServerList;
  readonly at: number;
  /** When the first of its pages runs out. */
  readonly until: number;
  /** Whose list it is: another sign-in may see another one. */
  readonly owner: unknown;
}

interface Kind {
  kept: Kept | undefined;
  /** Rises with each change that the server tells of; what was read across one is not kept. */
  changes: number;
  last: string | undefined;
  unchanged: number;
  timer: ReturnType<typeof setTimeout> | undefined;
}

/** Collects the pages of one reading. */
export interface Reading {
  page(result: Readonly<Record<string, unknown>>): void;
  /** Keeps the list when every page may be kept. */
  done(list: ServerList): void;
}

/**
 * The lists of one session, as long as their server says they hold. Nothing is read in the background: when a list has
 * run out, `onStale` is called once, so that a window that shows it asks again; a list that nobody looks at stays unread.
 */
export class ListCache {
  readonly #onStale: (kind: ListKind) => void;
  readonly #kinds = new Map<ListKind, Kind>();
  readonly #random: () => number;
  #closed = false;

  constructor(onStale: (kind: ListKind) => void, random: () => number = Math.random) {
    this.#onStale = onStale;
    this.#random = random;
  }

  /** The list, while it holds. */
  get(kind: ListKind, owner: unknown): ServerList | undefined {
    const kept = this.#of(kind).kept;
    const now = Date.now();
    // A clock that was set back must not make it hold for longer.
    return kept && kept.owner === owner && now >= kept.at && now < kept.until ? kept.list : undefined;
  }

  /** Begins a reading of the list, page by page. */
  read(kind: ListKind, owner: unknown): Reading {
    const state = this.#of(kind);
    const { changes } = state;
    let until = Number.POSITIVE_INFINITY;
    return {
      page: ({ ttlMs }) => {
        until = Math.min(until, Date.now() + readTtl(ttlMs));
      },
      done: (list) => {
        clearTimeout(state.timer);
        const at = Date.now();
        state.kept = undefined;
        if (this.#closed || state.changes !== changes || until <= at || !Number.isFinite(until)) return;
        const digest = createHash('sha1').update(JSON.stringify(list.items)).digest('base64');
        state.unchanged = digest === state.last ? Math.min(MOST_DOUBLINGS, state.unchanged + 1) : 0;
        state.last = digest;
        state.kept = { list, at, until, owner };
        this.#tellWhenStale(kind, state, until - at);
      },
    };
  }

  /** The server says that it has changed, or there is reason to believe so. */
  drop(kind: ListKind): void {
    const state = this.#of(kind);
    clearTimeout(state.timer);
    state.changes += 1;
    state.kept = undefined;
    state.unchanged = 0;
  }

  close(): void {
    this.#closed = true;
    for (const { timer } of this.#kinds.values()) clearTimeout(timer);
  }

  /** With jitter, and more seldom the longer it stays the same, as the specification wants of those who ask again. */
  #tellWhenStale(kind: ListKind, state: Kind, ttlMs: number): void {
    const least = LEAST_TOLD_MS * 2 ** state.unchanged;
    const pause = Math.max(ttlMs, Math.min(least, MOST_MS)) * (1 + this.#random() / 10);
    state.timer = setTimeout(() => this.#onStale(kind), pause);
    state.timer.unref();
  }

  #of(kind: ListKind): Kind {
    let state = this.#kinds.get(kind);
    if (!state) {
      state = { kept: undefined, changes: 0, last: undefined, unchanged: 0, timer: undefined };
      this.#kinds.set(kind, state);
    }
    return state;
  }
}
