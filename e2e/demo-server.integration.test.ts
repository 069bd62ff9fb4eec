import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import {
  type CallToolResult,
  Client,
  type ClientCapabilities,
  type ElicitRequest,
  ProtocolError,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const ENTRY = path.join(import.meta.dirname, '../resources/demo-server/index.ts');
const EVERYTHING: ClientCapabilities = { sampling: {}, elicitation: { form: {}, url: {} }, roots: {} };

type Answers = Partial<{
  elicit: (params: ElicitRequest['params']) => unknown;
  sample: (params: Record<string, unknown>) => unknown;
  roots: { uri: string; name?: string }[];
}>;

let home: string;
let http: { child: ChildProcess; url: string };
const open: Client[] = [];
/** One connection per kind of client; its answers change from test to test. */
const shared = new Map<string, { client: Client; answers: Answers }>();

beforeAll(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'gatehouse-test-'));
  http = await startOverHttp();
});
afterAll(async () => {
  await Promise.all(open.map((client) => client.close()));
  await stop(http.child);
  await rm(home, { recursive: true });
});

async function startOverHttp() {
  const child = spawn(process.execPath, [ENTRY, '--http'], {
    env: { ...process.env, GATEHOUSE_DEMO_HOME: home },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface({ input: child.stdout })) {
    return { child, url: (JSON.parse(line) as { url: string }).url };
  }
  throw new Error('the server printed no address');
}

async function stop(child: ChildProcess) {
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill();
  await gone;
}

async function connect(
  transport: 'stdio' | 'http',
  era: 'legacy' | 'modern',
  capabilities: ClientCapabilities,
  answers: Answers,
) {
  const key = JSON.stringify([transport, era, capabilities]);
  const known = shared.get(key);
  if (known) {
    known.answers = answers;
    return known.client;
  }
  const client = new Client(
    { name: 'test', version: '1' },
    {
      capabilities,
      versionNegotiation: era === 'legacy' ? { mode: 'legacy' } : { mode: { pin: '2026-07-28' } },
    },
  );
  const entry = { client, answers };
  shared.set(key, entry);
  if (capabilities.elicitation) {
    client.setRequestHandler(
      'elicitation/create',
      ({ params }) => (entry.answers.elicit?.(params) ?? { action: 'cancel' }) as { action: 'cancel' },
    );
  }
  if (capabilities.sampling) {
    client.setRequestHandler('sampling/createMessage', ({ params }) => {
      if (!entry.answers.sample) throw new ProtocolError(-1, 'User rejected sampling request');
      return entry.answers.sample(params as Record<string, unknown>) as never;
    });
  }
  if (capabilities.roots) {
    client.setRequestHandler('roots/list', () => ({ roots: entry.answers.roots ?? [] }));
  }
  await client.connect(
    transport === 'stdio'
      ? new StdioClientTransport({
          command: process.execPath,
          args: [ENTRY, '--stdio'],
          env: { GATEHOUSE_DEMO_HOME: home },
        })
      : new StreamableHTTPClientTransport(new URL(http.url)),
  );
  open.push(client);
  return client;
}

async function call(client: Client, name: string, args: Record<string, unknown> = {}) {
  const result = (await client.callTool({ name, arguments: args })) as CallToolResult;
  const [first] = result.content;
  return {
    text: first?.type === 'text' ? first.text : '',
    data: result.structuredContent as Record<string, unknown>,
    isError: result.isError ?? false,
  };
}

const message = (text: string) => ({
  role: 'assistant',
  model: 'test-model',
  stopReason: 'endTurn',
  content: { type: 'text', text },
});

describe.each([
  ['stdio', 'legacy'],
  ['stdio', 'modern'],
  ['http', 'legacy'],
  ['http', 'modern'],
] as const)('demo server over %s, %s era', (transport, era) => {
  const start = (capabilities: ClientCapabilities, answers: Answers = {}) =>
    connect(transport, era, capabilities, answers);

  test('lists its tools, prompt, resource and template', async () => {
    const client = await start({});
    const { tools } = await client.listTools();
    expect(tools.map((tool) => tool.name)).toEqual([
      'summarise_notes',
      'deploy',
      'connect_account',
      'list_workspace',
      'plan_trip',
      'echo',
      'slow',
    ]);
    const prompt = await client.getPrompt({ name: 'release_notes', arguments: { version: '2.0' } });
    expect(JSON.stringify(prompt)).toContain('version 2.0');
    expect((await client.listResources()).resources.map((resource) => resource.uri)).toEqual([
      'demo://notes',
    ]);
    const { contents } = await client.readResource({ uri: 'demo://notes' });
    expect(JSON.stringify(contents)).toContain('Roof garden');
    const one = await client.readResource({ uri: 'demo://notes/retro' });
    expect(JSON.stringify(one.contents)).not.toContain('Roof garden');
  });

  test('summarise_notes sends the notes to the model and returns its words', async () => {
    let asked: Record<string, unknown> = {};
    const client = await start(EVERYTHING, {
      sample: (params) => {
        asked = params;
        return message('A short summary');
      },
    });
    const { text, data } = await call(client, 'summarise_notes', { style: 'one haiku' });
    expect(asked).toMatchObject({ maxTokens: 400, systemPrompt: expect.any(String) });
    expect(JSON.stringify(asked)).toContain('one haiku');
    expect(JSON.stringify(asked)).toContain('Launch checklist');
    expect(text).toBe('A short summary');
    expect(data).toMatchObject({ outcome: 'accepted', summary: 'A short summary', model: 'test-model' });
  });

  test('summarise_notes without sampling returns the raw notes and says so', async () => {
    const { text, data, isError } = await call(await start({}), 'summarise_notes');
    expect(isError).toBe(false);
    expect(text).toContain('no sampling');
    expect(text).toContain('The roof carries 180 kg');
    expect(data).toMatchObject({ outcome: 'fallback', reason: 'no sampling' });
  });

  test('deploy returns exactly what was entered', async () => {
    const content = {
      environment: 'staging',
      replicas: 7,
      confirm: true,
      notify: 'ada@example.com',
      when: '2026-03-08',
      channels: ['chat', 'pager'],
    };
    let asked: Record<string, unknown> = {};
    const client = await start(EVERYTHING, {
      elicit: (params) => {
        asked = params;
        return { action: 'accept', content };
      },
    });
    const { text, data } = await call(client, 'deploy');
    expect(asked).toMatchObject({
      requestedSchema: {
        required: ['environment', 'confirm'],
        properties: { replicas: { default: 2, minimum: 1, maximum: 10 } },
      },
    });
    expect(data).toMatchObject({ outcome: 'accepted', entered: content, deployed: true });
    expect(text).toBe('Deployed to staging with 7 replicas.');
  });

  test('deploy asks only for what the arguments leave open', async () => {
    let asked = '';
    const client = await start(EVERYTHING, {
      elicit: (params) => {
        asked = JSON.stringify(params);
        return { action: 'accept', content: { confirm: false } };
      },
    });
    const { data } = await call(client, 'deploy', { environment: 'production', replicas: 1 });
    expect(asked).not.toContain('"environment"');
    expect(data).toMatchObject({
      entered: { confirm: false },
      deployment: { environment: 'production', replicas: 1, confirm: false },
      deployed: false,
    });
  });

  test('deploy with all that is required asks nothing', async () => {
    const { data } = await call(await start({}), 'deploy', { environment: 'development', confirm: true });
    expect(data).toMatchObject({ outcome: 'accepted', deployment: { replicas: 2 }, deployed: true });
  });

  test.each(['decline', 'cancel'])('deploy takes %s for an answer', async (action) => {
    const { data, isError } = await call(await start(EVERYTHING, { elicit: () => ({ action }) }), 'deploy');
    expect(data).toEqual({ outcome: action === 'decline' ? 'declined' : 'cancelled' });
    expect(isError).toBe(false);
  });

  test('deploy names an answer that breaks the form', async () => {
    const content = { environment: 'moon', confirm: true };
    const client = await start(EVERYTHING, { elicit: () => ({ action: 'accept', content }) });
    const { text, data, isError } = await call(client, 'deploy');
    expect(isError).toBe(true);
    expect(text).toContain('environment');
    expect(data).toMatchObject({ outcome: 'invalid', entered: content });
  });

  test('deploy without elicitation fails at once and names the missing arguments', async () => {
    const { text, data, isError } = await call(await start({ sampling: {} }), 'deploy', { confirm: true });
    expect(isError).toBe(true);
    expect(text).toContain('`environment`');
    expect(data).toEqual({ outcome: 'unavailable', missing: ['environment'] });
  });

  test('connect_account sends a link, and the same link again when asked to', async () => {
    const urls: string[] = [];
    const ids: unknown[] = [];
    const completed: unknown[] = [];
    const client = await start(EVERYTHING, {
      elicit: (params) => {
        if (params.mode === 'url') urls.push(params.url);
        ids.push((params as { elicitationId?: string }).elicitationId);
        return { action: 'accept' };
      },
    });
    client.setNotificationHandler('notifications/elicitation/complete', ({ params }) => {
      completed.push(params.elicitationId);
    });
    const { data } = await call(client, 'connect_account', { service: 'mail & more', repeat: 2 });
    expect(urls[0]).toMatch(/^https:\/\/example\.com\/connect\?service=mail%20%26%20more&id=/);
    expect(urls).toEqual([urls[0], urls[0], urls[0]]);
    expect(data).toEqual({ outcome: 'accepted', service: 'mail & more', url: urls[0], asked: 3 });
    if (era === 'legacy') expect(completed).toEqual([ids[0]]);
    else expect(ids).toEqual([undefined, undefined, undefined]);
  });

  test('connect_account takes no for an answer, and needs URL mode', async () => {
    const client = await start(EVERYTHING, { elicit: () => ({ action: 'decline' }) });
    expect((await call(client, 'connect_account')).data).toMatchObject({ outcome: 'declined' });
    const formOnly = await call(await start({ elicitation: { form: {} } }), 'connect_account');
    expect(formOnly.isError).toBe(true);
    expect(formOnly.text).toContain('`ticket`');
  });

  test('list_workspace lists the granted folders, and no more than the limit', async () => {
    const folder = await mkdtemp(path.join(home, 'granted #1 '));
    await Promise.all(['a b.txt', 'c.txt', 'd.txt'].map((name) => writeFile(path.join(folder, name), '')));
    const roots = [
      { uri: pathToFileURL(folder).href, name: 'granted' },
      { uri: pathToFileURL(path.join(home, 'gone')).href },
    ];
    const client = await start(EVERYTHING, { roots });
    const { data } = await call(client, 'list_workspace');
    expect(data).toMatchObject({ outcome: 'accepted', source: 'roots', folders: roots, truncated: false });
    expect(data.files).toEqual(
      ['a b.txt', 'c.txt', 'd.txt'].map((name) => pathToFileURL(path.join(folder, name)).href),
    );
    expect(data.problems).toEqual([`${roots[1]?.uri}: ENOENT`]);
    expect((await call(client, 'list_workspace', { limit: 2 })).data).toMatchObject({ truncated: true });
  });

  test('list_workspace without roots stays in its own folder', async () => {
    const { text, data, isError } = await call(await start({}), 'list_workspace');
    expect(isError).toBe(false);
    expect(text).toContain('shares no folders');
    expect(data).toMatchObject({ outcome: 'fallback', source: 'default' });
    expect(JSON.stringify(data.files)).toContain('welcome.txt');
  });

  test('plan_trip asks several questions at once, twice', async () => {
    const prompts: string[] = [];
    let together = 0;
    const client = await start(EVERYTHING, {
      elicit: (params) => {
        prompts.push(params.message);
        together = Math.max(together, prompts.length);
        return params.message.startsWith('Where')
          ? { action: 'accept', content: { destination: 'Porto', days: 2, style: 'active' } }
          : { action: 'accept', content: { confirm: true, budget: 812.5 } };
      },
      sample: (params) => {
        const prompt = JSON.stringify(params);
        prompts.push(prompt);
        return message(prompt.includes('pack') ? 'a plug' : 'Day 1: river');
      },
      roots: [{ uri: 'file:///tmp/trips' }],
    });
    const { text, data } = await call(client, 'plan_trip');
    expect(prompts).toHaveLength(4);
    expect(prompts.slice(0, 2).join()).toContain('Where shall the trip go?');
    expect(prompts.slice(2).join()).toContain('2 active days in Porto');
    expect(data).toEqual({
      outcome: 'accepted',
      trip: { destination: 'Porto', days: 2, style: 'active' },
      entered: [
        { destination: 'Porto', days: 2, style: 'active' },
        { confirm: true, budget: 812.5 },
      ],
      idea: 'a plug',
      folders: ['file:///tmp/trips'],
      itinerary: 'Day 1: river',
      by: 'test-model',
    });
    expect(text).toContain('Day 1: river');
  });

  test('plan_trip without sampling and roots uses a template', async () => {
    const client = await start(
      { elicitation: { form: {} } },
      {
        elicit: (params) => ({
          action: 'accept',
          content: params.message.startsWith('Where') ? { destination: 'Oslo' } : { confirm: true },
        }),
      },
    );
    const { data } = await call(client, 'plan_trip');
    expect(data).toMatchObject({ by: 'template', trip: { destination: 'Oslo', days: 3, style: 'calm' } });
    expect(data.itinerary).toContain('Day 3: walk through Oslo.');
  });

  test('plan_trip without elicitation needs the destination, and nothing else', async () => {
    const missing = await call(await start({ sampling: {} }), 'plan_trip');
    expect(missing.isError).toBe(true);
    expect(missing.text).toContain('`destination`');
    const alone = await call(await start({}), 'plan_trip', { destination: 'Rome', days: 1 });
    expect(alone.data).toMatchObject({ outcome: 'accepted', itinerary: 'Day 1: walk through Rome.' });
    const sampled = await call(
      await start({ sampling: {} }, { sample: () => message('by a model') }),
      'plan_trip',
      { destination: 'Rome' },
    );
    expect(sampled.data).toMatchObject({ itinerary: 'by a model', idea: 'by a model' });
  });

  test('plan_trip ends when its form is declined', async () => {
    const client = await start(EVERYTHING, {
      elicit: () => ({ action: 'decline' }),
      sample: () => message('x'),
    });
    expect((await call(client, 'plan_trip')).data).toEqual({ outcome: 'declined' });
  });

  test('echo returns its arguments and what the client declared', async () => {
    const { data } = await call(await start({ sampling: {}, roots: {} }), 'echo', {
      text: 'hi',
      nested: { deep: [1, 2] },
    });
    expect(data).toMatchObject({
      arguments: { text: 'hi', nested: { deep: [1, 2] } },
      era,
      clientCapabilities: { sampling: {}, roots: {} },
    });
  });

  test('slow reports progress and can be cancelled', async () => {
    const client = await start({});
    const seen: number[] = [];
    await client.callTool(
      { name: 'slow', arguments: { ms: 50, steps: 5 } },
      { onprogress: ({ progress }) => seen.push(progress) },
    );
    // The SDK client loses the last notification when it comes in one chunk with the result.
    expect(seen.slice(0, 4)).toEqual([1, 2, 3, 4]);
    const cancel = new AbortController();
    const cancelled = client.callTool(
      { name: 'slow', arguments: { ms: 600_000, steps: 1000 } },
      { signal: cancel.signal, onprogress: () => cancel.abort('enough') },
    );
    await expect(cancelled).rejects.toThrow();
    expect((await call(client, 'echo', { text: 'still here' })).text).toBe('still here');
  });

  if (era === 'legacy') {
    test('a denied completion is told in plain words, and a trip is planned without it', async () => {
      const client = await start(EVERYTHING, {
        elicit: (params) => ({
          action: 'accept',
          content: params.message.startsWith('Where') ? { destination: 'Bern' } : { confirm: true },
        }),
      });
      const summary = await call(client, 'summarise_notes');
      expect(summary.data).toMatchObject({ outcome: 'denied', error: { code: -1 } });
      expect(summary.isError).toBe(false);
      expect((await call(client, 'plan_trip')).data).toMatchObject({ by: 'template' });
    });
  }
});

describe('requestState', () => {
  test('is refused when it was changed, or belongs to another call', async () => {
    const client = new Client(
      { name: 'test', version: '1' },
      {
        capabilities: EVERYTHING,
        versionNegotiation: { mode: { pin: '2026-07-28' } },
        inputRequired: { autoFulfill: false },
      },
    );
    await client.connect(new StreamableHTTPClientTransport(new URL(http.url)));
    open.push(client);
    const ask = async (params: Record<string, unknown>) =>
      (await client.callTool(params as { name: string }, { allowInputRequired: true })) as unknown as {
        requestState: string;
        inputRequests: Record<string, unknown>;
      };
    const first = await ask({ name: 'plan_trip', arguments: {} });
    expect(Object.keys(first.inputRequests)).toEqual(['trip', 'folders', 'idea']);
    const accept = (destination: string) => ({ trip: { action: 'accept', content: { destination } } });
    const state = first.requestState;
    const forged = `${state.slice(0, -2)}${state.endsWith('AA') ? 'BB' : 'AA'}`;
    await expect(
      ask({ name: 'plan_trip', arguments: {}, inputResponses: accept('x'), requestState: forged }),
    ).rejects.toMatchObject({ code: -32602 });
    const other = { inputResponses: accept('x'), requestState: state };
    for (const params of [
      { name: 'connect_account', arguments: {}, ...other },
      { name: 'plan_trip', arguments: { days: 9 }, ...other },
    ]) {
      expect(await ask(params)).toMatchObject({
        isError: true,
        content: [{ text: 'The requestState belongs to another call.' }],
      });
    }
    const second = await ask({
      name: 'plan_trip',
      arguments: {},
      inputResponses: accept('x'),
      requestState: state,
    });
    expect(Object.keys(second.inputRequests)).toEqual(['confirm', 'itinerary']);
  });

  test('survives a restart of the server', async () => {
    const manual = async () => {
      const client = new Client(
        { name: 'test', version: '1' },
        {
          capabilities: EVERYTHING,
          versionNegotiation: { mode: { pin: '2026-07-28' } },
          inputRequired: { autoFulfill: false },
        },
      );
      await client.connect(
        new StdioClientTransport({
          command: process.execPath,
          args: [ENTRY],
          env: { GATEHOUSE_DEMO_HOME: home },
        }),
      );
      open.push(client);
      return client;
    };
    const before = await manual();
    const first = (await before.callTool(
      { name: 'summarise_notes', arguments: {} },
      { allowInputRequired: true },
    )) as unknown as { requestState: string };
    await before.close();
    const result = await (await manual()).callTool({
      name: 'summarise_notes',
      arguments: {},
      inputResponses: { summary: message('late but fine') },
      requestState: first.requestState,
    } as never);
    expect(JSON.stringify(result)).toContain('late but fine');
  });
});

describe('the HTTP door', () => {
  const post = (headers: Record<string, string>, pathname = '/mcp', body = '{}') =>
    new Promise<number | undefined>((resolve, reject) => {
      const url = new URL(pathname, http.url);
      const request = httpRequest(url, { method: 'POST', headers }, (response) => {
        response.resume();
        resolve(response.statusCode);
      });
      request.on('error', reject);
      request.end(body);
    });

  test.each([
    ['a foreign origin', { origin: 'https://example.com' }],
    ['another port of this machine', { origin: 'http://localhost:1' }],
    ['an opaque origin', { origin: 'null' }],
    ['a foreign host', { host: 'example.com' }],
  ])('refuses %s', async (_, headers) => {
    expect(await post(headers)).toBe(403);
  });

  test('knows one path and one kind of session', async () => {
    const json = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
    expect(await post(json, '/other')).toBe(404);
    const ping = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' });
    expect(await post({ ...json, 'mcp-session-id': 'nobody' }, '/mcp', ping)).toBe(404);
    expect(await post({ ...json, origin: new URL(http.url).origin })).toBe(400);
  });
});

test('a wrong port is one sentence, not a stack', async () => {
  const child = spawn(process.execPath, [ENTRY, '--http', '--port', 'x'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk;
  });
  const code = await new Promise((resolve) => child.once('close', resolve));
  expect(code).toBe(2);
  expect(said).toBe('--port wants a number from 0 to 65535, not "x".\n');
});
