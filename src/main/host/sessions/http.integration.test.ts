import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import type { Report } from '../../../../e2e/servers/raw.ts';
import { answering, cleanUp, http, open } from './fixtures/http.ts';
import { openForTest } from './fixtures/open.ts';

const elicit = (id: string | number) => ({
  id,
  method: 'elicitation/create',
  params: { message: 'Name?', requestedSchema: { type: 'object', properties: {} } },
});
const cancel = () => ({ type: 'result' as const, result: { action: 'cancel' } });

describe('era over HTTP', () => {
  it.each(['legacy', 'modern'] as const)('finds a %s server', async (serverEra) => {
    const it = await open({}, { serverEra });
    expect(it.session).toMatchObject({ era: serverEra, transport: 'http' });
    expect((await it.session.list('tools')).items.map(({ name }) => name)).toEqual(['report']);
  });

  it('E31 falls back after HTTP 400 with a JSON-RPC body', async () => {
    const body = { jsonrpc: '2.0', id: null, error: { code: -32600, message: 'no' } };
    const it = await open({ http: { answers: { 'server/discover': { status: 400, body } } } });
    expect(it.session.era).toBe('legacy');
  });

  it.each([404, 500])('E29 falls back after HTTP %i on the probe', async (status) => {
    const it = await open({ http: { answers: { 'server/discover': { status } } } });
    expect(it.session.era).toBe('legacy');
  });

  it('takes SSE for legacy without a probe', async () => {
    const it = await open({ onCall: { ask: [{ ask: elicit(1) }] } }, { type: 'sse', answer: cancel });
    expect(it.session).toMatchObject({ era: 'legacy', transport: 'sse' });
    await it.call('ask');
    expect(it.requests[0]?.via).toEqual({ stream: 'shared' });
    const report = await it.report<Report>();
    expect(report.received[0]).toMatchObject({ method: 'initialize' });
  });
});

describe('questions without end', () => {
  it('are answered a few at a time, not over a connection each at once', async () => {
    const many = 300;
    let [open, most, answered] = [0, 0, 0];
    const url = await answering(async (request, response) => {
      if (request.method !== 'POST') return void response.writeHead(405).end();
      let text = '';
      for await (const chunk of request) text += chunk;
      const { id, method } = JSON.parse(text) as { id: number; method?: string };
      const reply = (body: object) => {
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end(JSON.stringify({ jsonrpc: '2.0', id, ...body }));
      };
      const result = {
        protocolVersion: '2025-11-25',
        capabilities: {},
        serverInfo: { name: 's', version: '1' },
      };
      if (method === 'initialize') return reply({ result });
      if (method === 'tools/call') {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        const event = (message: object) =>
          response.write(`data: ${JSON.stringify({ jsonrpc: '2.0', ...message })}\n\n`);
        for (let i = 0; i < many; i += 1) event({ id: i, method: i % 2 ? 'ping' : 'roots/list' });
        done = () => event({ id, result: { content: [] } });
        return;
      }
      if (method !== undefined) return void response.writeHead(202).end();
      open += 1;
      most = Math.max(most, open);
      setTimeout(() => {
        open -= 1;
        answered += 1;
        response.writeHead(202).end();
        if (answered === many) done();
      }, 20);
    });
    let done = () => {};
    const it = await openForTest({ target: http(url), era: 'legacy' });
    cleanUp.push(() => it.session.close());
    await it.call('t');
    expect(answered).toBe(many);
    expect(most).toBeLessThan(20);
  });
});

