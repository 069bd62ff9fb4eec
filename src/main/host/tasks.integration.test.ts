import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Report, rawStdio, type Scenario, type Step, startRawHttp } from '../../../e2e/servers/raw.ts';
import { form, sampling } from './testing/asks.ts';
import { Person } from './testing/person.ts';
import { asks, done, isWaiting, modern, of, type Received, runTask, tool } from './testing/tasks.ts';

/** The Tasks extension (SEP-2663) on real servers. */
let person: Person;
beforeEach(async () => {
  person = await Person.sitDown();
});
afterEach(() => person.leave());

/** When the server heard each look, in its milliseconds; a busy machine makes some of them late. */
const looksAt = (report: Report) =>
  report.log
    .filter(({ kind, what }) => kind === 'in' && (what as { method?: string }).method === 'tasks/get')
    .map(({ at }) => at);

describe('a call that becomes a task', () => {
  it('is followed at the pace of the server, shows its words, and returns the result of the task', async () => {
    const result = { content: [{ type: 'text', text: 'ready' }] };
    const { callId, ended } = await runTask(
      person,
      tool(
        [
          { status: 'working', statusMessage: 'half way' },
          { status: 'completed', result },
        ],
        { pollIntervalMs: 1800 },
      ),
    );
    await person.until(
      () => person.host.replica.get('calls', String(callId))?.progress?.message === 'half way',
    );
    expect(await ended).toMatchObject({ state: 'done', isError: false, result });
    const report = await person.report<Report>('s');
    const looks = of(report, 'tasks/get');
    expect(looks.map(({ params }) => params.taskId)).toEqual(['t-1', 't-1']);
    const [first, second] = looksAt(report);
    expect((second ?? 0) - (first ?? 0)).toBeGreaterThanOrEqual(1500);
    expect(of(report, 'tasks/cancel')).toEqual([]);
  });

  it('declares the extension on every modern request, and nowhere in the legacy era', async () => {
    const { ended } = await runTask(person, tool([done]));
    await ended;
    const key = 'io.modelcontextprotocol/clientCapabilities';
    const requests = (await person.report<Report>('s')).received as unknown as Received[];
    expect(requests.map(({ method }) => method)).toContain('tasks/get');
    for (const { params } of requests.filter(({ id }) => id !== undefined)) {
      expect(params._meta?.[key]).toMatchObject({ extensions: { 'io.modelcontextprotocol/tasks': {} } });
    }
    await person.connect('old', { type: 'stdio', ...rawStdio({}, 'legacy') });
    const [initialize] = of(await person.report<Report>('old'), 'initialize');
    expect(initialize?.params.capabilities).not.toHaveProperty('extensions');
  });

  it('carries one trace through the call and everything about its task', async () => {
    const { ended } = await runTask(person, tool([asks('name'), done]));
    const { id } = await person.question();
    await person.answer(id, { type: 'submit', values: { name: 'Ada' } });
    await ended;
    const report = await person.report<Report>('s');
    const sent = ['tools/call', 'tasks/get', 'tasks/update'].flatMap((method) => of(report, method));
    const ours = sent.filter(({ params }) => params.name !== 'report');
    const parents = ours.map(({ params }) => params._meta?.traceparent ?? '');
    expect(parents.length).toBeGreaterThanOrEqual(4);
    expect(new Set(parents).size).toBe(parents.length);
    expect(new Set(parents.map((parent) => parent.split('-')[1])).size).toBe(1);
  });

  it('is not asked more often than four times a second, whatever the server says', async () => {
    const { ended } = await runTask(
      person,
      tool([{ status: 'working', looks: 3 }, done], { pollIntervalMs: 1 }),
    );
    await ended;
    const times = looksAt(await person.report<Report>('s'));
    expect(times).toHaveLength(4);
    expect((times[3] ?? 0) - (times[0] ?? 0)).toBeGreaterThanOrEqual(600);
  });

  it('may take longer than an answer may, but not longer than the person gave this one call', async () => {
    const endless: Step = { task: { id: 't-2', states: [{ status: 'working', looks: 10_000 }, done] } };
    const slow = tool([{ status: 'working', looks: 8 }, done], { pollIntervalMs: 400 });
    const scenario = { onCall: { ...slow.onCall, endless: [endless] } };
    const { ended } = await runTask(person, scenario, { callTimeoutMs: 2500 });
    expect(await ended).toMatchObject({ state: 'done' });
    const short = person.host.calls.start(
      { serverId: 's', method: 'tools/call', name: 'endless' },
      { timeoutMs: 2500 },
    );
    expect(await short.ended).toMatchObject({ state: 'failed', error: { code: 'timeout' } });
    expect(of(await person.report<Report>('s'), 'tasks/cancel')).toHaveLength(1);
  });

  it('rides out answers that fail, more slowly each time', async () => {
    const busy = { error: { code: -32603, message: 'busy' }, looks: 2 };
    const { ended } = await runTask(person, tool([busy, done]));
    expect(await ended).toMatchObject({ state: 'done' });
    const times = looksAt(await person.report<Report>('s'));
    expect(times).toHaveLength(3);
    expect((times[2] ?? 0) - (times[1] ?? 0)).toBeGreaterThanOrEqual(800);
  });

  it('ends with the last failure when the server says nothing usable for as long as it may', async () => {
    const busy = { error: { code: -32603, message: 'busy' } };
    const { ended } = await runTask(person, tool([busy]), { callTimeoutMs: 2000 });
    expect(await ended).toMatchObject({ state: 'failed', error: { code: -32603, message: 'busy' } });
  });

  it('over HTTP its requests are routed by the id of the task', async () => {
    const http = await startRawHttp(tool([{ status: 'working' }, done]), 'modern');
    try {
      await person.connect('s', { type: 'http', url: http.url });
      expect(await person.run('s', 'work').ended).toMatchObject({ state: 'done' });
      const { events } = await person.report<Report>('s');
      const headers = events
        .filter(({ name }) => name === 'http')
        .map((event) => event.headers as Record<string, string>)
        .filter((all) => all['mcp-method'] === 'tasks/get');
      expect(headers.length).toBeGreaterThanOrEqual(2);
      for (const all of headers) expect(all['mcp-name']).toBe('t-1');
    } finally {
      await http.stop();
    }
  });
});

