import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  ALLOW,
  ask,
  bodyOf,
  ERAS,
  type Era,
  resultOf,
  SamplingCase,
} from '../../../../e2e/lib/sampling-case.ts';
import { DEFAULT_SERVER_SETTINGS } from '../../../shared/model/server.ts';

/** Rows of the sampling cases about who decides and what goes back, in both eras; both wires are compared whole. */
const DENIED = { error: { code: -1, message: 'User rejected sampling request' } };

let one: SamplingCase;
afterEach(() => one.close());

describe.each<Era>(ERAS)('%s', (era) => {
  const open = async (
    ...options: Parameters<typeof SamplingCase.open> extends [Era, ...infer R] ? R : never
  ) => {
    one = await SamplingCase.open(era, ...options);
  };

  describe('B01 a denial is -1, or nothing at all and a clear end', () => {
    beforeEach(() => open());

    it('B01 of the prompt: the model is not asked', async () => {
      await one.connect([ask('hi')]);
      const { ended } = one.run();
      await one.deny();
      const view = await ended;
      if (era === 'legacy') expect(view).toMatchObject({ state: 'done', isError: false });
      else
        expect(view).toMatchObject({
          state: 'failed',
          error: { message: expect.stringContaining('You denied it.') },
        });
      expect(one.bodies).toEqual([]);
      expect(await one.received()).toStrictEqual(one.answered(DENIED));
    });

    it('B01 of the answer: it stays here', async () => {
      await one.connect([ask('hi')]);
      const { ended } = one.run();
      await one.approve();
      const { id } = await one.shows('sampling-answer');
      await one.person.answer(id, { type: 'dont-send' });
      const view = await ended;
      if (era === 'modern') expect(view.error?.message).toContain('You kept the answer back.');
      expect(view.state).toBe(era === 'legacy' ? 'done' : 'failed');
      expect(one.bodies).toStrictEqual([bodyOf()]);
      expect(await one.received()).toStrictEqual(one.answered(DENIED));
    });
  });

  it('B01 by a rule is the same, and nobody is asked', async () => {
    await open({ rules: [{ ...ALLOW, decision: 'deny' }] });
    await one.connect([ask('hi')]);
    const view = await one.run().ended;
    expect(view.state).toBe(era === 'legacy' ? 'done' : 'failed');
    if (era === 'modern') expect(view.error?.message).toContain('A rule of yours turns this away.');
    expect(one.bodies).toEqual([]);
    expect(await one.received()).toStrictEqual(one.answered(DENIED));
  });

  it('B03 sampling that is off: -32601 on the wire, and a card that says which server asked for it', async () => {
    await open();
    const switches = { ...DEFAULT_SERVER_SETTINGS.switches, sampling: false, samplingTools: false };
    await one.connect([ask('hi')], { settings: { switches } });
    const view = await one.run().ended;
    const off = 'The server asked for a model answer (sampling), which is switched off for it.';
    expect(one.person.host.replica.all('questions')).toMatchObject([
      { serverId: 's', kind: 'sampling', state: 'closed', outcome: 'refused', reason: off },
    ]);
    expect(await one.received()).toStrictEqual(
      one.answered({ error: { code: -32601, message: 'Method not found' } }),
    );
    expect(await one.declared()).not.toHaveProperty('sampling');
    if (era === 'modern')
      expect(view).toMatchObject({ state: 'failed', error: { message: expect.stringContaining(off) } });
    else expect(view.state).toBe('done');
  });

  it('B05 the answer is written while the call that asked is pending, with other calls beside it', async () => {
    await open();
    await one.connect([ask('hi'), ask('again')]);
    const { ended } = one.run();
    await one.approve();
    // Another call of the same session is answered meanwhile.
    expect(one.answered()).toStrictEqual(await one.received());
    await one.send();
    await one.approve();
    await one.send();
    expect(await ended).toMatchObject({ state: 'done', isError: false });
    expect(one.bodies).toStrictEqual([
      bodyOf(),
      bodyOf({ messages: [{ role: 'user', content: [{ type: 'text', text: 'again' }] }] }),
    ]);
    expect(await one.received()).toStrictEqual(one.answered({ result: resultOf() }, { result: resultOf() }));
    if (era === 'modern') return;
    // The reply of the call is the last of the four, as the server saw it.
    const { log } = await one.report();
    const order = log.flatMap(({ kind, what }) => {
      const { id, method, result } = what as {
        id?: unknown;
        method?: string;
        result?: { content?: unknown };
      };
      if (typeof id === 'string' && /^q\d$/.test(id)) return [`${kind} ${id}`];
      return kind === 'out' && method === undefined && result?.content ? ['out reply'] : [];
    });
    expect(order.slice(0, 5)).toEqual(['out q0', 'in q0', 'out q1', 'in q1', 'out reply']);
  });

  it('B35 the person cancels the call: the request to the model is broken off, and no answer goes', async () => {
    await open();
    await one.connect([ask('hi')]);
    one.api.reply({ blocks: [{ text: ['par'] }], ending: 'hold' });
    const { callId, ended } = one.run();
    await one.approve();
    const { id } = await one.shows('sampling-running', ({ partial }) => partial === 'par');
    const gone = one.api.untilAborted();
    await one.person.host.handlers['calls.cancel']({ callId });
    await gone;
    expect(await ended).toMatchObject({ state: 'cancelled' });
    await one.person.card(id, ({ state, outcome }) => state === 'closed' && outcome === 'withdrawn');
    expect(one.api.aborted).toBe(1);
    expect(one.bodies).toStrictEqual([bodyOf()]);
    const { answers, received } = await one.report();
    if (era === 'legacy') {
      expect(answers).toStrictEqual([
        { jsonrpc: '2.0', id: 'q0', error: { code: -1, message: 'The request was withdrawn' } },
      ]);
    }
    expect(JSON.stringify(received)).not.toContain('inputResponses');
  });

  it('B35 the server goes away while the model writes: the request to the model is broken off', async () => {
    await open();
    await one.connect([ask('hi')]);
    one.api.reply({ blocks: [{ text: ['par'] }], ending: 'hold' });
    const { ended } = one.run();
    await one.approve();
    const { id } = await one.shows('sampling-running', ({ partial }) => partial === 'par');
    const gone = one.api.untilAborted();
    await one.person.host.handlers['servers.remove']({ id: 's' });
    await gone;
    await ended;
    expect(one.api.aborted).toBe(1);
    await one.person.card(id, ({ state }) => state === 'closed');
  });
});

