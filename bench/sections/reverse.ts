import { inTurns, median, pairedRatios, rounded, spread } from '../lib/rounds.ts';
import type { Section } from '../lib/section.ts';
import type { Side } from '../lib/side.ts';
import { withBothSides } from '../lib/side.ts';

const ROUNDS = 21;
const COUNT = 150;
/** Both sides are warm after so many. */
const WARM_UP = 600;

/** A reverse call over stdio, from the server's first byte to its last: ours journaled and gated, against a bare handler. */
export const reverse: Section<'reverse'> = async (options) =>
  withBothSides(async (ours, bare) => {
    const kinds = ['elicitation', 'sampling', 'roots'] as const;
    const [first, ...others] = kinds;
    const result = await measure(ours, bare, first, ROUNDS, options.say);
    for (const kind of others) await measure(ours, bare, kind, 7, options.say);
    return result;
  }, options);

async function measure(
  ours: Side,
  bare: Side,
  kind: 'elicitation' | 'sampling' | 'roots',
  rounds: number,
  say: (line: string) => void,
): Promise<{ ours_us: number; bare_us: number; ratio: number }> {
  const one = async (side: Side, count: number) =>
    (await side.tell('reverse', { kind, count })) / count / 1000;
  await one(ours, WARM_UP);
  await one(bare, WARM_UP);
  const before = [await ours.tell('cpu', {}), await bare.tell('cpu', {})];
  const turns = await inTurns(
    { ours: () => one(ours, COUNT), other: () => one(bare, COUNT) },
    { rounds, budgetMs: 30_000 },
  );
  const after = [await ours.tell('cpu', {}), await bare.tell('cpu', {})];
  const [oursCpu, bareCpu] = [turns.ours, turns.other].map(
    (turn, i) => ((after[i] ?? 0) - (before[i] ?? 0)) / (turn.length * COUNT),
  );
  const ratio = median(turns.ours) / median(turns.other);
  say(
    `reverse (${kind}): ours ${spread(turns.ours)} us, bare ${spread(turns.other)} us, ratio ${rounded(ratio, 2)}, round by round ${spread(pairedRatios(turns), 2)}; processor ${rounded(oursCpu ?? 0)} and ${rounded(bareCpu ?? 0)} us`,
  );
  return {
    ours_us: rounded(median(turns.ours)),
    bare_us: rounded(median(turns.other)),
    ratio: rounded(ratio, 3),
  };
}
