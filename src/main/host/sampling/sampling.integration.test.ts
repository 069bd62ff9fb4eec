import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type MessagesApi, type Reply, startMessagesApi } from '../../../../e2e/servers/messages-api.ts';
import { type Report, rawStdio, type Scenario, type Step } from '../../../../e2e/servers/raw.ts';
import type { JournalEntry } from '../../../shared/model/journal.ts';
import type { QuestionBody, QuestionView } from '../../../shared/model/reverse-call.ts';
import type { ServerSettings } from '../../../shared/model/server.ts';
import { createHost } from '../host.ts';
import { Person } from '../testing/person.ts';

/** Sampling on real servers, against a stand-in of the Messages API, in both eras. */
const KEY = 'sk-canary-c0ffee';
const SONNET = 'anthropic/claude-sonnet-5-5';
const HAIKU = 'anthropic/claude-haiku-5-5';

let api: MessagesApi;
let person: Person;
let copied = '';
const patches: string[] = [];

async function sitDown(options: { rules?: object[]; key?: string; settings?: object } = {}): Promise<void> {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'gatehouse-sampling-'));
  writeFileSync(path.join(dataDir, 'rules.json'), JSON.stringify({ rules: options.rules ?? [] }));
  writeFileSync(path.join(dataDir, 'settings.json'), JSON.stringify(options.settings ?? {}));
  const host = await createHost({
    dataDir,
    version: '0.0.0',
    env: { PATH: process.env.PATH, ANTHROPIC_API_KEY: options.key ?? KEY, ANTHROPIC_BASE_URL: api.url },
    clipboard: {
      read: () => copied,
      clear: () => {
        copied = '';
      },
    },
    keychain: {
      kind: () => 'os',
      encrypt: async (text) => Buffer.from(text).map((byte) => byte ^ 0x5a),
      decrypt: async (bytes) => Buffer.from(bytes.map((byte) => byte ^ 0x5a)).toString(),
    },
    openExternal: async () => {},
  });
  host.replica.onPatch((patch) => void patches.push(JSON.stringify(patch)));
  person = new Person(host, dataDir);
}

beforeEach(async () => {
  api = await startMessagesApi({ key: KEY });
  patches.length = 0;
});
afterEach(async () => {
  await person.leave();
  await api.close();
});

const text = (value: string) => ({ role: 'user', content: { type: 'text', text: value } });
const prompt = { messages: [text('hi')], maxTokens: 100 };
const ask = (id: string, params: object = prompt): Step => ({
  ask: { id, method: 'sampling/createMessage', params },
});
const ok: Step = { reply: { content: [{ type: 'text', text: 'done' }] } };
const legacy = (...steps: Step[]): Scenario => ({ onCall: { t: [...steps, ok] } });
const modern = (params: object = prompt): Scenario => ({
  onCall: {
    t: {
      rounds: [
        [
          {
            inputRequired: {
              inputRequests: { q: { method: 'sampling/createMessage', params } },
              requestState: 's1',
            },
          },
        ],
        [ok],
      ],
    },
  },
});
const connect = (
  scenario: Scenario,
  era: 'legacy' | 'modern' = 'legacy',
  settings: Partial<ServerSettings> = {},
) => person.connect('s', { type: 'stdio', ...rawStdio(scenario, era) }, settings);

type Body<T extends QuestionBody['type']> = Extract<QuestionBody, { type: T }>;
/** The question once it shows that. */
async function shows<T extends QuestionBody['type']>(
  type: T,
  when: (body: Body<T>) => boolean = () => true,
): Promise<QuestionView & { body: Body<T> }> {
  const found = await person.until(() =>
    person.host.replica
      .all('questions')
      .find(
        ({ state, body }) =>
          body.type === type && (state === 'waiting' || type === 'sampling-running') && when(body as Body<T>),
      ),
  );
  return found as QuestionView & { body: Body<T> };
}
const answers = async () => (await person.report<Report>('s')).answers;
const bodies = () => api.requests.map(({ body }) => body);
async function ends(): Promise<JournalEntry[]> {
  const { entries } = await person.host.handlers['activity.page']({ limit: 500 });
  return entries.filter(({ type }) => type === 'answer' || type === 'decision').reverse();
}
const limited = (seconds: string): Reply => ({
  error: { status: 429, type: 'rate_limit_error', headers: { 'retry-after': seconds } },
});