describe('the end of a task', () => {
  it.each([
    [
      'failed, with the error of the server',
      { status: 'failed', error: { code: -32603, message: 'API rate limit exceeded' } },
      { state: 'failed', error: { code: -32603, message: 'API rate limit exceeded' } },
    ],
    [
      'failed, without one',
      { status: 'failed', statusMessage: 'no luck' },
      { state: 'failed', error: { code: 'failed', message: 'The task failed: no luck' } },
    ],
    [
      'cancelled by the server',
      { status: 'cancelled', statusMessage: 'shutting down' },
      {
        state: 'failed',
        error: { code: 'task-cancelled', message: 'The server cancelled its task: shutting down' },
      },
    ],
    [
      'expired',
      { error: { code: -32602, message: 'Failed to retrieve task: Task has expired' } },
      { state: 'failed', error: { code: 'expired' } },
    ],
    [
      'completed, and the tool reports an error',
      { status: 'completed', result: { content: [], isError: true } },
      { state: 'done', isError: true },
    ],
    ['completed without a result', { status: 'completed', result: null }, { error: { code: 'protocol' } }],
  ])('%s', async (_name, state, expected) => {
    const { ended } = await runTask(person, tool([{ status: 'working' }, state]));
    expect(await ended).toMatchObject(expected);
    expect(of(await person.report<Report>('s'), 'tasks/get')).toHaveLength(2);
  });

  it('the person cancels: the server is told', async () => {
    const { callId, ended } = await runTask(
      person,
      tool([{ status: 'working', statusMessage: 'busy', looks: 1000 }]),
    );
    await person.until(() => person.host.replica.get('calls', String(callId))?.progress?.message === 'busy');
    await person.host.handlers['calls.cancel']({ callId });
    expect(await ended).toMatchObject({ state: 'cancelled' });
    const report = await person.report<Report>('s');
    const [cancel] = of(report, 'tasks/cancel');
    expect(cancel?.params.taskId).toBe('t-1');
    const [call] = of(report, 'tools/call');
    const traceOf = (message: Received | undefined) => message?.params._meta?.traceparent?.split('-')[1];
    expect(traceOf(cancel)).toBe(traceOf(call));
  });

  it('a result of this kind is no answer to anything but a modern tools/call', async () => {
    const task = { resultType: 'task', taskId: 'x', status: 'working', ttlMs: null };
    await person.connect('s', modern({ on: { 'prompts/get': [{ reply: task, bare: true }] } }));
    const prompt = person.host.calls.start({ serverId: 's', method: 'prompts/get', name: 'p' });
    expect(await prompt.ended).toMatchObject({ state: 'failed', error: { code: 'protocol' } });
    const legacy = rawStdio({ onCall: { work: [{ reply: task, bare: true }] } }, 'legacy');
    await person.connect('old', { type: 'stdio', ...legacy });
    expect(await person.run('old', 'work').ended).toMatchObject({ error: { code: 'protocol' } });
  });
});

