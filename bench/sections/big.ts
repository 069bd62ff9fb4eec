import { inTurns, median, rounded, spread } from '../lib/rounds.ts';
import type { Section } from '../lib/section.ts';
import { type Side, withBothSides } from '../lib/side.ts';

const MB = 50;

/** The bare client is not waited for any longer. */
const AT_MOST_MS = 60_000;

/** One call answered with a message of 50 MB over stdio, until its result is there. The SDK's transport is slow at it. */
export const big: Section<'big'> = async (options) =>
  withBothSides(async (ours, bare) => {
    const one = async (side: Side) => (await side.tell('big', { mb: MB })) / 1e6;
    const turns = await inTurns(
      { ours: () => one(ours), other: () => one(bare) },
      { rounds: 3, budgetMs: 30_000 },
    );
    const more = median(turns.other) >= AT_MOST_MS ? ' or more' : '';
    options.say(
      `big: ${MB} MB, ours ${spread(turns.ours, 0)} ms, SDK ${spread(turns.other, 0)} ms${more}, 1/${rounded(median(turns.other) / median(turns.ours), 0)}`,
    );
    return { mb: MB, ours_ms: rounded(median(turns.ours), 0), sdk_ms: rounded(median(turns.other), 0) };
  }, options);
