/** Choices that follow from a seed, so that a failure names the seed that shows it again. */
export interface Random {
  /** A whole number from `low` to `high`, both included. */
  readonly int: (low: number, high: number) => number;
  readonly pick: <T>(items: readonly T[]) => T;
  /** True with probability `p`. */
  readonly chance: (p: number) => boolean;
}

/** A small generator (mulberry32). */
export function random(seed: number): Random {
  let state = seed;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
  const int = (low: number, high: number): number => low + Math.floor(next() * (high - low + 1));
  return {
    int,
    pick: <T>(items: readonly T[]): T => items[int(0, items.length - 1)] as T,
    chance: (p) => next() < p,
  };
}