describe('a task that waits for input', () => {
  it('asks twice, on its own road, and is answered through tasks/update', async () => {
    const { callId, ended } = await runTask(
      person,
      tool([asks('name'), { status: 'working' }, asks('colour'), done]),
    );
    const first = await person.question();
    expect(first).toMatchObject({
      road: 'task',
      round: 1,
      key: 'name',
      era: 'modern',
      cause: { callId, certainty: 'proven', candidates: [] },
    });
    await person.answer(first.id, { type: 'submit', values: { name: 'Ada' } });
    const second = await person.question((q) => q.id !== first.id);
    expect(second).toMatchObject({ road: 'task', round: 2, key: 'colour' });
    await person.answer(second.id, { type: 'submit', values: { colour: 'blue' } });
    const view = await ended;
    expect(view).toMatchObject({ state: 'done', round: 2 });
    expect((view.result as { structuredContent: unknown }).structuredContent).toEqual({
      inputResponses: {
        name: { action: 'accept', content: { name: 'Ada' } },
        colour: { action: 'accept', content: { colour: 'blue' } },
      },
    });
    const updates = of(await person.report<Report>('s'), 'tasks/update');
    expect(updates.map(({ params }) => Object.keys(params.inputResponses as object))).toEqual([
      ['name'],
      ['colour'],
    ]);
    expect(person.host.replica.all('questions')).toHaveLength(2);
  });

  it('does not ask again what the server lists still after it was answered', async () => {
    const stale = { ...asks('name'), looks: 4 };
    const { ended } = await runTask(person, tool([stale, done]));
    const { id } = await person.question();
    await person.answer(id, { type: 'submit', values: { name: 'Ada' } });
    expect(await ended).toMatchObject({ state: 'done' });
    expect(person.host.replica.all('questions')).toHaveLength(1);
    const report = await person.report<Report>('s');
    expect(of(report, 'tasks/update')).toHaveLength(1);
    expect(of(report, 'tasks/get').length).toBeGreaterThanOrEqual(4);
  });

  it('a round is all or nothing: denying one sends nothing, and the task is cancelled', async () => {
    const both = { status: 'input_required', inputRequests: { name: form('name'), idea: sampling } };
    const { ended } = await runTask(person, tool([both, done]));
    const idea = await person.question((q) => q.kind === 'sampling');
    const name = await person.question((q) => q.kind === 'elicitation');
    await person.answer(name.id, { type: 'submit', values: { name: 'Ada' } });
    await person.answer(idea.id, { type: 'deny' });
    expect(await ended).toMatchObject({ state: 'failed', error: { code: 'denied' } });
    const report = await person.report<Report>('s');
    expect(of(report, 'tasks/update')).toEqual([]);
    expect(of(report, 'tasks/cancel')).toHaveLength(1);
  });

  it('an unknown method among them refuses the round before anything is asked', async () => {
    const odd = {
      status: 'input_required',
      inputRequests: { name: form('name'), odd: { method: 'foo/bar', params: {} } },
    };
    const { ended } = await runTask(person, tool([odd, done]));
    expect(await ended).toMatchObject({ state: 'failed', error: { code: 'refused' } });
    expect(person.host.replica.all('questions').filter(isWaiting)).toEqual([]);
    expect(of(await person.report<Report>('s'), 'tasks/update')).toEqual([]);
  });

  it('rounds are capped', async () => {
    const states = Array.from({ length: 30 }, (_, i) => asks(`q${i}`));
    const { ended } = await runTask(person, tool([...states, done]));
    const over = ended.then(() => undefined);
    const seen = new Set<string>();
    for (;;) {
      const next = person.question((q) => !seen.has(q.id));
      const question = await Promise.race([next, over]);
      if (!question) break;
      seen.add(question.id);
      await person.answer(question.id, { type: 'decline' });
    }
    expect(await ended).toMatchObject({ state: 'failed', error: { code: 'rounds' } });
    expect(seen.size).toBe(10);
  });

  it('a question is withdrawn when its task ends meanwhile', async () => {
    const { ended } = await runTask(person, tool([{ ...asks('name'), looks: 1 }, { status: 'cancelled' }]));
    const { id } = await person.question();
    expect(await ended).toMatchObject({ error: { code: 'task-cancelled' } });
    expect(await person.card(id, (q) => q.state === 'closed')).toMatchObject({ outcome: 'withdrawn' });
    expect(of(await person.report<Report>('s'), 'tasks/update')).toEqual([]);
  });

  it('a question is withdrawn when the server takes it back, and the task goes on', async () => {
    const { callId, ended } = await runTask(
      person,
      tool([
        { ...asks('name'), looks: 1 },
        { status: 'working', looks: 10_000 },
      ]),
    );
    const { id } = await person.question();
    expect(await person.card(id, (q) => q.state === 'closed')).toMatchObject({
      outcome: 'withdrawn',
      reason: 'The server took its question back. Nothing was sent.',
    });
    await person.until(() => person.host.replica.get('calls', String(callId))?.state === 'running');
    person.host.calls.cancel(callId);
    await ended;
  });

  it('answers whose acknowledgement is lost are not sent again when the task has them', async () => {
    const scenario = tool([asks('name'), done]);
    const http = await startRawHttp(
      { ...scenario, on: { 'tasks/update': [{ take: true }, { cut: true }] } },
      'modern',
    );
    try {
      await person.connect('s', { type: 'http', url: http.url });
      const { ended } = person.run('s', 'work');
      const { id } = await person.question();
      await person.answer(id, { type: 'submit', values: { name: 'Ada' } });
      expect(await ended).toMatchObject({ state: 'done' });
      expect(person.host.replica.all('questions')).toHaveLength(1);
      expect(of(await person.report<Report>('s'), 'tasks/update')).toHaveLength(1);
    } finally {
      await http.stop();
    }
  });

  it.each([
    ['the server refuses', asks('name'), { code: -32602, message: 'not like that' }],
    ['come after the task expired', { ...asks('name'), looks: 1 }, { code: 'expired' }],
  ])('answers that %s end the call with the reason', async (_name, state, error) => {
    const refused = { error: { code: -32602, message: 'not like that' } };
    const scenario = tool([state, { error: { code: -32602, message: 'Task has expired' } }]);
    const { ended } = await runTask(person, { ...scenario, on: { 'tasks/update': [refused] } });
    const { id } = await person.question();
    await person.answer(id, { type: 'submit', values: { name: 'Ada' } });
    expect(await ended).toMatchObject({ state: 'failed', error });
  });

  it('the person cancels: the question is withdrawn and the server told', async () => {
    const { callId, ended } = await runTask(person, tool([asks('name'), done]));
    const { id } = await person.question();
    await person.host.handlers['calls.cancel']({ callId });
    expect(await ended).toMatchObject({ state: 'cancelled' });
    expect(await person.card(id, (q) => q.state === 'closed')).toMatchObject({ outcome: 'withdrawn' });
    const report = await person.report<Report>('s');
    expect(of(report, 'tasks/update')).toEqual([]);
    expect(of(report, 'tasks/cancel')).toHaveLength(1);
  });
});

