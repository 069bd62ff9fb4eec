/**
 * A call's clock. It stands still while at least one reverse call is with a person or a model, and is never paused
 * or reset by the server. `limitMs` counts running time only.
 */
export class CallClock {
  #left: number;
  #startedAt = 0;
  #pauses = 0;
  #timer: NodeJS.Timeout | undefined;
  readonly #onExpire: () => void;
  readonly #onPause: (paused: boolean) => void;

  constructor(limitMs: number, onExpire: () => void, onPause: (paused: boolean) => void = () => {}) {
    this.#left = limitMs;
    this.#onExpire = onExpire;
    this.#onPause = onPause;
    this.#run();
  }

  /** Stops the clock until the returned function is called (once; more calls do nothing). */
  pause(): () => void {
    if (this.#pauses === 0) {
      clearTimeout(this.#timer);
      this.#timer = undefined;
      this.#left -= performance.now() - this.#startedAt;
      this.#onPause(true);
    }
    this.#pauses += 1;
    let resumed = false;
    return () => {
      if (resumed) return;
      resumed = true;
      this.#pauses -= 1;
      if (this.#pauses !== 0) return;
      this.#onPause(false);
      this.#run();
    };
  }

  /** Gives it so much running time from now on, in milliseconds. The host's decision, once; never the server's. */
  allow(limitMs: number): void {
    this.#left = limitMs;
    if (this.#pauses !== 0) return;
    clearTimeout(this.#timer);
    this.#run();
  }

  stop(): void {
    this.#pauses = Number.POSITIVE_INFINITY;
    clearTimeout(this.#timer);
  }

  #run(): void {
    if (!Number.isFinite(this.#pauses)) return;
    this.#startedAt = performance.now();
    // A timer takes at most 2^31 - 1 ms and then would fire at once.
    this.#timer = setTimeout(this.#onExpire, Math.min(Math.max(this.#left, 0), 2 ** 31 - 1));
  }
}
