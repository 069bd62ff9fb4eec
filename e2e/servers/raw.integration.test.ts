import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { Client, SSEClientTransport, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterEach, describe, expect, test } from 'vitest';
import { type RawHttp, type Report, rawStdio, type Scenario, startRawHttp } from './raw.ts';

const clients: Client[] = [];
const servers: RawHttp[] = [];
const children: ChildProcess[] = [];

afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.close()));
  await Promise.all(servers.splice(0).map((server) => server.stop()));
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

async function connect(
  transport: StdioClientTransport | StreamableHTTPClientTransport | SSEClientTransport,
  { era = 'legacy', asked = [] as unknown[] }: { era?: 'legacy' | 'modern'; asked?: unknown[] } = {},
) {
  const client = new Client(
    { name: 'test', version: '1' },
    {
      capabilities: { sampling: {}, elicitation: { form: {} }, roots: {} },
      versionNegotiation: { mode: era === 'legacy' ? 'legacy' : { pin: '2026-07-28' } },
      inputRequired: { autoFulfill: false },
    },
  );
  client.fallbackRequestHandler = async (request) => {
    asked.push({ method: request.method, params: request.params });
    return { answered: request.method };
  };
  await client.connect(transport);
  clients.push(client);
  return client;
}

const over = (scenario: Scenario, era?: 'legacy' | 'modern') =>
  new StdioClientTransport(rawStdio(scenario, era));

async function overHttp(scenario: Scenario, era?: 'legacy' | 'modern') {
  const server = await startRawHttp(scenario, era);
  servers.push(server);
  return server;
}

async function call(client: Client, name: string, more: Record<string, unknown> = {}) {
  const result = await client.callTool({ name, arguments: {}, ...more } as { name: string }, {
    allowInputRequired: true,
  });
  return result as { structuredContent?: unknown; resultType?: string };
}

const report = async (client: Client) => (await call(client, 'report')).structuredContent as Report;

/** A process that is spoken to line by line, without any SDK. */
function speak(scenario: Scenario, era?: 'legacy' | 'modern') {
  const { command, args } = rawStdio(scenario, era);
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  children.push(child);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    child,
    say: (message: unknown) => child.stdin.write(`${JSON.stringify(message)}\n`),
    hear: async () => (await lines.next()).value as string | undefined,
    exit: new Promise<{ code: number | null; signal: string | null }>((resolve) =>
      child.once('exit', (code, signal) => resolve({ code, signal })),
    ),
  };
}

