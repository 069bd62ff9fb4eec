import { inTurns, median, rounded, spread } from '../lib/rounds.ts';
import type { Section } from '../lib/section.ts';
import { type Side, withBothSides } from '../lib/side.ts';

/** Short turns, many of them: what else runs on the machine hits few of them, and both sides alike. */
const ROUNDS = 121;
const COUNT = 25;
/** After so many V8 has made of both sides what it will; on a busy machine it is late. */
const WARM_UP = 4000;

/** Calls in a second over stdio, one after another: ours with clock, journal and replica, against a bare client. */
export const call: Section<'call'> = async (options) =>
  withBothSides(async (ours, bare) => {
    const perSecond = async (side: Side, count: number) =>
      (count * 1e9) / (await side.tell('call', { count }));
    await perSecond(ours, WARM_UP);
    await perSecond(bare, WARM_UP);
    const before = [await ours.tell('cpu', {}), await bare.tell('cpu', {})];
    const turns = await inTurns(
      { ours: () => perSecond(ours, COUNT), other: () => perSecond(bare, COUNT) },
      { rounds: ROUNDS, budgetMs: 30_000 },
    );
    const after = [await ours.tell('cpu', {}), await bare.tell('cpu', {})];
    const [oursCpu, bareCpu] = [turns.ours, turns.other].map(
      (turn, i) => ((after[i] ?? 0) - (before[i] ?? 0)) / (turn.length * COUNT),
    );
    const ratio = median(turns.ours) / median(turns.other);
    options.say(
      `call: ours ${spread(turns.ours, 0)} a second, bare ${spread(turns.other, 0)}, ratio ${rounded(ratio, 2)}; processor ${rounded(oursCpu ?? 0)} and ${rounded(bareCpu ?? 0)} us`,
    );
    return {
      ours_per_s: rounded(median(turns.ours), 0),
      bare_per_s: rounded(median(turns.other), 0),
      ratio: rounded(ratio, 3),
    };
  }, options);
