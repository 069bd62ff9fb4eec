/** The middle of some measurements. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const high = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? high : ((sorted[middle - 1] ?? Number.NaN) + high) / 2;
}

/** The value that `part` (0..1) of the measurements do not exceed. */
export function percentile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(part * sorted.length) - 1))] ?? Number.NaN;
}

/** Rounded to so many digits after the point, for a report. */
export const rounded = (value: number, digits = 1): number => Number(value.toFixed(digits));

/** "12.3 (10.1 to 15.0)": the median, and between which values the middle half of the measurements lies. */
export function spread(values: readonly number[], digits = 1): string {
  const [low, middle, high] = [percentile(values, 0.25), median(values), percentile(values, 0.75)];
  return `${rounded(middle, digits)} (${rounded(low, digits)} to ${rounded(high, digits)})`;
}

export interface Turns {
  readonly ours: number[];
  readonly other: number[];
}

/**
 * Measures two sides in turns, and each begins every second round: what disturbs the machine for a while disturbs
 * both. Stops after `rounds`, or before that once `budgetMs` is used up; each side has had at least one turn then.
 */
export async function inTurns(
  sides: { ours: () => Promise<number>; other: () => Promise<number> },
  limits: { rounds: number; budgetMs: number },
): Promise<Turns> {
  const end = performance.now() + limits.budgetMs;
  const turns: Turns = { ours: [], other: [] };
  for (let round = 0; round < limits.rounds; round += 1) {
    if (round % 2 === 0) turns.ours.push(await sides.ours());
    turns.other.push(await sides.other());
    if (round % 2 === 1) turns.ours.push(await sides.ours());
    if (performance.now() > end) break;
  }
  return turns;
}

/** How many times as long (or as big) ours is, round by round. */
export function pairedRatios(turns: Turns): number[] {
  return turns.ours.map((ours, i) => ours / (turns.other[i] ?? Number.NaN));
}
