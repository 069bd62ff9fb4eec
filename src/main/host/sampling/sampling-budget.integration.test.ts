import { afterEach, expect, it } from 'vitest';
import { ALLOW, ask, bodyOf, ERAS, SamplingCase } from '../../../../e2e/lib/sampling-case.ts';

/** What a rule has used, in both eras: on modern the end of a question is told twice, and counts once. */
let one: SamplingCase;
afterEach(() => one.close());

it.each(ERAS)('%s: a question that a rule answers counts once, with its tokens', async (era) => {
  one = await SamplingCase.open(era, { rules: [ALLOW] });
  await one.connect([ask('hi'), [ask('a'), ask('b')]]);
  await one.done();
  // What was written down; the window is told a little later.
  await one.restart();
  const { replica } = one.person.host;
  expect(replica.get('rules', 'a')).toMatchObject({ usedToday: 3, tokensToday: 156 });
  expect(replica.get('app', 'app')).toMatchObject({ today: { answers: 3, tokens: 156 } });
});

it.each(ERAS)('%s: what a rule may do in a minute is the same after a restart', async (era) => {
  one = await SamplingCase.open(era, { rules: [{ ...ALLOW, limits: { perMinute: 2 } }] });
  await one.connect([ask('hi')]);
  await one.done();
  await one.restart();
  await one.done();
  const { ended } = one.run();
  const { body } = await one.shows('sampling-prompt');
  expect(body.notes).toEqual(['Your rule allows 2 a minute, and those are used.']);
  await one.deny();
  await ended;
  expect(one.bodies).toStrictEqual([bodyOf(), bodyOf()]);
});
