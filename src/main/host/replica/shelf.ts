/**
 * What is kept for a while after its end, the oldest first, by number and by size: servers decide how large it is. It
 * holds ids and sizes only.
 */
export class Shelf {
  readonly #maxItems: number;
  readonly #maxBytes: number;
  readonly #sizes = new Map<string, number>();
  #bytes = 0;

  constructor(maxItems: number, maxBytes: number) {
    this.#maxItems = maxItems;
    this.#maxBytes = maxBytes;
  }

  /** Puts one on the shelf, as the newest. Returns those that have to go for it, never itself. */
  put(id: string, value: unknown): string[] {
    this.take(id);
    const size = roughSize(value);
    this.#sizes.set(id, size);
    this.#bytes += size;
    const gone: string[] = [];
    for (const old of this.#sizes.keys()) {
      if (old === id || (this.#sizes.size <= this.#maxItems && this.#bytes <= this.#maxBytes)) break;
      this.take(old);
      gone.push(old);
    }
    return gone;
  }

  /** It is no longer kept, or not as it was. */
  take(id: string): void {
    this.#bytes -= this.#sizes.get(id) ?? 0;
    this.#sizes.delete(id);
  }
}

/** Bytes of a JSON value in memory, roughly: two a character, and something for each value. */
function roughSize(value: unknown): number {
  let bytes = 0;
  const open: unknown[] = [value];
  while (open.length > 0) {
    const one = open.pop();
    bytes += 16;
    if (typeof one === 'string') bytes += 2 * one.length;
    else if (Array.isArray(one)) for (const item of one) open.push(item);
    else if (typeof one === 'object' && one !== null) {
      for (const [key, inner] of Object.entries(one)) {
        bytes += 2 * key.length;
        open.push(inner);
      }
    }
  }
  return bytes;
}
