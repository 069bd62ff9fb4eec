import type { GateName } from './gates.ts';

/** What is counted together: a refusal like the ones before it. */
export interface Refused {
  readonly serverId: string;
  /** The call it belongs to, where that is known. */
  readonly callId: number | undefined;
  /** Empty for methods nobody serves. */
  readonly method: string;
  readonly gate: GateName;
  readonly reason: string;
}

export interface Flood {
  /** The card of the first one, to be counted up instead of a new one; absent for the first. */
  readonly card: string | undefined;
  /** Beyond the first few, single entries in the journal are left out; `onCounted` tells of them together. */
  readonly counted: boolean;
}

interface Entry {
  readonly refused: Refused;
  card: string;
  times: number;
  /** Those that no entry of the journal tells of yet. */
  untold: number;
  lastAt: number;
  timer: ReturnType<typeof setTimeout> | undefined;
}

const QUIET_MS = 60_000;
/** So many have an entry each. */
const SINGLE = 10;
/** Kinds of refusals of one server that are told apart; a server that varies its text falls under its gate alone. */
const MAX_KINDS = 20;

/**
 * A server that is refused may ask again without end. Refusals that are alike become one card with a count, and after
 * the first few one entry in the journal a minute, and at 100, 1,000, ... An entry ends after a quiet minute.
 */
export class Floods {
  readonly #onCounted: (refused: Refused, times: number) => void;
  readonly #entries = new Map<string, Entry>();

  /** `onCounted`: `times` more were refused since it was told of last. */
  constructor(onCounted: (refused: Refused, times: number) => void) {
    this.#onCounted = onCounted;
  }

  /** Counts a refusal. `card` is what it is shown as, if it is the first of its kind. */
  count(refused: Refused, card: string, now: number): Flood {
    const key = this.#keyOf(refused);
    const known = this.#entries.get(key);
    if (!known) {
      const entry = { refused, card, times: 1, untold: 0, lastAt: now, timer: undefined };
      this.#entries.set(key, entry);
      this.#arm(key, entry);
      return { card: undefined, counted: false };
    }
    known.times += 1;
    known.lastAt = now;
    if (known.times <= SINGLE) return { card: known.card, counted: false };
    known.untold += 1;
    if (isPowerOfTen(known.times)) this.#tell(known);
    return { card: known.card, counted: true };
  }

  /** The person took the card away: the next one is shown anew, as `card`. */
  replaceCard(refused: Refused, card: string): void {
    const entry = this.#entries.get(this.#keyOf(refused));
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
    this.#onCounted(entry.refused, entry.untold);
    entry.untold = 0;
  }

  #keyOf({ serverId, callId, method, gate, reason }: Refused): string {
    // A limit speaks of numbers that change each time.
    const what = gate === 'limits' ? method : `${method}\n${reason}`;
    const exact = `${serverId}\n${callId ?? ''}\n${gate}\n${what}`;
    if (this.#entries.has(exact)) return exact;
    const prefix = `${serverId}\n`;
    let kinds = 0;
    for (const key of this.#entries.keys()) if (key.startsWith(prefix)) kinds += 1;
    return kinds < MAX_KINDS ? exact : `${serverId}\n${gate}`;
  }
}

const isPowerOfTen = (n: number): boolean => /^10+$/.test(String(n));
