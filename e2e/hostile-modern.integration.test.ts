/** Hostile probes of a modern server: a refusal sends nothing and ends the call here; a request is never answered. */
import { afterAll, describe, expect, it } from 'vitest';
import { scratch } from './lib/headless.ts';
import { against, type Probed, type Transport } from './lib/hostile.ts';
import type { Scenario, Step, Steps } from './servers/raw.ts';

const place = scratch();
const { dir } = place;
afterAll(() => place.remove());

const everything = place.file({
  roots: ['.'],
  elicitation: [{ when: { message: 'unanswered' }, action: 'decline' }, { action: 'accept' }],
  sampling: [{ when: { prompt: 'secret' }, deny: true }, { respond: { text: 'hello' } }],
});
const form = {
  method: 'elicitation/create',
  params: { message: 'Name?', requestedSchema: { type: 'object', properties: {} } },
};
const link = {
  method: 'elicitation/create',
  params: { mode: 'url', message: 'Go', url: 'https://example.com' },
};
const sampling = (text: string) => ({
  method: 'sampling/createMessage',
  params: { messages: [{ role: 'user', content: { type: 'text', text } }], maxTokens: 5 },
});
const roots = { method: 'roots/list' };

const legs = ({ received }: Probed) =>
  received
    .filter(({ method }) => method === 'tools/call')
    .map(({ params }) => params as Record<string, unknown>);
const round = (inputRequests: unknown, requestState?: unknown): Step[] => [
  { inputRequired: { inputRequests, ...(requestState === undefined ? {} : { requestState }) } },
];

describe.each<Transport>(['stdio', 'http'])('modern, over %s', (transport) => {
  const probe = (t: Steps, ...flags: string[]) =>
    against({ onCall: { t } }, { dir, transport, era: 'modern', flags: ['--answers', everything, ...flags] });

  it('a JSON-RPC request is dropped, counted and shown, and the call goes on', async () => {
    const methods = ['ping', 'sampling/createMessage', 'elicitation/create', 'roots/list', 'foo/bar'];
    const strays = methods.map(
      (method): Step => ({
        request: { id: method, method, params: { ...sampling('x').params, ...form.params } },
      }),
    );
    const probed = await probe(strays);
    expect(probed.run.code).toBe(0);
    expect(probed.run.one('result').isError).toBe(false);
    expect(probed.answers).toEqual([]);
    expect(probed.run.all('reverse')).toEqual([]);
    const warnings = probed.run.all('warning').map(({ message }) => message as string);
    expect(warnings).toHaveLength(methods.length);
    for (const [i, method] of methods.entries()) expect(warnings[i]).toContain(`(${method})`);
  });

  it.each<[string, unknown, string[]]>([
    ['known: a method that no client serves', { method: 'foo/bar' }, []],
    ['known: ping', { method: 'ping' }, []],
    ['known: one that every object has', { method: 'constructor' }, []],
    ['known: no method', { params: {} }, []],
    ['known: an entry that is no object', 7, []],
    ['known: an entry that is null', null, []],
    ['capability: sampling', sampling('x'), ['--without', 'sampling']],
    ['capability: a link', link, ['--without', 'elicitation.url']],
    ['capability: roots', roots, ['--without', 'roots']],
    [
      'capability: tools',
      { ...sampling('x'), params: { ...sampling('x').params, tools: [{ name: 't', inputSchema: {} }] } },
      [],
    ],
    ['shape: sampling without messages', { method: 'sampling/createMessage', params: { maxTokens: 1 } }, []],
    ['shape: a form without a schema', { method: 'elicitation/create', params: { message: 'm' } }, []],
    [
      'shape: A65 a link to a script',
      { ...link, params: { ...link.params, url: 'javascript:alert(1)' } },
      [],
    ],
    ['shape: roots with a list', { method: 'roots/list', params: [] }, []],
  ])(
    '%s: nothing is sent, nothing else is asked, the call ends with the reason',
    async (_what, bad, flags) => {
      const probed = await probe(
        { rounds: [round({ good: form, bad, other: sampling('x') }, 's')] },
        ...flags,
      );
      expect(probed.run.code).toBe(4);
      expect(legs(probed)).toHaveLength(1);
      expect(probed.answers).toEqual([]);
      expect(probed.run.one('error')).toMatchObject({
        code: 'refused',
        message: expect.stringMatching(/^[A-Z][^\n]* Nothing was sent\.$/),
      });
      const outcomes = probed.run.all('answer').map(({ outcome }) => outcome);
      expect(outcomes).toContain('refused');
      expect(outcomes).not.toContain('accepted');
      // Each question has its end.
      expect(outcomes).toHaveLength(3);
      expect(JSON.stringify(probed.run.all('answer'))).not.toContain('"error"');
    },
  );

  it('denying ends the call, and the other answers of the round are not sent', async () => {
    const probed = await probe({ rounds: [round({ a: form, b: sampling('secret'), c: roots }, 's')] });
    expect(probed.run.code).toBe(1);
    expect(legs(probed)).toHaveLength(1);
    expect(probed.run.one('error')).toMatchObject({ code: 'denied' });
  });

  it('a decline is an answer: the round is sent, each under its key, with the state byte for byte', async () => {
    const state = '\u0000 {"a":1}\u2028é😀';
    const declined = { ...form, params: { ...form.params, message: 'unanswered' } };
    const asked = { constructor: form, 'a b/#': declined, toString: roots, '': link };
    const probed = await probe({ rounds: [round(asked, state)] });
    expect(probed.run.code).toBe(0);
    const [first, second, ...more] = legs(probed);
    expect(more).toEqual([]);
    expect(first).not.toHaveProperty('requestState');
    expect(second?.requestState).toBe(state);
    expect(Object.entries(second?.inputResponses as object)).toEqual([
      ['constructor', { action: 'accept', content: {} }],
      ['a b/#', { action: 'decline' }],
      ['toString', { roots: [expect.anything()] }],
      ['', { action: 'accept' }],
    ]);
    const ids = probed.received.filter(({ method }) => method === 'tools/call').map(({ id }) => id);
    expect(new Set(ids).size).toBe(2);
  });
});

