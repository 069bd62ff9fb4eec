import { afterEach, expect, it } from 'vitest';
import {
  ALLOW,
  assistant,
  bodyOf,
  ERAS,
  SamplingCase,
  text,
  user,
} from '../../../../e2e/lib/sampling-case.ts';

/** B27 of the sampling cases, for every order of roles; both wires are compared whole. */
let one: SamplingCase;
afterEach(() => one.close());

it.each(ERAS)(
  'B27 %s: any order of roles arrives merged, in its order, between two messages of the user',
  async (era) => {
    const orders = sequences();
    one = await SamplingCase.open(era, {
      rules: [ALLOW],
      settings: { maxOpenPerServer: 100, maxPerMinute: 1000 },
    });
    await one.connect([orders.map((roles) => ({ messages: roles.map(toMessage), maxTokens: 100 }))]);
    await one.done();
    const inOrder = (a: { messages: unknown }, b: { messages: unknown }) =>
      JSON.stringify(a.messages) < JSON.stringify(b.messages) ? -1 : 1;
    expect((one.bodies as ReturnType<typeof bodyOf>[]).sort(inOrder)).toStrictEqual(
      orders.map((roles) => bodyOf({ messages: merged(roles) })).sort(inOrder),
    );
    // The stand-in is strict about it: no request was refused, so each answer is there.
    expect(JSON.stringify(await one.received()).match(/"stopReason":"endTurn"/g)).toHaveLength(orders.length);
  },
);

type Role = 'user' | 'assistant';

/** All orders of one to four roles, and longer ones from a fixed seed. */
function sequences(): Role[][] {
  const role = (bit: number): Role => (bit % 2 === 0 ? 'user' : 'assistant');
  const short = [1, 2, 3, 4].flatMap((length) =>
    Array.from({ length: 2 ** length }, (_, n) => Array.from({ length }, (_, at) => role(n >> at))),
  );
  let seed = 27;
  const random = () => {
    seed = (seed * 1103515245 + 12345) % 2 ** 31;
    return seed >> 16;
  };
  const long = Array.from({ length: 30 }, () =>
    Array.from({ length: 5 + (random() % 20) }, () => role(random())),
  );
  return [...short, ...long];
}

/** Some messages are a list of blocks. */
const toMessage = (role: Role, at: number) => {
  const blocks = at % 3 === 2 ? [text(`${at}`), text(`${at}b`)] : [text(`${at}`)];
  return role === 'user' ? user(...blocks) : assistant(...blocks);
};

/** What the API takes of it: written anew here, and slowly, so as not to err as the translation would. */
function merged(roles: readonly Role[]) {
  const blocks = roles.flatMap((role, at) =>
    [toMessage(role, at).content].flat().map((block) => ({ role, block })),
  );
  const ends = { role: 'user' as const, block: text('Continue.') };
  const all = [
    ...(roles[0] === 'assistant' ? [{ role: 'user' as const, block: text('(begin)') }] : []),
    ...blocks,
    ...(roles.at(-1) === 'assistant' ? [ends] : []),
  ];
  const messages: { role: Role; content: unknown[] }[] = [];
  for (const { role, block } of all) {
    if (messages.at(-1)?.role !== role) messages.push({ role, content: [] });
    messages.at(-1)?.content.push(block);
  }
  return messages;
}
