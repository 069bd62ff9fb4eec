/** The flows of a server that asks back, answered from a file: over every transport, in both eras. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoPlace } from './lib/demo-place.ts';
import {
  demoAt,
  type Event,
  everythingStdio,
  headless,
  type Listening,
  plot,
  rawCommand,
  startEverything,
} from './lib/headless.ts';

const { place, demoHttp } = demoPlace();
const project = path.join(place.dir, 'project');
const projectUri = pathToFileURL(project).href;

beforeAll(() => {
  mkdirSync(project);
  writeFileSync(path.join(project, 'a.txt'), '');
});

const TRIP = { destination: 'Ghent', days: 2 };
const DEPLOYMENT = { environment: 'staging', confirm: true };
/** Answers everything that the demo server asks. */
const answers = () =>
  place.file({
    roots: ['./project'],
    elicitation: [
      { when: { message: 'to deploy' }, action: 'accept', content: DEPLOYMENT },
      { when: { message: '^Where shall' }, action: 'accept', content: TRIP },
      { when: { message: '^Is this right' }, action: 'accept', content: { budget: 120.5 } },
      { when: { url: '^https://example\\.com/connect' }, action: 'accept' },
    ],
    sampling: [
      {
        when: { prompt: 'Summarise these' },
        respond: { text: 'Short.', model: 'm-1', stopReason: 'endTurn' },
      },
      { when: { prompt: 'forgets to pack' }, respond: { text: 'A towel.' } },
      { when: { prompt: 'Plan 2' }, respond: { text: 'Day 1: walk.', model: 'm-2' } },
    ],
  });

const EVERYTHING_DECLARED = {
  sampling: {},
  elicitation: { form: {}, url: {} },
  roots: { listChanged: true },
};
/** Modern servers are told of the extension besides. */
const declaredIn = (era: 'legacy' | 'modern', capabilities: object) =>
  era === 'legacy' ? capabilities : { ...capabilities, extensions: { 'io.modelcontextprotocol/tasks': {} } };

const DEMOS = [
  ['stdio', 'legacy'],
  ['stdio', 'modern'],
  ['http', 'legacy'],
  ['http', 'modern'],
] as const;

