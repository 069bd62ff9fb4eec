import { afterEach, describe, expect, it } from 'vitest';
import {
  type Report,
  rawStdio,
  type Scenario,
  type Step,
  startRawHttp,
} from '../../../../e2e/servers/raw.ts';
import { type Opened, openForTest, TEST_CWD } from './fixtures/open.ts';
import { endingSentence, StdioTransport } from './transports/stdio.ts';

/** Messages that are odd in a way no schema of the field foresees. Over stdio and over HTTP the same must hold. */
const clean: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of clean.splice(0)) await close();
});

async function open(scenario: Scenario, transport: 'stdio' | 'http', era: 'legacy' | 'modern' = 'legacy') {
  let target: Parameters<typeof openForTest>[0]['target'];
  if (transport === 'stdio') target = { type: 'stdio', ...rawStdio(scenario, era) };
  else {
    const server = await startRawHttp(scenario, era);
    clean.push(() => server.stop());
    target = { type: 'http', url: server.url };
  }
  const it: Opened = await openForTest({ target, era });
  clean.unshift(() => it.session.close());
  return it;
}

const deep = JSON.parse(`${'['.repeat(600)}1${']'.repeat(600)}`) as unknown;
const deepText = (message: string) => message.replace('DEEP', `${'['.repeat(60_000)}${']'.repeat(60_000)}`);

describe.each(['stdio', 'http'] as const)('over %s', (transport) => {
  it('a notification named like a part of every object changes nothing', async () => {
    const methods = ['toString', 'constructor', '__proto__', 'hasOwnProperty', 'valueOf'];
    const notes: Step[] = methods.map((method) => ({ notify: { method, params: {} } }));
    const it = await open({ onCall: { go: notes } }, transport);
    await it.call('go');
    await it.call('go');
    expect(it.closed).toEqual([]);
    expect(it.changed).toEqual([]);
  });

  it('F29 a progress token of any type changes nothing', async () => {
    const tokens: unknown[] = [{ valueOf: 1, toString: 1 }, [1], null, true, '', 'x', 1e308, {}];
    const notes: Step[] = tokens.map((progressToken) => ({
      notify: { method: 'notifications/progress', params: { progressToken, progress: 1 } },
    }));
    const it = await open({ onCall: { go: notes } }, transport);
    await it.call('go');
    expect(it.closed).toEqual([]);
  });

  it('progress that nothing can show is left out, and its words are cut', async () => {
    const note = (params: string) =>
      `{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":1,${params}}}`;
    const frame = (text: string): Step => ({
      bytes: Buffer.from(transport === 'http' ? `data: ${text}\n\n` : `${text}\n`).toString('base64'),
    });
    const words = 'x'.repeat(3000);
    const it = await open(
      {
        onCall: {
          go: [
            frame(note('"progress":1e400')),
            frame(note(`"progress":2,"total":-1e400,"message":"${words}"`)),
          ],
        },
      },
      transport,
    );
    const heard: unknown[] = [];
    const signal = new AbortController().signal;
    const onProgress = (progress: unknown) => void heard.push(progress);
    await it.session.leg('tools/call', { name: 'go' }, { signal, callId: 1, onProgress });
    expect(heard).toEqual([{ progress: 2, message: 'x'.repeat(1000) }]);
  });

  it('F37 a request that is broken gets an error and keeps no server waiting', async () => {
    const sent = [
      { id: 'no-version', method: 'roots/list' },
      { jsonrpc: '1.0', id: 'old', method: 'roots/list' },
      { jsonrpc: '2.0', id: 'number', method: 42 },
      { jsonrpc: '2.0', id: 'null', method: null, params: {} },
    ];
    const steps: Step[] = sent.flatMap((message) => [
      { send: message },
      { wait: message.id, withinMs: 10_000 },
    ]);
    const it = await open({ onCall: { go: steps } }, transport);
    await it.call('go');
    const { answers } = await it.report<Report>();
    const error = { code: -32600, message: 'Invalid Request' };
    expect(answers).toEqual(sent.map(({ id }) => ({ jsonrpc: '2.0', id, error })));
    expect(it.requests).toEqual([]);
  });

  it('F37 so does one that is nested without end; an answer like that fails its call alone', async () => {
    const request = { id: 'deep', method: 'elicitation/create', params: { message: deep } };
    const onCall = { ask: [{ ask: request }], answer: [{ reply: { structuredContent: { deep } } }] };
    const it = await open({ onCall }, transport);
    await expect(it.call('answer')).rejects.toMatchObject({
      code: 'protocol',
      message: expect.stringContaining('nested too deeply'),
    });
    expect(await it.call('ask')).toMatchObject({
      structuredContent: { answers: [{ id: 'deep', error: { code: -32600, message: 'Invalid Request' } }] },
    });
    expect(it.requests).toEqual([]);
  });

  it('nothing of it is answered by a modern client', async () => {
    const sent = [
      { id: 'no-version', method: 'roots/list' },
      { jsonrpc: '2.0', id: 'number', method: 42 },
    ];
    const it = await open({ onCall: { go: sent.map((send) => ({ send })) } }, transport, 'modern');
    await it.call('go');
    const { answers } = await it.report<Report>();
    expect(answers).toEqual([]);
    expect(it.strays).toHaveLength(2);
  });
});

