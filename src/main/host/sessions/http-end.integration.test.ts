import type { RequestListener } from 'node:http';
import { describe, expect, it } from 'vitest';
import { type Report, startRawHttp } from '../../../../e2e/servers/raw.ts';
import { answering, http, open } from './fixtures/http.ts';
import { openForTest } from './fixtures/open.ts';
import { SessionForgotten } from './session-error.ts';

describe('closing', () => {
  it('ends the session of a legacy server with DELETE', async () => {
    const methods: (string | undefined)[] = [];
    const url = await answering((request, response) => {
      methods.push(request.method);
      if (request.method !== 'POST') return void response.writeHead(405).end();
      let text = '';
      request.on('data', (chunk) => {
        text += chunk;
      });
      request.on('end', () => {
        const message = JSON.parse(text) as { id?: number; method: string };
        if (message.id === undefined) return void response.writeHead(202).end();
        if (message.method !== 'initialize') return void response.writeHead(404).end();
        const result = {
          protocolVersion: '2025-06-18',
          capabilities: {},
          serverInfo: { name: 'x', version: '1' },
        };
        response.writeHead(200, { 'content-type': 'application/json', 'mcp-session-id': 's' });
        response.end(JSON.stringify({ jsonrpc: '2.0', id: message.id, result }));
      });
    });
    const { session } = await openForTest({ target: http(url) });
    await session.close();
    expect(methods.at(-1)).toBe('DELETE');
  });

  it('E01 says that a session is gone when the server forgot it', async () => {
    const it = await open({ http: { forgetSessionAfter: 1 } }, { era: 'legacy' });
    await expect(it.call('report')).rejects.toMatchObject({
      code: 'closed',
      message: expect.stringContaining('no longer knows this session'),
    });
    expect(it.closed).toHaveLength(1);
  });

  it('E03 takes 503 for an outage once, and for a forgotten session then', async () => {
    const it = await open(
      { http: { answers: { 'tools/call': { status: 503, body: 'busy' } } } },
      { era: 'legacy' },
    );
    await expect(it.call('t')).rejects.toMatchObject({
      code: 'protocol',
      message: expect.stringContaining('Try again later'),
    });
    expect(it.closed).toEqual([]);
    await expect(it.call('t')).rejects.toMatchObject({
      code: 'closed',
      message: expect.stringContaining('connected anew'),
      cause: expect.any(SessionForgotten),
    });
    expect(it.closed).toHaveLength(1);
  });

  it('E03 an outage that passes costs nothing', async () => {
    const busy = { status: 503, body: 'busy' };
    const it = await open(
      { http: { answers: { 'tools/call': [busy, null, busy, null] } } },
      { era: 'legacy' },
    );
    for (let times = 0; times < 2; times += 1) {
      await expect(it.call('t')).rejects.toMatchObject({ code: 'protocol' });
      await it.call('report');
    }
    expect(it.closed).toEqual([]);
  });

  it('notices that the server is gone', async () => {
    const it = await open({}, { type: 'sse' });
    const closed = it.until((seen) => seen.closed.length === 1);
    await it.server.stop();
    await closed;
    expect(it.session.closed.aborted).toBe(true);

    const streamable = await open({});
    await streamable.server.stop();
    await expect(streamable.call('report')).rejects.toMatchObject({
      code: 'closed',
      message: expect.stringContaining('Nothing answers at'),
    });
    expect(streamable.closed).toHaveLength(1);
  });
});

