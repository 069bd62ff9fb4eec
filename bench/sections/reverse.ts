import path from 'node:path';
import { inTurns, median, pairedRatios, rounded, spread } from '../lib/rounds.ts';
import type { Section } from '../lib/section.ts';
import type { Orders, Side } from '../lib/side.ts';
import { withBothSides } from '../lib/side.ts';

/** Short turns, many of them: what else runs on the machine hits few of them, and both sides alike. */
const ROUNDS = 121;
const COUNT = 25;
/** After so many V8 has made of both sides what it will; on a busy machine it is late. The limit is 10,000 a minute. */
const WARM_UP = 5000;

/**
 * A reverse call over stdio, from the server's first byte to its last: ours journaled and gated, against a bare handler.
 * Each kind has two fresh sides: the code of one kind would else be warmed by the others on one side more than on the
 * other, and use up the limit.
 */
export const reverse: Section<'reverse'> = async (options) => {
  const one = (kind: Kind) => {
    const profile = options.profile && { profile: path.join(options.profile, kind) };
    return withBothSides((ours, bare) => measure(ours, bare, kind, options.say), { ...profile });
  };
  const form = await one('elicitation');
  const sampling = await one('sampling');
  const roots = await one('roots');
  return { ...form, sampling_ratio: sampling.ratio, roots_ratio: roots.ratio };
};

type Kind = Orders['reverse']['kind'];

async function measure(
  ours: Side,
  bare: Side,
  kind: Kind,
  say: (line: string) => void,
): Promise<{ ours_us: number; bare_us: number; ratio: number }> {
  const one = async (side: Side, count: number) =>
    (await side.tell('reverse', { kind, count })) / count / 1000;
  await one(ours, WARM_UP);
  await one(bare, WARM_UP);
  const before = [await ours.tell('cpu', {}), await bare.tell('cpu', {})];
  const turns = await inTurns(
    { ours: () => one(ours, COUNT), other: () => one(bare, COUNT) },
    { rounds: ROUNDS, budgetMs: 30_000 },
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