describe('where a request came from', () => {
  it('E37 is proven on the stream of a POST, also for equal ids of several calls', async () => {
    const it = await open(
      { onCall: { one: [{ ask: elicit('same') }], two: [{ ask: elicit('same') }] } },
      { answer: cancel },
    );
    await Promise.all([it.call('one', { callId: 11 }), it.call('two', { callId: 22 })]);
    const ids = it.requests.map(({ via }) => (via.stream === 'post' ? via.callId : 'shared'));
    expect(ids.sort()).toEqual([11, 22]);
  });

  it('is shared on the GET stream, also while a call runs', async () => {
    const it = await open(
      { onCall: { go: [{ ask: elicit('post') }, { ask: elicit('get'), via: 'get' }] } },
      { answer: cancel },
    );
    await it.call('go', { callId: 5 });
    expect(it.requests.map(({ requestId, via }) => [requestId, via])).toEqual([
      ['post', { stream: 'post', callId: 5 }],
      ['get', { stream: 'shared' }],
    ]);
  });

  it('belongs to nobody on the stream of an errand of ours', async () => {
    const it = await open(
      { on: { 'tools/list': [{ ask: elicit(1) }, { reply: { tools: [] } }] } },
      { answer: cancel },
    );
    await it.session.list('tools');
    expect(it.requests[0]?.via).toEqual({ stream: 'post', callId: undefined });
  });

  it('E11 stays with its call when a GET resumes the stream', async () => {
    const it = await open(
      {
        http: { eventIds: true },
        onCall: {
          go: [
            { retry: 10 },
            { ask: elicit('first') },
            { cut: true },
            { ask: elicit('resumed') },
            { reply: { content: [] } },
          ],
        },
      },
      { answer: cancel },
    );
    await it.call('go', { callId: 9 });
    expect(it.requests.map(({ requestId, via }) => [requestId, via])).toEqual([
      ['first', { stream: 'post', callId: 9 }],
      ['resumed', { stream: 'post', callId: 9 }],
    ]);
    const report = await it.report<Report>();
    const resumed = report.events.filter(
      ({ headers }) => (headers as Record<string, string> | undefined)?.['last-event-id'] !== undefined,
    );
    expect(resumed).toHaveLength(1);
  });
});

describe('a stream that is cut', () => {
  it.each(['legacy', 'modern'] as const)('rejects its call instead of hanging (%s)', async (serverEra) => {
    const it = await open({ onCall: { go: [{ cut: true }, { never: true }] } }, { serverEra });
    await expect(it.call('go')).rejects.toMatchObject({
      code: 'closed',
      message: expect.stringContaining('cut'),
    });
    expect(it.session.closed.aborted).toBe(false);
    expect(await it.report<Report>()).toBeDefined();
  });
});

describe('cancelling', () => {
  it('closes the stream of a modern call, and notifies a legacy server', async () => {
    for (const serverEra of ['legacy', 'modern'] as const) {
      const it = await open(
        {
          onCall: {
            go: [
              { notify: { method: 'notifications/message', params: { level: 'info', data: 'here' } } },
              { wait: { method: 'never' }, withinMs: 3000 },
            ],
          },
        },
        { serverEra },
      );
      const stop = new AbortController();
      const call = it.call('go', { signal: stop.signal });
      await it.until(({ logs }) => logs.some(({ text }) => text.endsWith('here')));
      stop.abort();
      await expect(call).rejects.toMatchObject({ code: 'aborted' });
      const told = async () => {
        const { notifications, events } = await it.report<Report>();
        return {
          notified: notifications.some(({ method }) => method === 'notifications/cancelled'),
          streamClosed: events.some(({ name }) => name === 'closed'),
        };
      };
      const legacy = serverEra === 'legacy';
      await expect.poll(told).toEqual({ notified: legacy, streamClosed: !legacy });
    }
  });

  it('F33 aborts a request the server cancels, and writes nothing', async () => {
    const it = await open(
      { onCall: { ask: [{ request: elicit('gone') }, { cancel: 'gone' }, { ask: elicit('after') }] } },
      {
        answer: ({ requestId, signal }) =>
          requestId === 'gone'
            ? new Promise((resolve) => signal.addEventListener('abort', () => resolve(cancel())))
            : cancel(),
      },
    );
    await it.call('ask');
    const report = await it.report<Report>();
    expect(report.answers.map(({ id }) => id)).toEqual(['after']);
  });
});

