import type { Rule } from '../../../shared/model/rule.ts';
import type { GateName, LimitName } from './types.ts';

/** What is counted together: an end like the ones before it. */
export interface Alike {
  readonly serverId: string;
  /** The call it belongs to, where that is known. */
  readonly callId: number | undefined;
  /** Empty for methods nobody serves. */
  readonly method: string;
  /** The gate that refused; undefined: it was answered. */
  readonly gate: GateName | undefined;
  /** Which limit, or which rule, where it was one of them. */
  readonly limit?: LimitName | undefined;
  readonly rule?: Rule | undefined;
  /** Why it was refused, or what it was told. */
  readonly reason: string;
}

/** How one more of those that are alike is to be shown and recorded. */
export interface Flood {
  /** The card of the first one, to be counted up instead of a new one; absent for the first. */
  readonly card: string | undefined;
  /** Beyond the first few, single entries in the journal are left out; `onCounted` tells of them together. */
  readonly counted: boolean;
}

interface Entry {
  readonly alike: Alike;
  card: string;
  times: number;
  /** Those that no entry of the journal tells of yet. */
  untold: number;
  lastAt: number;
  timer: ReturnType<typeof setTimeout> | undefined;
}

const QUIET_MS = 60_000;
/** So many refusals have an entry each. */
const SINGLE = 10;
/** Kinds of ends of one server that are told apart; a server that varies its text falls under its gate alone. */
const MAX_KINDS = 20;

/**
 * A server may ask the same without end, and end the same way. Those become one card with a count, and after the first
 * few one entry in the journal a minute, and at 100, 1,000, ... It ends after a quiet minute.
 */
export class Floods {
  readonly #onCounted: (alike: Alike, times: number) => void;
  readonly #entries = new Map<string, Entry>();

  /** `onCounted`: `times` more since it was told of last. */
  constructor(onCounted: (alike: Alike, times: number) => void) {
    this.#onCounted = onCounted;
  }

  /**
   * Counts one more. `card` is what it is shown as, if it is the first of its kind; `single` is how many have an entry
   * of their own.
   */
  count(alike: Alike, card: string, now: number, single = SINGLE): Flood {
    const key = this.#keyOf(alike);
    const known = this.#entries.get(key);
    if (!known) {
      const entry = { alike, card, times: 1, untold: 0, lastAt: now, timer: undefined };
      this.#entries.set(key, entry);
      this.#arm(key, entry);
      return { card: undefined, counted: false };
    }
    known.times += 1;
    known.lastAt = now;
    if (known.times <= single) return { card: known.card, counted: false };
    known.untold += 1;
    if (isPowerOfTen(known.times)) this.#tell(known);
    return { card: known.card, counted: true };
  }

  /** The person took the card away: the next one is shown anew, as `card`. */
  replaceCard(alike: Alike, card: string): void {
    const entry = this.#entries.get(this.#keyOf(alike));
    if (entry) entry.card = card;
  }

  /** Tells what is not told yet, and forgets everything. */
  close(): void {
    for (const entry of this.#entries.values()) {
      clearTimeout(entry.timer);
      this.#tell(entry);
    }
    this.#entries.clear();
  }

  #arm(key: string, entry: Entry): void {
    entry.timer = setTimeout(() => {
      this.#tell(entry);
      if (Date.now() - entry.lastAt < QUIET_MS) this.#arm(key, entry);
      else this.#entries.delete(key);
    }, QUIET_MS);
    entry.timer.unref?.();
  }

  #tell(entry: Entry): void {
    if (entry.untold === 0) return;
    this.#onCounted(entry.alike, entry.untold);
    entry.untold = 0;
  }

  #keyOf({ serverId, callId, method, gate, limit, rule, reason }: Alike): string {
    // A limit speaks of numbers that change each time.
    const what = limit === undefined ? `${method}\n${reason}` : `${method}\n${limit}`;
    const whose = rule === undefined ? '' : JSON.stringify(rule);
    const exact = `${serverId}\n${callId ?? ''}\n${gate}\n${whose}\n${what}`;
    if (this.#entries.has(exact)) return exact;
    const prefix = `${serverId}\n`;
    let kinds = 0;
    for (const key of this.#entries.keys()) if (key.startsWith(prefix)) kinds += 1;
    // The rule and the limit are the person's, not the server's: they stay told apart.
    return kinds < MAX_KINDS ? exact : `${serverId}\n${gate}\n${limit ?? ''}\n${whose}`;
  }
}

const isPowerOfTen = (n: number): boolean => /^10+$/.test(String(n));