describe.each(DEMOS)('demo server over %s, %s', (transport, era) => {
  const road = era === 'legacy' ? 'request' : 'input_required';
  const certainty = era === 'legacy' && transport === 'stdio' ? 'inferred' : 'proven';
  const cause = { callId: 1, certainty, candidates: [] };
  const call = (tool: string, ...more: string[]) =>
    headless([
      'call',
      ...demoAt(transport === 'stdio' ? place.dir : demoHttp.url, era),
      '--tool',
      tool,
      '--answers',
      answers(),
      ...more,
    ]);

  it('deploy: a form, with the defaults of its schema', async () => {
    const run = await call('deploy', '--strict');
    expect(run.code).toBe(0);
    expect(plot(run.events)).toEqual(['connected', 'call', 'reverse', 'answer', 'result']);
    expect(run.one('connected')).toEqual({
      event: 'connected',
      server: { name: 'gatehouse-demo', title: 'Gatehouse demo', version: '1.0.0' },
      era,
      protocolVersion: era === 'legacy' ? '2025-11-25' : '2026-07-28',
      serverCapabilities: expect.objectContaining({ tools: expect.anything() }),
      clientCapabilities: declaredIn(era, EVERYTHING_DECLARED),
    });
    expect(run.one('call')).toEqual({ event: 'call', callId: 1, method: 'tools/call', name: 'deploy' });
    expect(run.one('reverse')).toMatchObject({
      id: 'r-1',
      kind: 'elicitation',
      road,
      round: 1,
      cause,
      repairs: [],
    });
    expect(run.one('reverse').params.requestedSchema.required).toEqual(['environment', 'confirm']);
    const content = { ...DEPLOYMENT, replicas: 2 };
    expect(run.one('answer')).toEqual({
      event: 'answer',
      id: 'r-1',
      outcome: 'accepted',
      result: { action: 'accept', content },
    });
    expect(run.one('result')).toMatchObject({
      callId: 1,
      isError: false,
      result: { structuredContent: { outcome: 'accepted', entered: content, deployed: true } },
    });
  });

  it('summarise_notes: a completion', async () => {
    const run = await call('summarise_notes', '--strict');
    expect(run.code).toBe(0);
    expect(run.one('reverse')).toMatchObject({ kind: 'sampling', road, cause, params: { maxTokens: 400 } });
    expect(run.one('answer').result).toEqual({
      role: 'assistant',
      content: { type: 'text', text: 'Short.' },
      model: 'm-1',
      stopReason: 'endTurn',
    });
    expect(run.one('result').result.structuredContent).toMatchObject({ summary: 'Short.', model: 'm-1' });
  });

  it('connect_account: a link, which is reported and not opened', async () => {
    const run = await call('connect_account', '--strict');
    expect(run.code).toBe(0);
    const { params } = run.one('reverse');
    expect(params).toMatchObject({
      mode: 'url',
      url: expect.stringMatching(/^https:\/\/example\.com\/connect/),
    });
    expect(run.one('answer')).toMatchObject({ outcome: 'accepted', result: { action: 'accept' } });
    expect(run.one('result').result.structuredContent).toMatchObject({
      outcome: 'accepted',
      url: params.url,
    });
  });

  it('list_workspace: the folders of the answers file', async () => {
    const run = await call('list_workspace', '--strict');
    expect(run.code).toBe(0);
    expect(run.one('reverse')).toMatchObject({ kind: 'roots', road, cause });
    expect(run.one('answer').result).toEqual({ roots: [{ uri: projectUri, name: 'project' }] });
    expect(run.one('result').result.structuredContent).toMatchObject({
      source: 'roots',
      files: [`${projectUri}/a.txt`],
    });
  });

  it('plan_trip: two rounds with several questions at once', async () => {
    const run = await call('plan_trip', '--strict');
    expect(run.code).toBe(0);
    const asked = run.all('reverse').map(({ kind, round }) => `${round} ${kind}`);
    const [first, second] = era === 'legacy' ? [1, 1] : [1, 2];
    expect(asked.sort()).toEqual(
      [
        `${first} elicitation`,
        `${first} roots`,
        `${first} sampling`,
        `${second} elicitation`,
        `${second} sampling`,
      ].sort(),
    );
    expect(run.all('answer').map(({ outcome }) => outcome)).toEqual(Array(5).fill('accepted'));
    expect(run.one('result').result.structuredContent).toEqual({
      outcome: 'accepted',
      trip: { ...TRIP, style: 'calm' },
      entered: [
        { ...TRIP, style: 'calm' },
        { confirm: true, budget: 120.5 },
      ],
      idea: 'A towel.',
      folders: [projectUri],
      itinerary: 'Day 1: walk.',
      by: 'm-2',
    });
  });

  it('B01 declines, cancels and denies as the file says', async () => {
    const file = place.file({
      elicitation: [
        { when: { url: '.' }, action: 'cancel' },
        { when: { message: 'to deploy' }, action: 'decline' },
      ],
      sampling: [{ deny: true }],
    });
    const at = [
      ...demoAt(transport === 'stdio' ? place.dir : demoHttp.url, era),
      '--answers',
      file,
      '--tool',
    ];
    const declined = await headless(['call', ...at, 'deploy']);
    expect(declined.code).toBe(0);
    expect(declined.one('answer')).toMatchObject({ outcome: 'declined', result: { action: 'decline' } });
    expect(declined.one('answer').result).not.toHaveProperty('content');
    const cancelled = await headless(['call', ...at, 'connect_account']);
    expect(cancelled.one('answer')).toMatchObject({ outcome: 'cancelled', result: { action: 'cancel' } });
    expect(cancelled.one('result').result.structuredContent).toMatchObject({ outcome: 'cancelled' });
    const denied = await headless(['call', ...at, 'summarise_notes']);
    const answer = denied.one('answer');
    expect(answer).toMatchObject({ outcome: 'denied' });
    if (era === 'legacy') {
      // B01: -1 on the wire, and the tool goes on.
      expect(answer.error).toEqual({ code: -1, message: 'User rejected sampling request' });
      expect(denied.one('result').result.structuredContent).toMatchObject({ outcome: 'denied' });
      expect(denied.code).toBe(0);
    } else {
      // B01: there is no error to send; the call ends here.
      expect(answer).not.toHaveProperty('error');
      expect(denied.one('error')).toMatchObject({ code: 'denied' });
      expect(denied.code).toBe(1);
    }
  });

  it.each([
    ['sampling', 'summarise_notes', { outcome: 'fallback', reason: 'no sampling' }, 0],
    ['elicitation', 'deploy', { outcome: 'unavailable', missing: ['environment', 'confirm'] }, 1],
    ['elicitation.url', 'connect_account', { outcome: 'unavailable', missing: ['ticket'] }, 1],
    ['roots', 'list_workspace', { outcome: 'fallback', source: 'default' }, 0],
  ])(
    'A47 --without %s: it is not declared, %s falls back, and nothing is asked',
    async (without, tool, expected, code) => {
      const run = await call(tool, '--without', without);
      expect(run.code).toBe(code);
      expect(plot(run.events)).toEqual(['connected', 'call', 'result']);
      const { [without]: _gone, ...others } = EVERYTHING_DECLARED as Record<string, unknown>;
      const left = without === 'elicitation.url' ? { ...others, elicitation: { form: {} } } : others;
      expect(run.one('connected').clientCapabilities).toEqual(declaredIn(era, left));
      expect(run.one('result')).toMatchObject({
        isError: code === 1,
        result: { structuredContent: expected },
      });
    },
  );
});