describe('what belongs to the tasks of earlier revisions', () => {
  const ask = (id: string, method: string, params: unknown): Step => ({
    ask: { id, method, params },
    withinMs: 60_000,
  });

  it('a legacy request with task metadata is processed normally', async () => {
    const params = { ...form('name').params, task: { ttl: 60_000 } };
    const legacy = rawStdio({ onCall: { ask: [ask('a', 'elicitation/create', params)] } }, 'legacy');
    await person.connect('s', { type: 'stdio', ...legacy });
    const { ended } = person.run('s', 'ask');
    const { id } = await person.question();
    await person.answer(id, { type: 'submit', values: { name: 'Ada' } });
    expect(await ended).toMatchObject({
      result: {
        structuredContent: { answers: [{ result: { action: 'accept', content: { name: 'Ada' } } }] },
      },
    });
  });

  it.each(['tasks/get', 'tasks/list', 'tasks/result', 'tasks/cancel', 'tasks/update'])(
    '%s from a server is answered with -32601',
    async (method) => {
      const legacy = rawStdio({ onCall: { ask: [ask('a', method, { taskId: 't' })] } }, 'legacy');
      await person.connect('s', { type: 'stdio', ...legacy });
      expect(await person.run('s', 'ask').ended).toMatchObject({
        result: { structuredContent: { answers: [{ id: 'a', error: { code: -32601 } }] } },
      });
    },
  );
});

