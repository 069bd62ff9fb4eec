import type { ServerResponse } from 'node:http';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { web } from '../testing/web.ts';
import { openForTest } from './fixtures/open.ts';

/** Calls over HTTP whose answer cannot come: they end by themselves, not by a clock, and say what came. */
const cleanUp: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const work of cleanUp.splice(0).reverse()) await work();
});

type Answer = (response: ServerResponse, id: number) => void;

/** A legacy server that answers `tools/call`, and GET, as it is told. */
async function connect(answer: Answer, get: (response: ServerResponse, after?: string) => void = refuse) {
  let gets = 0;
  const server = await web(async (request, response) => {
    if (request.method === 'GET') {
      gets += 1;
      return get(response, request.headers['last-event-id'] as string | undefined);
    }
    if (request.method !== 'POST') return void response.writeHead(405).end();
    let text = '';
    for await (const chunk of request) text += chunk;
    const { id, method } = JSON.parse(text) as { id: number; method?: string };
    if (method === 'tools/call') return answer(response, id);
    if (method !== 'initialize') return void response.writeHead(202).end();
    const serverInfo = { name: 's', version: '1' };
    json({ jsonrpc: '2.0', id, result: { protocolVersion: '2025-11-25', capabilities: {}, serverInfo } })(
      response,
      id,
    );
  });
  cleanUp.push(server.close);
  const { url } = server;
  const it = await openForTest({ target: { type: 'http', url }, era: 'legacy' });
  cleanUp.push(() => it.session.close());
  const hints: string[] = [];
  const leg = () =>
    it.session.leg(
      'tools/call',
      { name: 't' },
      { signal: new AbortController().signal, callId: 1, onHint: (hint) => hints.push(hint) },
    );
  return { ...it, leg, hints, gets: () => gets };
}

const refuse = (response: ServerResponse) => void response.writeHead(405).end();
const json =
  (body: unknown): Answer =>
  (response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  };
const events =
  (text: (id: number) => string, end = true): Answer =>
  (response, id) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write(text(id));
    if (end) response.end();
  };
const result = (id: unknown) => JSON.stringify({ jsonrpc: '2.0', id, result: { content: [] } });
const instead = (what: string) => `The server sent ${what} instead of the answer.`;

describe('a call ends at once', () => {
  it.each<[string, Answer, string]>([
    [
      'HTTP 202',
      (response) => void response.writeHead(202).end(),
      'The server took the request (HTTP 202) and opened no stream for its answer.',
    ],
    ['a JSON body []', json([]), instead('an empty list')],
    ['an empty JSON body', json(''), instead('nothing')],
    ['JSON that is none', json('{'), instead('something that is not JSON')],
    ['a JSON body with another id', json(result(99)), instead('an answer with the id 99')],
    [
      'a JSON body with a request only',
      json({ jsonrpc: '2.0', id: 9, method: 'roots/list' }),
      instead('something that is not an answer'),
    ],
    [
      'an event with another id',
      events(() => `data: ${result(99)}\n\n`),
      instead('an answer with the id 99'),
    ],
    [
      'an event with another name',
      events((id) => `event: answer\ndata: ${result(id)}\n\n`),
      instead('an event named "answer"'),
    ],
    [
      'an odd answer between CRs',
      events((id) => `data: {"jsonrpc":"2.0","id":${id},"result":7}\r\r`, false),
      'The server sent an answer that is not JSON-RPC: its result is not an object.',
    ],
  ])('%s', async (_name, answer, message) => {
    const it = await connect(answer);
    await expect(it.leg()).rejects.toMatchObject({ code: 'protocol', message });
    expect(it.closed).toEqual([]);
  });

  it('with the error of the server, where that has no id', async () => {
    const it = await connect(
      json({ jsonrpc: '2.0', id: null, error: { code: -32600, message: 'Too busy' } }),
    );
    await expect(it.leg()).rejects.toMatchObject({ code: 'rpc', rpcCode: -32600, message: 'Too busy' });
  });

  it('with what the server says to its refusal', async () => {
    const it = await connect((response) => {
      response.writeHead(400, { 'content-type': 'application/json' });
      response.end(
        JSON.stringify({ jsonrpc: '2.0', id: null, error: { code: -32000, message: 'Too busy' } }),
      );
    });
    await expect(it.leg()).rejects.toMatchObject({
      message: expect.stringMatching(/400.* It says: Too busy$/),
    });
  });
});

