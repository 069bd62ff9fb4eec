/**
 * A bucket of `burst` tokens that refills with `perSecond`; taking from an empty one fails. `now` is monotonic, in
 * milliseconds.
 */
export class RateCap {
  #tokens: number;
  #at: number;
  readonly #burst: number;
  readonly #perSecond: number;
  readonly #now: () => number;

  constructor(options: { burst: number; perSecond: number; now: () => number }) {
    this.#burst = options.burst;
    this.#perSecond = options.perSecond;
    this.#now = options.now;
    this.#tokens = options.burst;
    this.#at = options.now();
  }

  take(): boolean {
    const now = this.#now();
    this.#tokens = Math.min(this.#burst, this.#tokens + ((now - this.#at) / 1000) * this.#perSecond);
    this.#at = now;
    if (this.#tokens < 1) return false;
    this.#tokens -= 1;
    return true;
  }
}