describe('both gates', () => {
  it.each(['legacy', 'modern'] as const)(
    'B05 %s: the answer leaves while the call that asked is pending, and the call goes on',
    async (era) => {
      await sitDown();
      await connect(era === 'legacy' ? legacy(ask('m')) : modern(), era);
      const { ended } = person.run('s', 't');
      const before = await shows('sampling-prompt');
      expect(before.body).toMatchObject({ chosen: SONNET, obstacles: [], prompt: { inputTokens: 5 } });
      expect(before.body.models[0]?.facts).toMatchObject({ intelligence: 0.75 });
      expect(api.requests).toEqual([]);
      await person.answer(before.id, { type: 'approve' });
      const after = await shows('sampling-answer');
      expect(after.body.answer).toMatchObject({ text: 'ok', outputTokens: 42, inputTokens: 10 });
      await person.answer(after.id, { type: 'send' });
      expect(await ended).toMatchObject({ state: 'done', isError: false });
      expect(bodies()).toEqual([
        {
          model: 'claude-sonnet-5-5',
          max_tokens: 100,
          messages: [{ role: 'user', content: [{ type: 'text', text: 'hi' }] }],
          stream: true,
        },
      ]);
    },
  );

  it.each(['legacy', 'modern'] as const)('B01 %s: who denies sends -1, or nothing at all', async (era) => {
    await sitDown();
    await connect(era === 'legacy' ? legacy(ask('m')) : modern(), era);
    const { ended } = person.run('s', 't');
    await person.answer((await shows('sampling-prompt')).id, { type: 'deny' });
    const view = await ended;
    if (era === 'legacy') expect((await answers())[0]?.error?.code).toBe(-1);
    else expect(view).toMatchObject({ state: 'failed' });
    expect(api.requests).toEqual([]);
    const { received } = await person.report<Report>('s');
    // A modern call that was denied is not made again.
    const calls = received.filter(({ params }) => (params as { name?: string } | undefined)?.name === 't');
    expect(calls).toHaveLength(1);
  });

  it('B35 a server that takes its question back ends the request to the model, and gets no answer', async () => {
    await sitDown();
    const request = { id: 'm', method: 'sampling/createMessage', params: prompt };
    await connect(
      legacy({ request }, { wait: { method: 'tools/call' }, count: 2, withinMs: 60_000 }, { cancel: 'm' }),
    );
    api.reply({ blocks: [{ text: ['par'] }], ending: 'hold' });
    const { ended } = person.run('s', 't');
    const { id } = await shows('sampling-prompt');
    await person.answer(id, { type: 'approve' });
    const gone = api.untilAborted();
    await api.untilHeld();
    await person.report('s');
    await gone;
    await ended;
    expect(api.aborted).toBe(1);
    await person.card(id, ({ state, outcome }) => state === 'closed' && outcome === 'withdrawn');
    expect(await answers()).toEqual([]);
  });

  it('B23 B25 temperature and top_p never go together, and no parameter that was not asked for', async () => {
    await sitDown();
    const params = { ...prompt, temperature: 0.5, top_p: 0.9, topP: 0.9, metadata: { top_p: 0.9, top_k: 3 } };
    await connect(legacy(ask('m', params)));
    const { ended } = person.run('s', 't');
    await person.answer((await shows('sampling-prompt')).id, { type: 'approve' });
    // B23: the stand-in refuses a temperature, so it is asked again without.
    const after = await shows('sampling-answer');
    expect(after.body.answer.notes.join(' ')).toMatch(/temperature, so it was left out/);
    await person.answer(after.id, { type: 'send' });
    await ended;
    expect(bodies().map((body) => Object.keys(body).sort())).toEqual([
      ['max_tokens', 'messages', 'model', 'stream', 'temperature'],
      ['max_tokens', 'messages', 'model', 'stream'],
    ]);
  });

  it('maxTokens is lowered by the person, and never raised, whatever a window sends', async () => {
    await sitDown();
    await connect(legacy(ask('m1'), ask('m2')));
    const { ended } = person.run('s', 't');
    for (const maxTokens of [7, 100_000]) {
      await person.answer((await shows('sampling-prompt')).id, { type: 'approve', edits: { maxTokens } });
      await person.answer((await shows('sampling-answer')).id, { type: 'send' });
    }
    await ended;
    expect(bodies().map((body) => body.max_tokens)).toEqual([7, 100]);
  });

  it('Deny while the model answers ends it, and Stop keeps what there is', async () => {
    await sitDown();
    await connect(legacy(ask('m1'), ask('m2')));
    api.reply(
      { blocks: [{ text: ['par', 'tial'] }], ending: 'hold' },
      { blocks: [{ text: ['x'] }], ending: 'hold' },
    );
    const { ended } = person.run('s', 't');
    await person.answer((await shows('sampling-prompt')).id, { type: 'approve' });
    const running = await shows('sampling-running', ({ partial }) => partial !== '');
    expect(running.body.inputTokens).toBe(5);
    await person.answer(running.id, { type: 'stop' });
    const after = await shows('sampling-answer');
    expect(after.body.answer.text).toMatch(/^par/);
    await person.answer(after.id, { type: 'send' });
    await person.answer((await shows('sampling-prompt')).id, { type: 'approve' });
    const second = await shows('sampling-running', ({ partial }) => partial === 'x');
    await person.answer(second.id, { type: 'deny' });
    await ended;
    const [, denied] = await answers();
    expect(denied?.error?.code).toBe(-1);
  });
});