describe('raw legacy server over stdio', () => {
  test('asks whatever the scenario says and returns the answers', async () => {
    const asked: unknown[] = [];
    const client = await connect(
      over({
        onCall: {
          probe: [
            { ask: { id: 'a', method: 'foo/bar', params: { x: 1 } } },
            { ask: { id: '$callId', method: 'elicitation/create', params: { schema: {} } } },
          ],
        },
      }),
      { asked },
    );
    const { structuredContent } = await call(client, 'probe');
    expect(asked).toEqual([
      { method: 'foo/bar', params: { x: 1 } },
      { method: 'elicitation/create', params: { schema: {} } },
    ]);
    expect(structuredContent).toMatchObject({
      answers: [
        { id: 'a', result: { answered: 'foo/bar' } },
        { id: expect.any(Number), result: { answered: 'elicitation/create' } },
      ],
    });
    expect(await call(client, 'probe')).toMatchObject({ structuredContent: { answers: { length: 2 } } });
    const { received, answers } = await report(client);
    const forward = received.find((message) => message.method === 'tools/call');
    expect(answers[1]?.id).toBe(forward?.id);
  });

  test('asks out of the blue, twice with one id, and cancels its own request', async () => {
    const { say, hear } = speak({
      onInitialized: [
        { request: { id: 1, method: 'ping' } },
        { request: { id: 1, method: 'ping' } },
        { cancel: 1, reason: 'no longer needed' },
        { wait: 1, count: 2 },
        { notify: { method: 'notifications/message', params: { data: 'both answered' } } },
      ],
    });
    say({ jsonrpc: '2.0', method: 'notifications/initialized' });
    const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };
    expect(JSON.parse((await hear()) ?? '')).toEqual(ping);
    expect(JSON.parse((await hear()) ?? '')).toEqual(ping);
    expect(JSON.parse((await hear()) ?? '')).toMatchObject({ params: { requestId: 1 } });
    say({ jsonrpc: '2.0', id: 1, result: {} });
    say({ jsonrpc: '2.0', id: 1, result: {} });
    expect(await hear()).toContain('both answered');
  });

  test('writes banners, garbage and large messages', async () => {
    const { say, hear } = speak({
      banner: ['Starting…', ''],
      onCall: { big: [{ line: 'not json' }, { reply: { content: [{ $repeat: ['x', 100_000] }] } }] },
    });
    say({ jsonrpc: '2.0', id: 7, method: 'tools/call', params: { name: 'big' } });
    expect(await hear()).toBe('Starting…');
    expect(await hear()).toBe('');
    expect(await hear()).toBe('not json');
    const { id, result } = JSON.parse((await hear()) ?? '');
    expect(id).toBe(7);
    expect(result.content[0]).toHaveLength(100_000);
  });

  test('exits on command, and leaves its record behind', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'raw-'));
    const record = path.join(folder, 'record.ndjson');
    const { say, exit } = speak({ record, onCall: { die: [{ exit: 3 }] } });
    say({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'die' } });
    expect(await exit).toEqual({ code: 3, signal: null });
    const entries = (await readFile(record, 'utf8'))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(entries).toMatchObject([
      { kind: 'in', what: { id: 1 } },
      { kind: 'event', what: { name: 'exit', code: 3 } },
    ]);
    await rm(folder, { recursive: true });
  });

  test('ignores SIGTERM and the end of stdin when told to, never replies, and leaves a grandchild', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'raw-'));
    const record = path.join(folder, 'record.ndjson');
    const { child, say, hear, exit } = speak({
      record,
      ignoreSigterm: true,
      ignoreStdinEnd: true,
      onCall: { hang: [{ spawn: { lifeMs: 20_000 } }, { never: true }] },
      on: { 'notifications/poke': [{ line: 'still here' }] },
    });
    const recorded = async (name: string) => {
      await expect.poll(() => readFile(record, 'utf8').catch(() => '')).toContain(`"name":"${name}"`);
    };
    say({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'hang' } });
    say({ jsonrpc: '2.0', method: 'notifications/poke' });
    expect(await hear()).toBe('still here');
    child.stdin.end();
    await recorded('stdin-end');
    child.kill('SIGTERM');
    await recorded('SIGTERM');
    child.kill('SIGKILL');
    expect(await exit).toEqual({ code: null, signal: 'SIGKILL' });
    const entries = (await readFile(record, 'utf8'))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    const grandchild = entries.find((entry) => entry.what.name === 'spawn').what.pid as number;
    expect(process.kill(grandchild, 0)).toBe(true);
    process.kill(grandchild, 'SIGKILL');
    expect(entries.filter((entry) => entry.kind === 'out')).toEqual([]);
    await rm(folder, { recursive: true });
  });

  test('refuses a scenario that it does not understand', async () => {
    const { command, args } = rawStdio({ onCall: { x: [{ aks: {} } as never] } });
    const child = spawn(command, args, { stdio: ['pipe', 'ignore', 'pipe'] });
    let said = '';
    child.stderr.on('data', (chunk: Buffer) => {
      said += chunk;
    });
    expect(await new Promise((resolve) => child.once('close', resolve))).not.toBe(0);
    expect(said).toContain('not exactly one verb');
  });
});