describe('events that are not quite JSON-RPC', () => {
  it.each(['http', 'sse'] as const)('F37 F07 are answered and heard of all the same (%s)', async (type) => {
    const it = await open(
      {
        onCall: {
          ask: [{ ask: { id: 'odd', method: 'sampling/createMessage', params: [1, 2] } }],
          broken: [{ send: { jsonrpc: '2.0', id: '$callId', result: {}, error: null } }, { never: true }],
        },
      },
      { type, era: 'legacy', answer: () => ({ type: 'error', code: -32602, message: 'Invalid params' }) },
    );
    await it.call('ask', { callId: 3 });
    const via = type === 'http' ? { stream: 'post', callId: 3 } : { stream: 'shared' };
    expect(it.requests).toMatchObject([{ requestId: 'odd', params: [1, 2], via }]);
    await expect(it.call('broken')).rejects.toMatchObject({ code: 'protocol' });
    const report = await it.report<Report>();
    expect(report.answers).toMatchObject([{ id: 'odd', error: { code: -32602 } }]);
  });
});

describe('a modern session', () => {
  it('drops and counts requests, and never answers', async () => {
    const it = await open({ onCall: { ask: [{ request: elicit('stray') }] } }, { serverEra: 'modern' });
    await it.call('ask');
    expect(it.strays).toEqual(['elicitation/create']);
    const report = await it.report<Report>();
    expect(report.answers).toEqual([]);
  });

  it('gives an error that came with an HTTP status as the error of the server', async () => {
    const body = { jsonrpc: '2.0', id: 1, error: { code: -32602, message: 'bad name', data: 1 } };
    for (const status of [400, 404]) {
      const it = await open(
        { http: { answers: { 'tools/call': [{ status, body }] } } },
        { serverEra: 'modern' },
      );
      await expect(it.call('x')).rejects.toMatchObject({ code: 'rpc', rpcCode: -32602, rpcData: 1 });
    }
  });
});

describe('the person’s headers', () => {
  it('go with every request, and stay within the origin', async () => {
    const seen: (string | undefined)[] = [];
    const other = await answering((request, response) => {
      seen.push(request.headers.authorization);
      response.writeHead(200).end();
    });
    const url = await answering((_, response) => response.writeHead(307, { location: other }).end());
    const target = http(url, { Authorization: 'Bearer secret' });
    await expect(openForTest({ target })).rejects.toMatchObject({ code: 'connect-failed' });
    expect(seen).toEqual([]);
  });
});

describe('arguments as headers (SEP-2243)', () => {
  const inputSchema = {
    type: 'object',
    properties: { region: { type: 'string', 'x-mcp-header': 'Region' } },
  };
  const headersOf = (report: Report, method: string) =>
    report.events
      .filter((event) => event.method === method)
      .map(({ headers }) => (headers as Record<string, string>)['mcp-param-region']);

  it('are sent for the tools that want them, and wrong tools are left out', async () => {
    const wrong = { type: 'object', properties: { a: { type: 'number', 'x-mcp-header': 'A' } } };
    const tools = [
      { name: 'go', inputSchema },
      { name: 'wrong', inputSchema: wrong },
    ];
    const it = await open({ tools, onCall: { go: [] } }, { serverEra: 'modern' });
    const list = await it.session.list('tools');
    expect(list.items.map(({ name }) => name)).toEqual(['go']);
    expect(list.problems).toEqual([expect.stringContaining('"wrong" was left out')]);
    await it.call('go', { args: { region: 'eu' } });
    expect(headersOf(await it.report<Report>(), 'tools/call')[0]).toBe('eu');
  });

  it('are learnt when the server misses them', async () => {
    const body = { jsonrpc: '2.0', id: 1, error: { code: -32020, message: 'Header mismatch' } };
    const it = await open(
      {
        tools: [{ name: 'go', inputSchema }],
        http: { answers: { 'tools/call': [{ status: 400, body }, null] } },
      },
      { serverEra: 'modern' },
    );
    await it.call('go', { args: { region: 'eu' } });
    expect(headersOf(await it.report<Report>(), 'tools/call').slice(0, 2)).toEqual([undefined, 'eu']);
  });
});