it('B35 legacy: the server cancels its request: the request to the model is broken off, the dialog closes, no reply', async () => {
  one = await SamplingCase.open('legacy');
  const request = { id: 'q0', method: 'sampling/createMessage', params: ask('hi') };
  await one.connectTo({
    onCall: { t: [{ request }, { wait: 'go' }], go: [{ cancel: 'q0', reason: 'changed my mind' }] },
  });
  one.api.reply({ blocks: [{ text: ['par'] }], ending: 'hold' });
  const { callId } = one.run();
  await one.approve();
  const { id } = await one.shows('sampling-running', ({ partial }) => partial === 'par');
  const gone = one.api.untilAborted();
  await one.person.run('s', 'go').ended;
  await gone;
  await one.person.card(id, ({ state, outcome }) => state === 'closed' && outcome === 'withdrawn');
  expect(one.api.aborted).toBe(1);
  expect((await one.report()).answers).toEqual([]);
  await one.person.host.handlers['calls.cancel']({ callId });
});

it('modern: 200 requests in one round are beyond the limit: the round is refused, and nobody is asked', async () => {
  one = await SamplingCase.open('modern');
  await one.connect([Array.from({ length: 200 }, (_, at) => ask(`${at}`))]);
  const view = await one.run().ended;
  expect(view).toMatchObject({
    state: 'failed',
    error: { message: expect.stringContaining('the most you allow') },
  });
  const cards = one.person.host.replica.all('questions');
  expect(cards.filter(({ state }) => state !== 'closed')).toEqual([]);
  expect(cards.length).toBeLessThan(30);
  expect(one.bodies).toEqual([]);
  expect(await one.received()).toStrictEqual(one.answered());
});
