/** Tells who waits for a server whether it is gone: a question of a server that is gone does not grow old. */
export class Suspension {
  readonly #isGone: (serverId: string) => boolean;
  readonly #listeners = new Map<string, Set<(suspended: boolean) => void>>();

  constructor(isGone: (serverId: string) => boolean) {
    this.#isGone = isGone;
  }

  /** The listener hears at once how it is, and then of each change. */
  watch(serverId: string, listener: (suspended: boolean) => void): () => void {
    const listeners = this.#listeners.get(serverId) ?? new Set();
    this.#listeners.set(serverId, listeners.add(listener));
    listener(this.#isGone(serverId));
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) this.#listeners.delete(serverId);
    };
  }

  changed(serverId: string): void {
    for (const listener of this.#listeners.get(serverId) ?? []) listener(this.#isGone(serverId));
  }
}