describe('the address for messages of the old transport', () => {
  /** Serves events at /behind/proxy/sse, and messages at no other address than `served`. */
  const behindProxy = async (endpoint: string, served: string) => {
    let events: ServerResponse | undefined;
    const posted: string[] = [];
    const url = await answering((request, response) => {
      if (request.method === 'GET') {
        events = response.writeHead(200, { 'content-type': 'text/event-stream' });
        events.write(`event: endpoint\ndata: ${endpoint}\n\n`);
        return;
      }
      posted.push(String(request.url));
      let text = '';
      request.on('data', (chunk) => {
        text += chunk;
      });
      request.on('end', () => {
        const { id, method } = JSON.parse(text) as { id?: number; method: string };
        response.writeHead(request.url === served ? 202 : 404).end();
        if (method !== 'initialize' || request.url !== served) return;
        const serverInfo = { name: 'x', version: '1' };
        const result = { protocolVersion: '2024-11-05', capabilities: {}, serverInfo };
        events?.write(`event: message\ndata: ${JSON.stringify({ jsonrpc: '2.0', id, result })}\n\n`);
      });
    });
    return { posted, target: { type: 'sse' as const, url: url.replace('/mcp', '/behind/proxy/sse') } };
  };

  it.each([
    ['messages?s=1', '/behind/proxy/messages?s=1'],
    ['/messages?s=1', '/messages?s=1'],
  ])('E13 %s is resolved as URLs are', async (endpoint, served) => {
    const { posted, target } = await behindProxy(endpoint, served);
    const it = await openForTest({ target });
    cleanUp.push(() => it.session.close());
    expect(posted).toContain(served);
  });

  it('E13 and is named when nothing is there', async () => {
    const { target } = await behindProxy('/messages?s=1', '/behind/proxy/messages?s=1');
    await expect(openForTest({ target })).rejects.toMatchObject({
      code: 'connect-failed',
      message: expect.stringMatching(/There is nothing at http:\/\/127\.0\.0\.1:\d+\/messages \(HTTP 404\)/),
    });
  });
});

describe('the version in a header', () => {
  it('E35 does not go with the legacy handshake, and does with what follows', async () => {
    const versions: [string, string | undefined][] = [];
    const url = await answering((request, response) => {
      if (request.method !== 'POST') return void response.writeHead(405).end();
      let text = '';
      request.on('data', (chunk) => {
        text += chunk;
      });
      request.on('end', () => {
        const { id, method } = JSON.parse(text) as { id?: number; method: string };
        const version = request.headers['mcp-protocol-version'] as string | undefined;
        versions.push([method, version]);
        // Refuses versions it does not know before it looks at anything else.
        if (version !== undefined && version !== '2025-03-26')
          return void response.writeHead(400).end('bad version');
        if (id === undefined) return void response.writeHead(202).end();
        const serverInfo = { name: 'x', version: '1' };
        const result =
          method === 'initialize'
            ? { protocolVersion: '2025-03-26', capabilities: { tools: {} }, serverInfo }
            : { tools: [] };
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end(JSON.stringify({ jsonrpc: '2.0', id, result }));
      });
    });
    const it = await openForTest({ target: http(url) });
    cleanUp.push(() => it.session.close());
    await it.session.list('tools');
    expect(versions).toContainEqual(['initialize', undefined]);
    expect(versions.at(-1)).toEqual(['tools/list', '2025-03-26']);
  });
});