describe('a call waits on', () => {
  it('with a hint, for an answer that comes on the GET stream', async () => {
    let shared: ServerResponse | undefined;
    let id = 0;
    const it = await connect(
      (response, given) => {
        id = given;
        response.writeHead(202).end();
      },
      (response) => {
        shared = response.writeHead(200, { 'content-type': 'text/event-stream' });
        shared.flushHeaders();
      },
    );
    const call = it.leg();
    await expect.poll(() => it.hints).toEqual([expect.stringContaining('may come on another one or never')]);
    shared?.write(`data: ${result(id)}\n\n`);
    expect(await call).toMatchObject({ type: 'complete' });
  });

  it('no longer than there is such a stream', async () => {
    let shared: ServerResponse | undefined;
    const it = await connect(
      (response) => void response.writeHead(202).end(),
      (response) => {
        if (shared) return refuse(response);
        shared = response.writeHead(200, { 'content-type': 'text/event-stream' });
        shared.flushHeaders();
      },
    );
    const call = it.leg();
    await expect.poll(() => it.hints).toHaveLength(1);
    shared?.end();
    await expect(call).rejects.toMatchObject({ code: 'protocol' });
  });

  it('with a hint, on a stream that is still open', async () => {
    let open: ServerResponse | undefined;
    let id = 0;
    const it = await connect((response, given) => {
      [open, id] = [response, given];
      events(() => `event: answer\ndata: ${result(given)}\n\n`, false)(response, given);
    });
    const call = it.leg();
    await expect.poll(() => it.hints).toEqual([instead('an event named "answer"')]);
    open?.write(`data: ${result(id)}\n\n`);
    expect(await call).toMatchObject({ type: 'complete' });
  });
});

describe('an answer stream that is resumed', () => {
  const PAUSES = [250, 500, 1000, 2000, 4000, 5000];
  /** Serves streams that end after one event, and asks to be asked again at once. */
  async function endless(event: (turn: number) => string) {
    const delays: number[] = [];
    const real = globalThis.setTimeout;
    const spy = vi.spyOn(globalThis, 'setTimeout').mockImplementation(((
      run: () => void,
      delay = 0,
      ...rest: unknown[]
    ) => {
      const paced = rest.length === 0 && PAUSES.includes(delay);
      if (paced) delays.push(delay);
      return real(run, paced ? 0 : delay, ...(rest as []));
    }) as typeof setTimeout);
    cleanUp.push(async () => spy.mockRestore());
    let turns = 0;
    const serve = (response: ServerResponse) => {
      turns += 1;
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(`retry: 0\n${event(turns)}`);
    };
    const it = await connect(serve, (response, after) =>
      after === undefined ? refuse(response) : serve(response),
    );
    return { ...it, delays };
  }
  const note = { jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', data: 'x' } };

  it('is asked for again more and more slowly while it brings something', async () => {
    const it = await endless((turn) => `id: ${turn}\ndata: ${JSON.stringify(note)}\n\n`);
    const stop = new AbortController();
    const call = it.session.leg('tools/call', { name: 't' }, { signal: stop.signal, callId: 1 });
    await it.until(({ logs }) => logs.length === 100);
    stop.abort();
    await expect(call).rejects.toMatchObject({ code: 'aborted' });
    expect(it.delays.slice(0, 6)).toEqual(PAUSES);
  });

  it.each([
    ['nothing', () => 'id: 1\ndata:\n\n'],
    ['the same again', () => `id: 1\ndata: ${JSON.stringify(note)}\n\n`],
  ])('is given up in the end when it brings %s', async (_name, event) => {
    const it = await endless(event);
    await expect(it.leg()).rejects.toMatchObject({
      code: 'protocol',
      message: expect.stringContaining('again and again without anything new'),
    });
    expect(it.closed).toEqual([]);
  });
});