describe('raw modern server over stdio', () => {
  test('asks round after round and sees what each retry carried', async () => {
    const form = { method: 'elicitation/create', params: { message: 'm' } };
    const client = await connect(
      over(
        {
          onCall: {
            twice: {
              rounds: [
                [{ inputRequired: { inputRequests: { a: form }, requestState: '' } }],
                [{ inputRequired: { inputRequests: { b: form } } }],
              ],
            },
            forever: { rounds: [[{ inputRequired: { requestState: 's\u0000t' } }]], forever: true },
          },
        },
        'modern',
      ),
      { era: 'modern' },
    );
    expect(await call(client, 'twice')).toMatchObject({ requestState: '', inputRequests: { a: form } });
    const retry = { inputResponses: { a: { action: 'decline' } }, requestState: '' };
    expect(await call(client, 'twice', retry)).not.toHaveProperty('requestState');
    const last = { inputResponses: { b: { action: 'cancel' } } };
    expect((await call(client, 'twice', last)).structuredContent).toEqual({ answers: [], ...last });
    expect(await call(client, 'forever')).toMatchObject({ requestState: 's\u0000t' });
    expect(await call(client, 'forever', { requestState: 's\u0000t' })).toMatchObject({
      resultType: 'input_required',
    });
    const { received } = await report(client);
    expect(received.filter((message) => JSON.stringify(message).includes('decline'))).toHaveLength(1);
  });

  test('sends a stray request, and input_required where it does not belong', async () => {
    const { say, hear } = speak(
      {
        onCall: { stray: [{ request: { id: 5, method: 'roots/list' } }] },
        on: { 'tools/list': [{ inputRequired: { requestState: 'x' } }] },
      },
      'modern',
    );
    say({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
    expect(JSON.parse((await hear()) ?? '').result.resultType).toBe('input_required');
    say({ jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'stray' } });
    expect(JSON.parse((await hear()) ?? '')).toEqual({ jsonrpc: '2.0', id: 5, method: 'roots/list' });
    expect(JSON.parse((await hear()) ?? '')).toMatchObject({ id: 2, result: { resultType: 'complete' } });
    say({ jsonrpc: '2.0', id: 3, method: 'initialize', params: {} });
    expect(JSON.parse((await hear()) ?? '')).toMatchObject({ id: 3, error: { code: -32601 } });
  });
});

describe('raw server over HTTP', () => {
  const scenario: Scenario = {
    onInitialized: [{ ask: { id: 'blue', method: 'roots/list' } }],
    onCall: { ask: [{ ask: { id: 'inside', method: 'sampling/createMessage', params: {} } }] },
  };

  test('asks inside the stream of a call, and out of the blue on the GET stream', async () => {
    const { url } = await overHttp(scenario);
    const asked: unknown[] = [];
    const client = await connect(new StreamableHTTPClientTransport(new URL(url)), { asked });
    expect(await call(client, 'ask')).toMatchObject({
      structuredContent: { answers: [{ id: 'inside', result: { answered: 'sampling/createMessage' } }] },
    });
    await expect.poll(async () => (await report(client)).answers.map(({ id }) => id)).toContain('blue');
    const { events } = await report(client);
    expect(events.some((event) => event.verb === 'GET')).toBe(true);
  });

  test('does the same over the transport of 2024-11-05', async () => {
    const { sse } = await overHttp(scenario);
    const client = await connect(new SSEClientTransport(new URL(sse)));
    expect(await call(client, 'ask')).toMatchObject({ structuredContent: { answers: [{ id: 'inside' }] } });
    await expect.poll(async () => (await report(client)).answers.map(({ id }) => id)).toContain('blue');
  });

  test('speaks the modern era', async () => {
    const { url } = await overHttp(
      { onCall: { ask: { rounds: [[{ inputRequired: { requestState: 'q' } }]] } } },
      'modern',
    );
    const client = await connect(new StreamableHTTPClientTransport(new URL(url)), { era: 'modern' });
    expect(await call(client, 'ask')).toMatchObject({ requestState: 'q' });
    expect(await call(client, 'ask', { requestState: 'q' })).toMatchObject({
      structuredContent: { requestState: 'q' },
    });
  });

  test('E11 resumes a cut stream where the client left it', async () => {
    const { url } = await overHttp({
      http: { eventIds: true },
      onCall: {
        cut: [
          { retry: 10 },
          { notify: { method: 'notifications/message', params: { level: 'info', data: 'before' } } },
          { endStream: true },
          { ask: { id: 'resumed', method: 'roots/list' } },
        ],
      },
    });
    const client = await connect(new StreamableHTTPClientTransport(new URL(url)));
    expect(await call(client, 'cut')).toMatchObject({ structuredContent: { answers: [{ id: 'resumed' }] } });
  });

  test('E01 E07 forgets sessions, and gives the answers that were prepared', async () => {
    const { url } = await overHttp({
      http: {
        forgetSessionAfter: 1,
        answers: { GET: { status: 200, body: {} }, 'prompts/list': [{ status: 503, body: 'busy' }] },
      },
    });
    const post = (body: unknown, headers: Record<string, string> = {}) =>
      fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
    const opened = await post({ jsonrpc: '2.0', id: 1, method: 'initialize', params: {} });
    await opened.body?.cancel();
    const session = { 'mcp-session-id': opened.headers.get('mcp-session-id') ?? '' };
    expect((await post({ jsonrpc: '2.0', id: 2, method: 'prompts/list' }, session)).status).toBe(503);
    expect((await post({ jsonrpc: '2.0', id: 3, method: 'prompts/list' }, session)).status).toBe(200);
    expect((await post({ jsonrpc: '2.0', id: 4, method: 'ping' }, session)).status).toBe(404);
    const got = await fetch(url);
    expect(got.headers.get('content-type')).toBe('application/json');
  });

  test('breaks a stream off without an answer', async () => {
    const { url } = await overHttp({ http: { session: false }, onCall: { cut: [{ cut: true }] } });
    const response = await fetch(url, {
      method: 'POST',
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'cut' } }),
    });
    await expect(response.text()).rejects.toThrow();
  });
});
