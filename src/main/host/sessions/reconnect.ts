/** The first pause, and the longest, in milliseconds; each is twice the one before. */
const FIRST_MS = 1000;
const MOST_MS = 60_000;
/** About four hours in which the machine was awake; then it is for the person to say when the server is back. */
const MOST_TRIES = 240;
/** How often the time that is left is told, in milliseconds. */
const TELL_MS = 5000;

/** What to do when it is time, and who is told how long that is. */
export interface ReconnectDeps {
  /** The pause is over. */
  readonly attempt: () => void;
  /** How long it is until then, in milliseconds: told at once, and again from time to time. */
  readonly onWait: (leftMs: number) => void;
  /** Between 0 and 1; spreads the attempts of many hosts that lost one server at the same moment. */
  readonly random?: () => number;
}

/** Tries again to reach a server that was connected, ever more seldom (exponential, with jitter, up to a minute). */
export class Reconnect {
  readonly #deps: ReconnectDeps;
  #tries = 0;
  #due = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #telling: ReturnType<typeof setInterval> | undefined;

  constructor(deps: ReconnectDeps) {
    this.#deps = deps;
  }

  /** How often it was lost or tried since the connection last held. */
  get tries(): number {
    return this.#tries;
  }

  get waiting(): boolean {
    return this.#timer !== undefined;
  }

  /** Counts an attempt that needs no pause. */
  count(): void {
    this.#tries += 1;
  }

  /** The connection held: the next pause is a short one. */
  forgive(): void {
    this.#tries = 0;
  }

  /** Waits, at least `leastMs`, and then attempts. False when it has been tried often enough. */
  again(leastMs = 0): boolean {
    this.hold();
    if (this.#tries >= MOST_TRIES) return false;
    const full = Math.min(MOST_MS, FIRST_MS * 2 ** Math.min(this.#tries, 16));
    const random = this.#deps.random ?? Math.random;
    this.#tries += 1;
    // Never sooner than the server asked; the jitter comes on top of that.
    this.#wait(leastMs > full ? leastMs + FIRST_MS * random() : full * (0.75 + random() / 4));
    return true;
  }

  /** The machine woke up, or something else speaks for trying earlier than planned. */
  soon(): void {
    if (!this.waiting) return;
    this.forgive();
    this.again();
  }

  /** Attempts nothing until `again`: an attempt is under way, or was a success. */
  hold(): void {
    clearTimeout(this.#timer);
    clearInterval(this.#telling);
    this.#timer = undefined;
  }

  #wait(ms: number): void {
    this.#due = performance.now() + ms;
    const tell = () => this.#deps.onWait(Math.max(0, this.#due - performance.now()));
    this.#timer = setTimeout(() => {
      this.hold();
      this.#deps.attempt();
    }, ms);
    this.#telling = setInterval(tell, TELL_MS);
    // Nothing of this keeps a process alive that has nothing else to do.
    this.#timer.unref();
    this.#telling.unref();
    tell();
  }
}
