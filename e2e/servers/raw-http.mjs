// A scriptable server over HTTP: node raw-http.mjs [--era legacy|modern] [--port N] '<scenario>' | @FILE
// Prints {"url", "sse"}: Streamable HTTP at /mcp, the transport of 2024-11-05 at /sse (legacy only).
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { createEngine } from './engine.mjs';
import { readScenario } from './scenario.mjs';
import { createStream } from './streams.mjs';

const LIFE_MS = 120_000;
const argv = process.argv.slice(2);
const option = (name, fallback) => (argv.includes(name) ? argv[argv.indexOf(name) + 1] : fallback);
const era = option('--era', 'legacy') === 'modern' ? 'modern' : 'legacy';
const scenario = readScenario(argv);
const settings = scenario.http ?? {};

/** Streams by name; `get` is the one that nobody asked for. @type {Map<string, ReturnType<typeof createStream>>} */
const streams = new Map();
const newStream = (id) => {
  const stream = createStream(id, settings);
  streams.set(id, stream);
  return stream;
};
const getStream = newStream('get');
const engine = createEngine(scenario, era, getStream);

let sessionId;
let requestsInSession = 0;
/** How often each entry of `http.answers` was used. @type {Map<string, number>} */
const used = new Map();

/** The next prepared HTTP answer for a kind of request, such as `GET`, `POST` or `tools/call`. */
function prepared(kind) {
  const given = settings.answers?.[kind];
  if (given === undefined) return undefined;
  if (!Array.isArray(given)) return given;
  const count = used.get(kind) ?? 0;
  used.set(kind, count + 1);
  return given[count] ?? undefined;
}

function reply(response, { status = 200, headers = {}, body = '' }) {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(text);
}

async function bodyOf(request) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

function note(request, more = {}) {
  const { authorization, ...headers } = request.headers;
  const shown = authorization === undefined ? headers : { ...headers, authorization: '(present)' };
  engine.record.add('event', {
    name: 'http',
    verb: request.method,
    path: request.url,
    headers: shown,
    ...more,
  });
}

async function post(request, response) {
  const text = await bodyOf(request);
  let message;
  try {
    message = JSON.parse(text);
  } catch {
    note(request, { garbage: text });
    return reply(response, {
      status: 400,
      body: { jsonrpc: '2.0', id: null, error: { code: -32700, message: 'Parse error' } },
    });
  }
  const method = message?.method;
  note(request, { method });
  const answer = prepared(method) ?? prepared('POST');
  if (answer) {
    engine.record.add('in', message);
    return reply(response, answer);
  }
  if (!sessionIsKnown(request, method)) {
    return reply(response, {
      status: 404,
      body: {
        jsonrpc: '2.0',
        id: message?.id ?? null,
        error: { code: -32001, message: 'Session not found' },
      },
    });
  }
  const isRequest = typeof method === 'string' && 'id' in message;
  if (!isRequest) {
    reply(response, { status: 202, ...settings.accepted });
    return engine.receive(message, getStream);
  }
  if (method === 'initialize' && settings.session !== false) {
    sessionId = randomUUID();
    requestsInSession = 0;
    response.setHeader('mcp-session-id', sessionId);
  }
  if (settings.json) return engine.receive(message, jsonChannel(response));
  const stream = newStream(`post-${randomUUID().slice(0, 8)}`);
  response.on('close', () => {
    if (!response.writableFinished) engine.record.add('event', { name: 'closed', id: message.id });
  });
  stream.attach(response);
  stream.prime();
  await engine.receive(message, {
    ...stream,
    send(outgoing) {
      stream.send(outgoing);
      // The response to the request is the last event of its stream.
      if (outgoing && outgoing.id === message.id && !outgoing.method && stream.isOpen()) stream.end();
    },
  });
}

function sessionIsKnown(request, method) {
  if (era === 'modern' || settings.session === false || method === 'initialize') return true;
  if (request.headers['mcp-session-id'] === undefined)
    return method === 'server/discover' || method === undefined;
  requestsInSession += 1;
  if (settings.forgetSessionAfter !== undefined && requestsInSession > settings.forgetSessionAfter) {
    sessionId = undefined;
  }
  return sessionId !== undefined && request.headers['mcp-session-id'] === sessionId;
}

/** One JSON body, so nothing but the answer can travel in it. */
function jsonChannel(response) {
  return {
    send: (message) => {
      if (message?.method) getStream.send(message);
      else reply(response, { body: message });
    },
    raw: (text) => response.write(text),
    cut: () => response.destroy(),
    end: () => response.end(),
  };
}

async function get(request, response) {
  note(request);
  const answer = prepared('GET');
  if (answer) return reply(response, answer);
  if (era === 'modern') return reply(response, { status: 405 });
  const last = request.headers['last-event-id'];
  if (typeof last === 'string') {
    const at = last.lastIndexOf(':');
    const stream = streams.get(last.slice(0, at));
    if (stream) return stream.attach(response, Number(last.slice(at + 1)));
  }
  getStream.attach(response);
}

async function sse(request, response) {
  note(request);
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
  response.write(`event: endpoint\ndata: ${settings.endpoint ?? '/messages?session=1'}\n\n`);
  getStream.attach(response);
}

async function messages(request, response) {
  const message = JSON.parse(await bodyOf(request));
  note(request, { method: message?.method });
  reply(response, { status: 202, headers: { 'content-type': 'text/plain' }, body: 'Accepted' });
  await engine.receive(message, getStream);
}

async function route(request, response) {
  const { pathname } = new URL(request.url, 'http://localhost');
  const key = `${request.method} ${pathname}`;
  switch (key) {
    case 'POST /mcp':
      return post(request, response);
    case 'GET /mcp':
      return get(request, response);
    case 'DELETE /mcp':
      note(request);
      sessionId = undefined;
      return reply(response, prepared('DELETE') ?? {});
    case 'GET /sse':
      return sse(request, response);
    case 'POST /messages':
      return messages(request, response);
    default:
      note(request);
      return reply(response, { status: 404 });
  }
}

const http = createServer((request, response) => {
  route(request, response).catch((error) => {
    process.stderr.write(`raw server: ${error.stack}\n`);
    process.exit(70);
  });
});
http.listen(Number(option('--port', '0')), '127.0.0.1', () => {
  const origin = `http://127.0.0.1:${http.address().port}`;
  process.stdout.write(`${JSON.stringify({ url: `${origin}/mcp`, sse: `${origin}/sse` })}\n`);
  void engine.start();
});
setTimeout(() => process.exit(75), scenario.lifeMs ?? LIFE_MS).unref();
