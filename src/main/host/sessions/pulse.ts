/** What came of one question: an answer, whatever it says; nothing in time; or no way there at all. */
export type Sign = 'alive' | 'silent' | 'unreachable';

/** How to ask whether the server is there, and who is told when it is not. */
export interface PulseDeps {
  readonly ask: (signal: AbortSignal) => Promise<Sign>;
  /** Something is under way, which finds out by itself. */
  readonly busy: () => boolean;
  readonly onDead: () => void;
  /** Whether this server is known to answer such a question: some legacy servers do not know `ping`. */
  readonly answers: boolean;
}

/** A server is asked when nothing was heard of it for this long and nothing is under way, in milliseconds. */
const EVERY_MS = 120_000;
/** Between two questions when the first brought nothing. */
const AGAIN_MS = 3000;
const MISSES = 2;

/**
 * Looks whether a server that is reached over the network is still there while nothing runs, so that a dead connection
 * is not shown as a live one for ever (basic/utilities/ping). Silence counts only for a server that has answered before.
 */
export class Pulse {
  readonly #deps: PulseDeps;
  readonly #timer: ReturnType<typeof setInterval>;
  readonly #over = new AbortController();
  #heard = false;
  #answers: boolean;
  #checking = false;

  constructor(deps: PulseDeps) {
    this.#deps = deps;
    this.#answers = deps.answers;
    this.#timer = setInterval(() => {
      if (!this.#heard) void this.check();
      this.#heard = false;
    }, EVERY_MS);
    this.#timer.unref();
  }

  /** The server said something. */
  heard(): void {
    this.#heard = true;
  }

  /** Looks now, once for all who want to know; never rejects. */
  async check(): Promise<void> {
    if (this.#checking) return;
    this.#checking = true;
    try {
      await this.#look();
    } finally {
      this.#checking = false;
    }
  }

  async #look(): Promise<void> {
    const { signal } = this.#over;
    for (let misses = 0; ; ) {
      if (signal.aborted || this.#deps.busy()) return;
      const sign = await this.#deps.ask(signal).catch((): Sign => 'unreachable');
      if (signal.aborted) return;
      if (sign === 'alive') this.#answers = true;
      if (sign === 'alive' || (sign === 'silent' && !this.#answers)) return;
      misses += 1;
      if (misses === MISSES) return this.#deps.onDead();
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS).unref());
    }
  }

  close(): void {
    clearInterval(this.#timer);
    this.#over.abort();
  }
}