describe('a call that was cancelled before the server made a task of it', () => {
  const untilCancelled: Step[] = [
    { notify: { method: 'notifications/message', params: { level: 'info', data: 'here' } } },
    { wait: { method: 'notifications/cancelled' } },
  ];
  const late = (...after: Step[]): Scenario => ({
    onCall: {
      work: [...untilCancelled, { task: { states: [{ status: 'working', looks: 1000 }, done] } }, ...after],
    },
  });
  const logOf = async () => (await person.host.handlers['servers.log']({ id: 's', after: 0 })).lines;
  const cancelled = async (scenario: Scenario) => {
    const { callId, ended } = await runTask(person, scenario);
    await person.until(() => (person.host.replica.get('servers', 's')?.logLines ?? 0) > 0);
    await person.host.handlers['calls.cancel']({ callId });
    expect(await ended).toMatchObject({ state: 'cancelled' });
  };

  it('has its task cancelled, once, and the log says so', async () => {
    await cancelled(late());
    await person.until(() => (person.host.replica.get('servers', 's')?.logLines ?? 0) >= 3);
    const report = await person.report<Report>('s');
    expect(of(report, 'tasks/cancel').map(({ params }) => params.taskId)).toEqual(['t-1']);
    expect(of(report, 'tasks/get')).toEqual([]);
    const lines = await logOf();
    expect(lines.filter(({ text }) => text.includes('told to cancel'))).toHaveLength(1);
  });

  it('is told of twice, and cancelled once', async () => {
    const task = { resultType: 'task', taskId: 't-1', status: 'working', ttlMs: null };
    await cancelled(late({ send: { jsonrpc: '2.0', id: '$callId', result: task } }));
    await person.until(() => (person.host.replica.get('servers', 's')?.logLines ?? 0) >= 4);
    expect(of(await person.report<Report>('s'), 'tasks/cancel')).toHaveLength(1);
  });

  it('leaves a task alone that is over, and anything that is no task', async () => {
    for (const result of [
      { resultType: 'task', taskId: 't-9', status: 'completed' },
      { resultType: 'complete', content: [] },
    ]) {
      if (person.host.replica.get('servers', 's')) await person.host.handlers['servers.remove']({ id: 's' });
      await cancelled({ onCall: { work: [...untilCancelled, { reply: result, bare: true }] } });
      // A cancel would go out once the late answer is read, which is before that of the first report.
      await person.report('s');
      expect(of(await person.report<Report>('s'), 'tasks/cancel')).toEqual([]);
    }
  });
});