describe('what cannot be connected', () => {
  const cases: [string, RequestListener, RegExp][] = [
    [
      'E17 a web page',
      (_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<html>'),
      /a web page, not with MCP/,
    ],
    ['no path', (_, response) => response.writeHead(404).end(), /nothing at .*404.*path/],
    ['no access', (_, response) => response.writeHead(403).end(), /refuses access/],
    ['trouble', (_, response) => response.writeHead(502).end(), /trouble of its own \(HTTP 502\)/],
    [
      'another origin',
      (_, response) => response.writeHead(307, { location: 'http://192.0.2.1/' }).end(),
      /sends elsewhere/,
    ],
    [
      'not JSON-RPC',
      (_, response) => response.writeHead(200, { 'content-type': 'application/json' }).end('{"a":1}'),
      /unreadable/,
    ],
  ];
  it.each(cases)('%s', async (_name, listener, sentence) => {
    const url = await answering(listener);
    await expect(openForTest({ target: http(url) })).rejects.toMatchObject({
      code: 'connect-failed',
      message: expect.stringMatching(sentence),
    });
  });

  it.each(['http', 'sse'] as const)('a server that wants a sign-in (%s)', async (type) => {
    const url = await answering((_, response) =>
      response.writeHead(401, { 'www-authenticate': 'Bearer' }).end(),
    );
    await expect(openForTest({ target: { type, url } })).rejects.toMatchObject({ code: 'needs-sign-in' });
  });

  it.each(['http', 'sse'] as const)('nobody there (%s)', async (type) => {
    const server = await startRawHttp();
    await server.stop();
    await expect(openForTest({ target: { type, url: server.url } })).rejects.toMatchObject({
      code: 'connect-failed',
      message: expect.stringMatching(/^Nothing answers at 127\.0\.0\.1:\d+\./),
    });
  });

  it('an address or a header nobody can use', async () => {
    await expect(openForTest({ target: http('nonsense') })).rejects.toMatchObject({ message: /not a URL/ });
    await expect(openForTest({ target: http('file:///x') })).rejects.toMatchObject({
      message: /http:\/\/ or/,
    });
    const bad = http('http://127.0.0.1:1/', { 'X-A': 'a\nb' });
    await expect(openForTest({ target: bad })).rejects.toMatchObject({ message: /header X-A/ });
  });
});

describe('the GET stream', () => {
  it('tells that the server is gone while nothing runs', async () => {
    const it = await open({});
    await it.report();
    const closed = it.until((seen) => seen.closed.length === 1);
    await it.server.stop();
    await closed;
    expect(it.closed).toEqual([expect.stringContaining('Nothing answers at')]);
  });

  it('E09 is given up when it ends at once again and again', async () => {
    const GET = { status: 200, headers: { 'content-type': 'text/event-stream' }, body: '' };
    const it = await open({ http: { answers: { GET } } });
    await it.until(({ logs }) => logs.some(({ text }) => text.includes('not opened any more')));
    expect(it.session.closed.aborted).toBe(false);
    expect(await it.report<Report>()).toBeDefined();
  });

  it('E07 is not asked for again when the server answers with JSON', async () => {
    const it = await open({
      http: { answers: { GET: { status: 200, headers: { 'content-type': 'application/json' }, body: {} } } },
    });
    const report = await it.report<Report>();
    expect(
      report.events.filter(({ name, verb }) => name === 'http' && verb === 'GET').length,
    ).toBeLessThanOrEqual(1);
    expect(it.session.closed.aborted).toBe(false);
  });

  it.each([404, 405, 400, 501])('E05 is not needed: HTTP %i on it changes nothing', async (status) => {
    const it = await open({ http: { answers: { GET: { status } } } }, { era: 'legacy' });
    const report = await it.report<Report>();
    const gets = report.events.filter(({ name, verb }) => name === 'http' && verb === 'GET');
    expect(gets.length).toBeLessThanOrEqual(1);
    expect(it.closed).toEqual([]);
  });

  it('E15 takes any body with 202', async () => {
    const it = await open({
      http: { accepted: { status: 202, headers: { 'content-type': 'text/plain' }, body: 'Accepted' } },
    });
    expect(await it.report<Report>()).toBeDefined();
  });
});

describe('a connection without any open stream', () => {
  it.each(['legacy', 'modern'] as const)(
    'is looked at, and found dead while nothing runs (%s)',
    async (serverEra) => {
      const it = await open({ http: { answers: { GET: { status: 405 } } } }, { serverEra });
      it.session.check();
      const alive = await it.report<Report>();
      expect(it.closed).toEqual([]);
      const asked = serverEra === 'legacy' ? 'ping' : 'server/discover';
      expect(alive.received.map(({ method }) => method)).toContain(asked);
      await it.server.stop();
      const closed = it.until((seen) => seen.closed.length === 1);
      it.session.check();
      await closed;
      expect(it.closed).toEqual([expect.stringContaining('Nothing answers at')]);
    },
  );

  it('is looked at once an answer was cut off', async () => {
    const it = await open(
      { http: { answers: { GET: { status: 405 } } }, onCall: { go: [{ exit: 1 }] } },
      { serverEra: 'modern' },
    );
    const closed = it.until((seen) => seen.closed.length === 1);
    await expect(it.call('go')).rejects.toMatchObject({ code: 'closed' });
    await closed;
  });
});

describe('answers without end', () => {
  it.each([
    ['application/json', '{"jsonrpc":"2.0","id":0,"result":{"x":"'],
    ['text/event-stream', 'data: {"jsonrpc":"2.0","id":0,"result":{"x":"'],
  ])('%s is broken off and the connection fails, before it fills the memory', async (type, begin) => {
    const chunk = Buffer.alloc(1024 * 1024, 'x');
    let sent = 0;
    const url = await answering((request, response) => {
      if (request.method !== 'POST') {
        response.writeHead(405).end();
        return;
      }
      response.writeHead(200, { 'content-type': type }).write(begin);
      const more = () => {
        while (sent < 512 && !response.destroyed) {
          sent += 1;
          if (!response.write(chunk)) return void response.once('drain', more);
        }
        response.end();
      };
      more();
    });
    await expect(openForTest({ target: http(url), era: 'legacy' })).rejects.toMatchObject({
      code: 'connect-failed',
    });
    // The limit, and what the pipes hold.
    expect(sent).toBeLessThan(64 + 32);
  });
});
