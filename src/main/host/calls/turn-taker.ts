/** Lets one caller at a time through, for each key, in the order they came. */
export class TurnTaker {
  readonly #tails = new Map<string, Promise<void>>();

  /** Resolves when it is this caller's turn, with the function that passes it on. Rejects when aborted while waiting. */
  async take(key: string, signal: AbortSignal): Promise<() => void> {
    const before = this.#tails.get(key) ?? Promise.resolve();
    let pass = () => {};
    const mine = new Promise<void>((resolve) => {
      pass = resolve;
    });
    const tail = before.then(() => mine);
    this.#tails.set(key, tail);
    tail.then(() => {
      if (this.#tails.get(key) === tail) this.#tails.delete(key);
    });
    let onAbort = () => {};
    const aborted = new Promise<never>((_, reject) => {
      onAbort = () => reject(signal.reason);
      if (signal.aborted) onAbort();
      signal.addEventListener('abort', onAbort, { once: true });
    });
    try {
      await Promise.race([before, aborted]);
      return pass;
    } catch (cause) {
      pass();
      throw cause;
    } finally {
      signal.removeEventListener('abort', onAbort);
    }
  }
}
