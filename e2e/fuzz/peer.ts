import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import type { Target } from '../../src/shared/model/server.ts';
import type { Message } from './traffic.ts';

const PUMP = new URL('pump.mjs', import.meta.url).pathname;
const INFO = { name: 'fuzz', version: '1' };

/** What plays the server of a session, in our own process. */
export abstract class Peer {
  readonly era: 'legacy' | 'modern';
  abstract readonly target: Target;
  /** Answers the client gave. */
  onAnswer: (message: Message) => void = () => {};
  /** Told of each new request of the client. */
  onRequest: (id: unknown, method: string) => void = () => {};
  /** What becomes of the answers to the handshake. */
  alter: (answer: Message) => string = (answer) => JSON.stringify(answer);
  /** Requests of the client that wait for an answer. */
  readonly open = new Map<unknown, string>();
  #changed: (() => void)[] = [];

  constructor(era: 'legacy' | 'modern') {
    this.era = era;
  }

  /** Sends lines as they are. */
  abstract send(...lines: string[]): void;
  /** Sends the answer to a request that is open. */
  abstract answer(id: unknown, line: string): void;
  abstract close(): Promise<void>;

  /** Waits until a condition holds; it is looked at after every message of the client. */
  async until(ready: () => boolean): Promise<void> {
    while (!ready()) await new Promise<void>((resolve) => this.#changed.push(resolve));
  }

  protected take(message: Message): void {
    const { id, method } = message;
    if (method === undefined) this.onAnswer(message);
    else if (id !== undefined) this.#request(id, String(method));
    else if (method === 'notifications/cancelled') {
      this.open.delete((message.params as Message | undefined)?.requestId);
    }
    const waiting = this.#changed;
    this.#changed = [];
    for (const resolve of waiting) resolve();
  }

  #request(id: unknown, method: string): void {
    const capabilities = { tools: {}, prompts: {}, resources: {}, logging: {} };
    const reply = (result: Message) => this.answer(id, this.alter({ jsonrpc: '2.0', id, result }));
    if (method === 'initialize') {
      reply({ protocolVersion: '2025-11-25', capabilities, serverInfo: INFO });
    } else if (method === 'server/discover') {
      const _meta = { 'io.modelcontextprotocol/serverInfo': INFO };
      const supportedVersions = ['2026-07-28'];
      reply({
        resultType: 'complete',
        supportedVersions,
        capabilities,
        ttlMs: 0,
        cacheScope: 'private',
        _meta,
      });
    } else {
      this.open.set(id, method);
      this.onRequest(id, method);
    }
  }
}

/**
 * Over stdio: the client starts `pump.mjs`, which carries the bytes here. So one process serves for any number of
 * messages, and they pass through the real pipes.
 */
export class StdioPeer extends Peer {
  readonly target: Target;
  readonly #server: Server;
  #socket: Socket | undefined;

  private constructor(era: 'legacy' | 'modern', server: Server) {
    super(era);
    this.#server = server;
    const { port } = server.address() as AddressInfo;
    this.target = { type: 'stdio', command: process.execPath, args: [PUMP, String(port)] };
    server.on('connection', (socket) => {
      this.#socket = socket;
      socket.on('error', () => undefined);
      let rest = '';
      socket.setEncoding('utf8').on('data', (chunk: string) => {
        const lines = `${rest}${chunk}`.split('\n');
        rest = lines.pop() ?? '';
        for (const line of lines) this.take(JSON.parse(line) as Message);
      });
    });
  }

  static async listen(era: 'legacy' | 'modern'): Promise<StdioPeer> {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new StdioPeer(era, server);
  }

  async close(): Promise<void> {
    this.#socket?.destroy();
    this.#server.close();
    await once(this.#server, 'close');
  }

  send(...lines: string[]): void {
    this.#socket?.write(lines.map((line) => `${line}\n`).join(''));
  }

  answer(_id: unknown, line: string): void {
    this.send(line);
  }
}