describe('many at once', () => {
  it('200 requests: as many questions as are allowed, an answer for each, and no model asked', async () => {
    await sitDown();
    const together = Array.from({ length: 200 }, (_, i) => [ask(`m${i}`)]);
    await connect(legacy({ together }));
    const { ended } = person.run('s', 't');
    const open = () => person.host.replica.all('questions').filter(({ state }) => state === 'waiting');
    const refused = () =>
      person.host.replica
        .all('questions')
        .reduce((sum, { state, count = 1 }) => sum + (state === 'closed' ? count : 0), 0);
    // A question that is answered makes room for another, so all must have come before.
    await person.until(() => open().length === 20 && refused() === 180);
    expect(new Set(open().map(({ cause }) => cause.callId)).size).toBe(1);
    for (const { id } of open()) await person.answer(id, { type: 'deny' });
    await ended;
    const all = (await answers()).map(({ id, error }) => [id, error?.code]);
    expect(all).toHaveLength(200);
    expect(new Set(all.map(([id]) => id)).size).toBe(200);
    expect(new Set(all.map(([, code]) => code))).toEqual(new Set([-1]));
    expect(open()).toEqual([]);
    expect(api.requests).toEqual([]);
  });
});

describe('which model', () => {
  it('the reason is on the screen, and only models the server may have are offered', async () => {
    await sitDown();
    const params = { ...prompt, modelPreferences: { hints: [{ name: 'haiku' }], costPriority: 1 } };
    await connect(legacy(ask('m1', params), ask('m2', params)), 'legacy', { models: [SONNET] });
    const { ended } = person.run('s', 't');
    const first = await shows('sampling-prompt');
    expect(first.body.models.map(({ id }) => id)).toEqual([SONNET, 'manual/you']);
    expect(first.body).toMatchObject({
      chosen: SONNET,
      chosenReason: 'The server weighs cost 1: Claude Sonnet 5.5 fits best.',
    });
    // A window that is not ours asks for one that is not in the list.
    await person.answer(first.id, { type: 'approve', edits: { model: HAIKU } });
    const again = await shows('sampling-prompt', ({ error }) => error !== undefined);
    expect(again.body.error).toContain('no longer set up');
    expect(api.requests).toEqual([]);
    await person.answer(again.id, { type: 'deny' });
    await person.host.handlers['servers.update']({ id: 's', settings: { models: [] } });
    const second = await shows('sampling-prompt', ({ error }) => error === undefined);
    expect(second.body).toMatchObject({ chosen: HAIKU, chosenReason: 'The server asked for "haiku".' });
    await person.answer(second.id, { type: 'deny' });
    await ended;
  });

  it('hidden models are not offered, and what the person says of one decides', async () => {
    await sitDown();
    const change = person.host.handlers['models.change'];
    await change({ connection: 'anthropic', model: 'claude-sonnet-5-5', hidden: true });
    await change({ connection: 'anthropic', model: 'claude-opus-5-5', facts: { cost: 1, inputPrice: 5 } });
    await connect(legacy(ask('m', { ...prompt, modelPreferences: { costPriority: 1 } })));
    const { ended } = person.run('s', 't');
    const { id, body } = await shows('sampling-prompt');
    expect(body.models.map((one) => one.id)).not.toContain(SONNET);
    expect(body.chosen).toBe('anthropic/claude-opus-5-5');
    expect(body.models.find((one) => one.id === body.chosen)?.facts).toMatchObject({ inputPrice: 5 });
    await person.answer(id, { type: 'deny' });
    await ended;
  });

  it('B17 what the model cannot take is said before, blocks only that model, and nothing is dropped', async () => {
    await sitDown();
    const audio = { role: 'user', content: { type: 'audio', data: 'UklGRg==', mimeType: 'audio/wav' } };
    await connect(legacy(ask('m', { ...prompt, messages: [text('listen'), audio] })));
    const { ended } = person.run('s', 't');
    const { id, body } = await shows('sampling-prompt');
    expect(body.obstacles.map(({ model }) => model)).toContain(SONNET);
    expect(body.obstacles.map(({ model }) => model)).not.toContain('manual/you');
    await person.answer(id, { type: 'approve' });
    const again = await shows('sampling-prompt', ({ error }) => error !== undefined);
    expect(again.body.error).toContain('audio (WAV');
    expect(api.requests).toEqual([]);
    await person.answer(id, { type: 'approve', edits: { model: 'manual/you' } });
    await person.answer((await shows('sampling-answer')).id, { type: 'send', text: 'I heard it' });
    await ended;
    expect((await answers())[0]?.result).toMatchObject({ content: { text: 'I heard it' } });
  });
});

