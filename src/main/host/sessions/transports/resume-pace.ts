/** Between two looks at one stream, in milliseconds: at least, by itself at most, and at most for a server that asks. */
const LEAST_MS = 250;
const GROWN_MS = 5000;
const MOST_MS = 60_000;
/** A stream that ends so soon was opened for nothing or next to nothing; in milliseconds. */
const QUICK_MS = 5000;
/** A server that asks for longer pauses means to be polled (2025-11-25, Streamable HTTP), and a person may take long. */
const POLLED_MS = 1000;
/** So often, one after another, a stream may end at once without anything new. */
export const MAX_FRUITLESS = 60;

/**
 * How soon a stream that ended is opened again. The server's `retry` counts, but a server that ends its streams at once
 * must not make us ask as fast as the network allows. Times are in milliseconds of one steady clock.
 */
export class ResumePace {
  #openedAt = Number.NEGATIVE_INFINITY;
  #place: string | undefined;
  #moved = false;
  #brought = false;
  #quick = 0;
  #fruitless = 0;

  /** `place`: the id of the event that it is to go on after. */
  opened(now: number, place?: string | null): void {
    this.#moved = (place ?? undefined) !== this.#place;
    this.#place = place ?? undefined;
    this.#openedAt = now;
    this.#brought = false;
  }

  /** The stream brought something besides comments. */
  brought(): void {
    this.#brought = true;
  }

  /** The pause before it is opened again; undefined: not any more. `asked`: what the server, or the SDK, wants. */
  next(asked: number, now: number): number | undefined {
    const quick = now - this.#openedAt < QUICK_MS;
    this.#quick = quick ? this.#quick + 1 : 0;
    const fruitless = quick && !(this.#brought && this.#moved) && asked <= POLLED_MS;
    this.#fruitless = fruitless ? this.#fruitless + 1 : 0;
    if (this.#fruitless > MAX_FRUITLESS) return undefined;
    const grown = Math.min(GROWN_MS, LEAST_MS * 2 ** Math.max(0, this.#quick - 1));
    return Math.min(MOST_MS, Math.max(asked, quick ? grown : LEAST_MS));
  }
}