describe('modern, over stdio', () => {
  const probe = (scenario: Scenario, command?: string[]) =>
    against(scenario, {
      dir,
      era: 'modern',
      flags: ['--answers', everything],
      ...(command ? { command } : {}),
    });

  it.each<[string, Record<string, unknown>]>([
    ['questions that are a list', { inputRequests: [form] }],
    ['questions that are a text', { inputRequests: 'x' }],
    ['questions that are null', { inputRequests: null }],
    ['a state that is a number', { inputRequests: { a: form }, requestState: 5 }],
    ['a state that is null', { inputRequests: { a: form }, requestState: null }],
    ['neither questions nor a state', {}],
    ['no questions and no state', { inputRequests: {} }],
  ])('%s: the call ends as a fault of the server', async (_what, result) => {
    const probed = await probe({ onCall: { t: { rounds: [[{ inputRequired: result }]] } } });
    expect(probed.run.code).toBe(1);
    expect(probed.run.one('error')).toMatchObject({
      code: 'protocol',
      message: expect.stringMatching(/\.$/),
    });
    expect(legs(probed)).toHaveLength(1);
    expect(probed.run.all('reverse')).toEqual([]);
  });

  it.each<[string, Scenario, string[]]>([
    ['input_required on a list', { on: { 'tools/list': round({ a: form }, 's') } }, ['list', 'tools']],
    [
      'a task without a state',
      { onCall: { t: [{ reply: { resultType: 'task', taskId: '1' }, bare: true }] } },
      ['call', '--tool', 't'],
    ],
  ])('%s is a fault of the server', async (_what, scenario, command) => {
    const probed = await probe(scenario, command);
    expect(probed.run.code).toBe(1);
    expect(probed.run.one('error')).toMatchObject({ code: 'protocol' });
    expect(probed.run.all('reverse')).toEqual([]);
  });

  it('rounds without end are capped at 10', async () => {
    const asking = await probe({ onCall: { t: { rounds: [round({ a: form }, 's')], forever: true } } });
    expect(asking.run.one('error')).toMatchObject({ code: 'rounds' });
    expect(asking.run.all('answer')).toHaveLength(10);
    expect(legs(asking)).toHaveLength(11);
    const polling = await probe({ onCall: { t: { rounds: [round({}, 's')], forever: true } } });
    expect(polling.run.one('error')).toMatchObject({ code: 'rounds' });
    expect(legs(polling)).toHaveLength(11);
    expect(legs(polling).every((params) => !('inputResponses' in params))).toBe(true);
  });

  it('limits: over them a form is cancelled, and the round is still sent', async () => {
    const many = Object.fromEntries(Array.from({ length: 125 }, (_, i) => [`q${i}`, form]));
    const probed = await probe({ onCall: { t: { rounds: [round(many)] } } });
    expect(probed.run.code).toBe(0);
    const responses = Object.values(legs(probed)[1]?.inputResponses as Record<string, { action: string }>);
    expect(responses.map(({ action }) => action)).toEqual([
      ...Array(120).fill('accept'),
      ...Array(5).fill('cancel'),
    ]);
  });

  it('a legacy server cannot ask this way', async () => {
    const probed = await against(
      { onCall: { t: round({ a: form }, 's') } },
      { dir, flags: ['--answers', everything] },
    );
    expect(probed.run.code).toBe(1);
    expect(probed.run.one('error')).toMatchObject({ code: 'protocol' });
    expect(probed.run.all('reverse')).toEqual([]);
  });
});