describe('a model that fails', () => {
  it('says when to try again; Approve tries again with the same model and the same edits', async () => {
    await sitDown();
    await connect(legacy(ask('m')));
    api.reply(limited('20'), { error: { status: 529, type: 'overloaded_error' } });
    const { ended } = person.run('s', 't');
    const edits = { texts: { '0.0': 'edited' }, model: HAIKU };
    const first = await shows('sampling-prompt');
    const from = Date.now();
    await person.answer(first.id, { type: 'approve', edits });
    const limit = await shows('sampling-prompt', ({ error }) => error !== undefined);
    expect(limit.body.error).toContain('The limit of ');
    expect(limit.body.retryAfterAt).toBeGreaterThanOrEqual(from + 20_000);
    expect(limit.body).toMatchObject({ chosen: HAIKU, chosenReason: 'You chose it.' });
    await person.answer(limit.id, { type: 'approve', edits });
    const overloaded = await shows('sampling-prompt', ({ error }) => error?.includes('overloaded') ?? false);
    expect(overloaded.body).not.toHaveProperty('retryAfterAt');
    await person.answer(overloaded.id, { type: 'approve', edits });
    await person.answer((await shows('sampling-answer')).id, { type: 'send' });
    expect(await ended).toMatchObject({ state: 'done' });
    expect(bodies().map(({ model }) => model)).toEqual(Array(3).fill('claude-haiku-5-5'));
    expect(JSON.stringify(bodies()[2]?.messages)).toContain('edited');
  });

  it.each(['legacy', 'modern'] as const)(
    '%s: who gives up leaves the server with nothing of why',
    async (era) => {
      await sitDown();
      await connect(era === 'legacy' ? legacy(ask('m')) : modern(), era);
      api.reply(limited('20'));
      const { ended } = person.run('s', 't');
      await person.answer((await shows('sampling-prompt')).id, { type: 'approve' });
      const { id } = await shows('sampling-prompt', ({ error }) => error !== undefined);
      await person.answer(id, { type: 'deny' });
      const view = await ended;
      const [end] = await ends();
      expect(end?.text).toContain('You gave up');
      if (era === 'modern') expect(view.state).toBe('failed');
      else expect((await answers())[0]?.error).toEqual({ code: -32603, message: 'Sampling failed' });
    },
  );

  it('a key that is refused is said so, and is nowhere', async () => {
    await sitDown({ key: 'sk-wrong-canary-1' });
    await connect(legacy(ask('m')));
    const { ended } = person.run('s', 't');
    await person.answer((await shows('sampling-prompt')).id, { type: 'approve' });
    const { id, body } = await shows('sampling-prompt', ({ error }) => error !== undefined);
    expect(body.error).toContain('check ANTHROPIC_API_KEY');
    await person.answer(id, { type: 'deny' });
    await ended;
    expect(patches.join()).not.toContain('sk-wrong-canary-1');
  });

  it("what a rule had let through becomes a question, visibly, and both gates are the person's", async () => {
    await sitDown({ rules: [{ id: 'a', server: 's', kind: 'sampling', decision: 'allow' }] });
    await connect(legacy(ask('m')));
    api.reply({ error: { status: 500, type: 'api_error' } });
    const { ended } = person.run('s', 't');
    const { id, body } = await shows('sampling-prompt');
    expect(body.error).toContain('fault of its own');
    expect(body.notes).toEqual(['The model that your rule asks could not answer, so you decide.']);
    await person.answer(id, { type: 'approve' });
    await person.answer((await shows('sampling-answer')).id, { type: 'send' });
    await ended;
    const [end] = await ends();
    expect(end?.detail).toMatchObject({ asked: { rule: 'a' } });
    expect(end?.detail).not.toHaveProperty('rule');
  });
});