it.each(DEMOS.filter(([transport]) => transport === 'stdio'))(
  'what is declared over %s, %s, is what the server sees',
  async (transport, era) => {
    const use = { type: 'tool_use', id: '1', name: 'look', input: {} };
    const full = place.file({ roots: [], elicitation: [], sampling: [{ respond: { content: [use] } }] });
    const table: [string[], object][] = [
      [['--answers', full], { ...EVERYTHING_DECLARED, sampling: { tools: {} } }],
      [['--answers', full, '--without', 'sampling.tools'], EVERYTHING_DECLARED],
      [['--answers', full, '--without', 'sampling', 'elicitation', 'roots'], {}],
      [[], {}],
    ];
    for (const [more, declared] of table) {
      const run = await headless([
        'call',
        ...demoAt(transport === 'stdio' ? place.dir : demoHttp.url, era),
        '--tool',
        'echo',
        ...more,
      ]);
      const expected = declaredIn(era, declared);
      expect(run.one('connected').clientCapabilities).toEqual(expected);
      expect(run.one('result').result.structuredContent.clientCapabilities).toEqual(expected);
    }
  },
);

it('a call that its server makes a task of: its questions come on road `task`', async () => {
  const name = {
    method: 'elicitation/create',
    params: {
      message: 'Name?',
      requestedSchema: { type: 'object', properties: { name: { type: 'string' } } },
    },
  };
  const result = { content: [{ type: 'text', text: 'ready' }] };
  const states = [
    { status: 'input_required', inputRequests: { name } },
    { status: 'completed', result },
  ];
  const file = place.file({ elicitation: [{ action: 'accept', content: { name: 'Ada' } }] });
  const at = ['--stdio', rawCommand({ onCall: { work: [{ task: { states } }] } }, 'modern')];
  const run = await headless(['call', ...at, '--tool', 'work', '--answers', file]);
  expect(run.code).toBe(0);
  expect(plot(run.events)).toEqual(['connected', 'call', 'reverse', 'answer', 'result']);
  expect(run.one('reverse')).toMatchObject({ road: 'task', cause: { callId: 1, certainty: 'proven' } });
  expect(run.one('answer').result).toEqual({ action: 'accept', content: { name: 'Ada' } });
  expect(run.one('result').result).toMatchObject(result);
});

describe.each(['stdio', 'http', 'sse'] as const)('reference server over %s, legacy', (transport) => {
  let server: Listening | undefined;
  let where: readonly string[];
  beforeAll(async () => {
    if (transport !== 'stdio') server = await startEverything(transport === 'sse' ? 'sse' : 'streamableHttp');
    where = server ? ['--url', server.url, '--transport', transport] : ['--stdio', everythingStdio()];
  });
  afterAll(() => server?.stop());

  const file = () =>
    place.file({
      roots: ['./project'],
      elicitation: [
        { when: { message: 'inputs' }, action: 'accept', content: { name: 'Ada', integer: 7, check: true } },
        { when: { url: '^https://' }, action: 'accept' },
      ],
      sampling: [{ when: { prompt: 'a haiku' }, respond: { text: 'Autumn moonlight', model: 'poet' } }],
    });
  const call = (tool: string, args: unknown = {}) =>
    headless(['call', ...where, '--answers', file(), '--tool', tool, '--args', JSON.stringify(args)]);
  /** Its own reverse calls; this server also reads the folders when nobody asked it to. */
  const asked = (events: readonly Event[]) =>
    events.filter(({ event, kind }) => event === 'reverse' && kind !== 'roots');

  it('samples, elicits and lists roots', async () => {
    const sampled = await call('trigger-sampling-request', { prompt: 'a haiku' });
    expect(sampled.code).toBe(0);
    expect(asked(sampled.events)).toMatchObject([
      { road: 'request', cause: { callId: 1, certainty: transport === 'http' ? 'proven' : 'inferred' } },
    ]);
    expect(sampled.one('result').result.content[0].text).toContain('Autumn moonlight');

    const form = await call('trigger-elicitation-request');
    expect(form.code).toBe(0);
    const text = JSON.stringify(form.one('result').result.content);
    expect(text).toContain('- Name: Ada');
    expect(text).toContain('- Favorite Integer: 7');
    // A default of the schema.
    expect(text).toContain('- Favorite Number: 3.14');

    const roots = await call('get-roots-list');
    expect(roots.one('result').result.content[0].text).toContain(projectUri);
  });

  it('goes through a link, and through error -32042', async () => {
    const url = 'https://example.com/consent';
    const link = await call('trigger-url-elicitation', { url });
    expect(link.code).toBe(0);
    expect(asked(link.events)).toMatchObject([{ road: 'request', params: { mode: 'url', url } }]);
    const required = await call('trigger-url-elicitation', { url, errorPath: true });
    expect(required.code).toBe(0);
    expect(asked(required.events).map((event) => event.road)).toEqual(['url_required', 'request']);
    expect(required.one('result').result.content[0].text).toContain(url);
  });

  it('does not declare what is taken away, and the server leaves the tool out', async () => {
    const run = await headless([
      'list',
      ...where,
      'tools',
      '--answers',
      file(),
      '--without',
      'sampling',
      'elicitation.url',
    ]);
    expect(run.code).toBe(0);
    const names = run.one('items').items.map((item: { name: string }) => item.name);
    expect(names).toContain('trigger-elicitation-request');
    expect(names).not.toContain('trigger-sampling-request');
    expect(names).not.toContain('trigger-url-elicitation');
  });
});
