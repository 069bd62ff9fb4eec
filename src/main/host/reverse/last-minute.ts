const MINUTE_MS = 60_000;

/** Counts, by server or rule, what came within the last minute. Each count costs the same, however many came. */
export class LastMinute {
  readonly #times = new Map<string, { at: number[]; first: number }>();

  /** Counts this one, and says how many came in the minute before it. */
  count(key: string, now: number): number {
    let times = this.#times.get(key);
    if (!times) {
      times = { at: [], first: 0 };
      this.#times.set(key, times);
    }
    drop(times, now);
    times.at.push(now);
    return times.at.length - times.first - 1;
  }

  /** How many came in the last minute. */
  peek(key: string, now: number): number {
    const times = this.#times.get(key);
    if (!times) return 0;
    drop(times, now);
    return times.at.length - times.first;
  }
}

function drop(times: { at: number[]; first: number }, now: number): void {
  while (times.first < times.at.length && now - (times.at[times.first] ?? 0) >= MINUTE_MS) times.first += 1;
  if (times.first > 1000 && times.first * 2 > times.at.length) {
    times.at = times.at.slice(times.first);
    times.first = 0;
  }
}