describe('a rule that opens the first gate only', () => {
  const before = { id: 'a', server: 's', kind: 'sampling', decision: 'allow', gates: 'before' };

  it('asks the model without the person, who sends the answer; both count', async () => {
    await sitDown({ rules: [{ ...before, limits: { perMinute: 1 } }] });
    await connect(legacy(ask('m1'), ask('m2')));
    const { ended } = person.run('s', 't');
    const first = await shows('sampling-answer');
    expect(first.body.answer.notes).toEqual(['Your rule asked the model, and leaves its answer to you.']);
    expect((await person.report<Report>('s')).answers).toEqual([]);
    await person.answer(first.id, { type: 'dont-send' });
    const second = await shows('sampling-prompt');
    expect(second.body.notes).toEqual(['Your rule allows 1 a minute, and those are used.']);
    await person.answer(second.id, { type: 'deny' });
    await ended;
    const [end] = await ends();
    expect(end?.detail).toMatchObject({
      outcome: 'denied',
      rule: 'a',
      ruleText: 'Allow sampling from s, and show the answer before it is sent, at most 1 a minute.',
      asked: { rule: 'a' },
    });
    await person.until(() => person.host.replica.get('rules', 'a')?.usedToday === 1);
  });
});

describe('tools', () => {
  const tools = [{ name: 'look', inputSchema: { type: 'object' } }];
  const call = (id: string) => ({ tool: { id, name: 'look', input: { n: id } } });
  const declared = async () => {
    const { received } = await person.report<Report>('s');
    const first = received.find(({ method }) => method === 'initialize') as
      | { params: { capabilities: { sampling?: object } } }
      | undefined;
    return first?.params.capabilities.sampling;
  };

  it('a call that is not approved does not go; with none left the model has just ended', async () => {
    await sitDown();
    await connect(legacy(ask('m1', { ...prompt, tools }), ask('m2', { ...prompt, tools })));
    api.reply(
      { blocks: [{ text: ['hm'] }, call('1'), call('2')], stopReason: 'tool_use' },
      { blocks: [call('3')], stopReason: 'tool_use' },
    );
    const { ended } = person.run('s', 't');
    await person.answer((await shows('sampling-prompt')).id, { type: 'approve' });
    const first = await shows('sampling-answer');
    expect(first.body.answer.extra).toHaveLength(2);
    const send = { type: 'send' as const, withhold: [0] };
    const wire = await person.host.handlers['questions.wire']({ id: first.id, answer: send });
    await person.answer(first.id, send);
    await person.answer((await shows('sampling-prompt')).id, { type: 'approve' });
    await person.answer((await shows('sampling-answer')).id, send);
    await ended;
    const [some, none] = await answers();
    expect(some?.result).toMatchObject({ stopReason: 'toolUse', content: [{ text: 'hm' }, { id: '2' }] });
    expect(JSON.parse(wire.answer ?? '')).toEqual(some?.result);
    expect(none?.result).toMatchObject({ stopReason: 'endTurn', content: { type: 'text', text: '' } });
  });

  it('a conversation may have so many rounds of tools', async () => {
    await sitDown({ settings: { maxRounds: 2 } });
    const use = (id: string) => ({
      role: 'assistant',
      content: { type: 'tool_use', id, name: 'look', input: {} },
    });
    const result = (id: string) => ({
      role: 'user',
      content: { type: 'tool_result', toolUseId: id, content: [] },
    });
    const rounds = [text('hi'), use('1'), result('1'), use('2'), result('2')];
    await connect(legacy(ask('m', { ...prompt, tools, messages: rounds })));
    await person.run('s', 't').ended;
    expect((await answers())[0]?.error?.code).toBe(-1);
    const [end] = await ends();
    expect(end?.detail).toMatchObject({ outcome: 'refused', gate: 'limits', limit: 'rounds' });
    expect(person.host.replica.all('questions')).toMatchObject([{ state: 'closed', outcome: 'refused' }]);
  });

  it('B11 are declared only if the model in use can, and again when the person takes another', async () => {
    await sitDown();
    await connect(legacy());
    expect(await declared()).toEqual({ tools: {} });
    const restarted = (tools: boolean) =>
      person.until(() => {
        const view = person.host.replica.get('servers', 's');
        const { sampling } = (view?.clientCapabilities ?? {}) as { sampling?: { tools?: object } };
        return view?.status === 'connected' && (sampling?.tools !== undefined) === tools;
      });
    await person.host.handlers['app.updateSettings']({ defaultModel: 'manual/you' });
    await restarted(false);
    expect(await declared()).toEqual({});
    await person.host.handlers['app.updateSettings']({ defaultModel: '' });
    await restarted(true);
    expect(await declared()).toEqual({ tools: {} });
    await person.host.handlers['models.change']({
      connection: 'anthropic',
      model: 'claude-sonnet-5-5',
      facts: { tools: false },
    });
    await restarted(false);
    await person.host.handlers['servers.update']({ id: 's', settings: { models: [HAIKU] } });
    await restarted(true);
    expect(await declared()).toEqual({ tools: {} });
  });

  it('B11 a server with a question open is told when it is answered', async () => {
    await sitDown();
    await connect(legacy(ask('m')));
    const { ended } = person.run('s', 't');
    const { id } = await shows('sampling-prompt');
    const pid = (await person.report<Report>('s')).pid;
    await person.host.handlers['app.updateSettings']({ defaultModel: 'manual/you' });
    expect((await person.report<Report>('s')).pid).toBe(pid);
    await person.answer(id, { type: 'deny' });
    await ended;
    await person.until(() => {
      const view = person.host.replica.get('servers', 's');
      return (
        view?.status === 'connected' && JSON.stringify(view.clientCapabilities).includes('"sampling":{}')
      );
    });
    expect((await person.report<Report>('s')).pid).not.toBe(pid);
  });
});

