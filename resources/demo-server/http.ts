import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import type { ReadableStream as NodeReadableStream } from 'node:stream/web';
import {
  createMcpHandler,
  isLegacyRequest,
  type McpServer,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { createDemoServer } from './server.ts';

/** A running HTTP server. `url` is the MCP endpoint. */
export interface HttpHandle {
  url: string;
  close(): Promise<void>;
}

interface LegacySession {
  transport: WebStandardStreamableHTTPServerTransport;
  server: McpServer;
}

/** Enough for tests and demonstrations; the oldest session makes room for a new one. */
const MAX_SESSIONS = 64;

/**
 * Serves both eras on `http://127.0.0.1:PORT/mcp` (port 0: any free one). Legacy clients get a session with a
 * GET stream, because a server can only ask back where it can send.
 */
export async function startHttp({ port = 0 }: { port?: number } = {}): Promise<HttpHandle> {
  const modern = createMcpHandler((context) => createDemoServer(context), { legacy: 'reject' });
  const sessions = new Map<string, LegacySession>();

  async function legacy(request: Request): Promise<Response> {
    const id = request.headers.get('mcp-session-id');
    if (id !== null) {
      const session = sessions.get(id);
      if (session) return session.transport.handleRequest(request);
      return Response.json(
        { jsonrpc: '2.0', error: { code: -32001, message: 'Session not found' }, id: null },
        { status: 404 },
      );
    }
    const server = createDemoServer({ era: 'legacy' });
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (sessionId) => {
        sessions.set(sessionId, { transport, server });
        const [oldest] = sessions;
        if (sessions.size > MAX_SESSIONS && oldest) void oldest[1].server.close();
      },
    });
    transport.onclose = () => {
      if (transport.sessionId !== undefined) sessions.delete(transport.sessionId);
    };
    await server.connect(transport);
    return transport.handleRequest(request);
  }

  const http = createServer((incoming, outgoing) => {
    answer(incoming, outgoing).catch(() => {
      if (!outgoing.headersSent) outgoing.writeHead(500);
      outgoing.end();
    });
  });

  async function answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const { port: own } = http.address() as AddressInfo;
    if (isForeign(incoming, own)) return refuse(outgoing, 403, 'This server answers only its own machine.');
    if (new URL(incoming.url ?? '/', 'http://localhost').pathname !== '/mcp') {
      return refuse(outgoing, 404, 'The endpoint is /mcp.');
    }
    const gone = new AbortController();
    outgoing.on('close', () => {
      if (!outgoing.writableFinished) gone.abort();
    });
    const request = toWebRequest(incoming, gone.signal);
    const response = (await isLegacyRequest(request)) ? await legacy(request) : await modern.fetch(request);
    await send(response, outgoing);
  }

  await new Promise<void>((resolve, reject) => {
    http.once('error', reject);
    http.listen(port, '127.0.0.1', resolve);
  });
  const { port: bound } = http.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${bound}/mcp`,
    async close() {
      await modern.close();
      await Promise.allSettled([...sessions.values()].map(({ server }) => server.close()));
      http.closeAllConnections();
      await new Promise<void>((resolve) => http.close(() => resolve()));
    },
  };
}

/** Guards against DNS rebinding and against pages of other origins, local ones too (Streamable HTTP, Security). */
function isForeign({ headers }: IncomingMessage, port: number): boolean {
  const hosts = [`127.0.0.1:${port}`, `localhost:${port}`];
  if (headers.host === undefined || !hosts.includes(headers.host)) return true;
  return headers.origin !== undefined && !hosts.some((host) => headers.origin === `http://${host}`);
}

function refuse(outgoing: ServerResponse, status: number, message: string): void {
  outgoing.writeHead(status, { 'content-type': 'application/json' });
  outgoing.end(JSON.stringify({ jsonrpc: '2.0', error: { code: -32000, message }, id: null }));
}

function toWebRequest(incoming: IncomingMessage, signal: AbortSignal): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers)) {
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value);
  }
  const method = incoming.method ?? 'GET';
  const init: RequestInit & { duplex?: 'half' } = { method, headers, signal };
  if (method !== 'GET' && method !== 'HEAD') {
    init.body = Readable.toWeb(incoming) as unknown as ReadableStream<Uint8Array>;
    init.duplex = 'half';
  }
  return new Request(new URL(incoming.url ?? '/', `http://${incoming.headers.host}`), init);
}

async function send(response: Response, outgoing: ServerResponse): Promise<void> {
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  if (!response.body) {
    outgoing.end();
    return;
  }
  outgoing.flushHeaders();
  const body = Readable.fromWeb(response.body as unknown as NodeReadableStream<Uint8Array>);
  // A client that leaves closes the stream; the body must then be cancelled, and nobody is left to tell.
  outgoing.on('close', () => body.destroy());
  body.on('error', () => outgoing.destroy());
  body.pipe(outgoing);
}