describe('the answer to the handshake', () => {
  const result = {
    protocolVersion: '2025-11-25',
    capabilities: { tools: {} },
    serverInfo: { name: 'x', version: '1' },
  };

  it('F07 may carry more than it must', async () => {
    const send = { jsonrpc: '2.0', id: '$callId', result, params: {}, time: 1 };
    const it = await open({ on: { initialize: [{ send }, { never: true }] } }, 'stdio');
    expect(it.session.serverInfo).toEqual({ name: 'x', version: '1' });
  });

  it.each([
    { result: { ...result, _meta: 'text' } },
    { error: { code: 0.5, message: 'half' } },
    { result: { ...result, protocolVersion: 5 } },
  ])('F07 ends the attempt at once when it cannot be read: %j', async (answer) => {
    const send = { jsonrpc: '2.0', id: '$callId', ...answer };
    await expect(open({ on: { initialize: [{ send }, { never: true }] } }, 'stdio')).rejects.toMatchObject({
      code: 'connect-failed',
    });
  });
});

describe('over stdio', () => {
  it('an id that JSON cannot write back is garbage, not an answer without an id', async () => {
    const lines = [
      '{"jsonrpc":"2.0","id":1e400,"method":"ping"}',
      '{"jsonrpc":"2.0","id":-1e999,"method":"roots/list"}',
    ];
    const it = await open({ onCall: { go: lines.map((line) => ({ line })) } }, 'stdio');
    await it.call('go');
    const { answers } = await it.report<Report>();
    expect(answers).toEqual([]);
    expect(it.logs.filter(({ source }) => source === 'garbage')).toHaveLength(2);
  });

  it('an answer that also carries a method which is none is an answer', async () => {
    const line = '{"jsonrpc":"2.0","id":1,"result":{"content":[]},"method":{"a":1}}';
    const it = await open({ onCall: { go: [{ line }, { never: true }] } }, 'stdio');
    expect(await it.call('go')).toEqual({ content: [] });
  });

  it('a notification that is nested without end is dropped', async () => {
    const line = deepText('{"jsonrpc":"2.0","method":"notifications/message","params":{"data":DEEP}}');
    const it = await open({ onCall: { go: [{ line }] } }, 'stdio');
    await it.call('go');
    expect(it.logs.some(({ source, text }) => source === 'host' && text.includes('nested too deeply'))).toBe(
      true,
    );
  });

  it('a server that never reads is ended before what waits for it fills the memory', async () => {
    const transport = new StdioTransport({
      launch: {
        command: process.execPath,
        args: ['-e', 'setTimeout(() => {}, 60_000)'],
        cwd: TEST_CWD,
        env: process.env as Record<string, string>,
      },
      createCwd: false,
      onStderr: () => {},
      onGarbage: () => {},
      maxUnreadBytes: 1_000_000,
    });
    await transport.start();
    clean.push(() => transport.close());
    const closed = new Promise<void>((resolve) => {
      transport.onclose = resolve;
    });
    const pong = { jsonrpc: '2.0' as const, id: 'x'.repeat(100_000), result: {} };
    const waiting = Array.from({ length: 20 }, () => transport.send(pong));
    const sent = await Promise.allSettled(waiting);
    expect(sent.at(-1)).toMatchObject({ status: 'rejected' });
    await closed;
    expect(endingSentence(transport.ending, true)).toBe(
      'The server does not read what is sent to it and was stopped.',
    );
  });
});