describe('a connection of the person', () => {
  it('takes its key from the clipboard, reads its models, answers, and the key is in its header alone', async () => {
    const printed: string[] = [];
    for (const method of ['log', 'info', 'warn', 'error', 'debug'] as const) {
      vi.spyOn(console, method).mockImplementation((...all) => void printed.push(all.map(String).join(' ')));
    }
    await sitDown({ key: '' });
    const { handlers, replica } = person.host;
    const { id } = await handlers['connections.add']({
      name: 'Ours',
      provider: 'anthropic',
      baseUrl: api.url,
    });
    copied = KEY;
    expect(await handlers['connections.takeKey']({ id, keep: 'keychain' })).toEqual({ state: 'kept' });
    expect(copied).toBe('');
    api.models([{ id: 'local-7b', display_name: 'Local 7B', max_input_tokens: 8192 }]);
    expect(await handlers['connections.readModels']({ id })).toEqual({ found: 1 });
    const app = replica.get('app', 'app');
    expect(app?.connections.find((one) => one.id === id)).toMatchObject({
      ready: true,
      key: 'kept',
      readAt: expect.any(Number),
      models: [{ id: 'local-7b', source: 'endpoint', facts: { label: 'Local 7B', contextTokens: 8192 } }],
    });
    expect(app?.keychain.kind).toBe('os');
    expect(app?.models.map((one) => one.id)).toEqual([`${id}/local-7b`, 'manual/you']);
    await connect(legacy(ask('m')));
    const { ended } = person.run('s', 't');
    const before = await shows('sampling-prompt');
    expect(before.body.models[0]).toMatchObject({ id: `${id}/local-7b`, label: 'Local 7B (Ours)' });
    await person.answer(before.id, { type: 'approve' });
    await person.answer((await shows('sampling-answer')).id, { type: 'send' });
    await ended;
    expect(bodies()).toMatchObject([{ model: 'local-7b' }]);
    expect(api.requests[0]?.headers['x-api-key']).toBe(KEY);
    const { entries } = await handlers['activity.page']({ limit: 500 });
    expect(entries.map((entry) => entry.text)).toContain(`You added the connection Ours to ${api.url}`);
    const files = readdirSync(person.dataDir, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => readFileSync(path.join(entry.parentPath, entry.name)).toString('latin1'));
    const report = await person.report<Report>('s');
    const everything = [...files, ...patches, ...printed, JSON.stringify([entries, bodies(), report])].join(
      '\n',
    );
    expect(everything).not.toContain(KEY);
    expect(everything).not.toContain(Buffer.from(KEY).toString('base64'));
    vi.restoreAllMocks();
  });

  it('a reading that fails is said beside it, and what was known stays', async () => {
    await sitDown();
    const { handlers, replica } = person.host;
    const view = () => replica.get('app', 'app')?.connections[0];
    const listed = view()?.models.length;
    await expect(handlers['connections.readModels']({ id: 'anthropic' })).rejects.toMatchObject({
      code: 'not-models',
    });
    expect(view()).toMatchObject({ problem: expect.stringContaining('not a list of models') });
    expect(view()?.models).toHaveLength(listed ?? -1);
  });
});
