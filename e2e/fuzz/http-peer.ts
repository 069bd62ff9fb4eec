import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Target } from '../../src/shared/model/server.ts';
import { Peer } from './peer.ts';
import type { Message } from './traffic.ts';

/** Over Streamable HTTP: what is sent goes to the streams of open requests in turn, and to the GET stream. */
export class HttpPeer extends Peer {
  readonly target: Target;
  readonly #server: Server;
  /** The streams that are open, by the id of their request; the GET stream has no id. */
  readonly #streams = new Map<unknown, ServerResponse>();
  #turn = 0;

  private constructor(era: 'legacy' | 'modern', server: Server) {
    super(era);
    this.#server = server;
    const { port } = server.address() as AddressInfo;
    this.target = { type: 'http', url: `http://127.0.0.1:${port}/mcp` };
    server.on('request', (request, response) => {
      if (request.method === 'POST') void this.#post(request, response);
      else if (request.method === 'GET' && era === 'legacy') this.#stream(undefined, response);
      else response.writeHead(request.method === 'DELETE' ? 200 : 405).end();
    });
  }

  static async listen(era: 'legacy' | 'modern'): Promise<HttpPeer> {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new HttpPeer(era, server);
  }

  async #post(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let text = '';
    for await (const chunk of request.setEncoding('utf8')) text += chunk;
    const message = JSON.parse(text) as Message;
    if (message.method !== undefined && message.id !== undefined) {
      if (message.method === 'initialize') response.setHeader('mcp-session-id', 'fuzz');
      this.#stream(message.id, response);
    } else response.writeHead(202).end();
    this.take(message);
  }

  #stream(id: unknown, response: ServerResponse): void {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.flushHeaders();
    this.#streams.set(id, response);
    response.on('close', () => {
      if (this.#streams.get(id) === response) this.#streams.delete(id);
    });
  }

  send(...lines: string[]): void {
    for (const line of lines) {
      const streams = [...this.#streams.values()];
      this.#turn += 1;
      streams[this.#turn % streams.length]?.write(event(line));
    }
  }

  answer(id: unknown, line: string): void {
    this.#streams.get(id)?.end(event(line));
    this.#streams.delete(id);
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }
}

/** A line as an event. What would end a line ends a line of its data. */
const event = (line: string): string => `data: ${line.replace(/\r\n|\r|\n/g, '\ndata: ')}\n\n`;
