import type { JSONRPCMessage } from '@modelcontextprotocol/client';
import { INVALID_REQUEST } from './transports/read-message.ts';
import type { LegacyAnswer, LegacyRequest } from './types.ts';

/** How a request of the server came. */
export type Via = LegacyRequest['via'];

/** A request from the server as it was on the wire. */
export interface WireRequest {
  readonly id: string | number;
  readonly method: string;
  readonly params?: unknown;
}

/** The session that the requests come on. */
export interface ReverseDeps {
  readonly send: (message: JSONRPCMessage) => Promise<void>;
  readonly handle: (request: LegacyRequest) => Promise<LegacyAnswer>;
  readonly onTrouble: (text: string) => void;
  /** One plain sentence about an answer that could not be sent; also tells those who wait for the server. */
  readonly undelivered: (error: unknown) => string;
}

interface Live {
  readonly id: string | number;
  readonly controller: AbortController;
  /** The server wants no answer any more, or is gone. */
  unwanted: boolean;
}

/**
 * Requests of a legacy server, raw and each answered exactly once. Two may be live under one id; each has an answer and
 * a signal of its own.
 */
export class ReverseRequests {
  readonly #deps: ReverseDeps;
  readonly #live = new Set<Live>();

  constructor(deps: ReverseDeps) {
    this.#deps = deps;
  }

  /** Takes a request on; never throws. */
  async take(request: WireRequest, via: Via): Promise<void> {
    if (request.method === INVALID_REQUEST) {
      const error = { code: -32600, message: 'Invalid Request' };
      this.#deps.onTrouble('A request that is not JSON-RPC was answered with an error.');
      await this.#write({ jsonrpc: '2.0', id: request.id, error }, 'a broken request');
      return;
    }
    const live: Live = { id: request.id, controller: new AbortController(), unwanted: false };
    this.#live.add(live);
    let answer: LegacyAnswer;
    try {
      answer = await this.#deps.handle({
        requestId: request.id,
        method: request.method,
        params: request.params,
        signal: live.controller.signal,
        withdraw: (reason) => live.controller.abort(reason),
        via,
        ...this.#keepAlive(request),
      });
    } catch {
      // A fault of ours: the server learns that much, and nothing of how it came.
      answer = { type: 'error', code: -32603, message: 'Internal error' };
    }
    this.#live.delete(live);
    // Cancelled by the server, or nobody there any more: nothing is written (basic/utilities/cancellation).
    if (answer.type === 'none') return;
    if (live.unwanted) {
      answer.onUndelivered?.('The answer was not sent: the server did not wait for it any more.');
      return;
    }
    const body =
      answer.type === 'result'
        ? { result: answer.result }
        : { error: { code: answer.code, message: answer.message } };
    const message = { jsonrpc: '2.0', id: request.id, ...body } as JSONRPCMessage;
    const failure = await this.#write(message, request.method);
    if (failure !== undefined) answer.onUndelivered?.(failure);
  }

  /** Gives one plain sentence when it could not be sent. */
  async #write(message: JSONRPCMessage, method: string): Promise<string | undefined> {
    try {
      await this.#deps.send(message);
      return undefined;
    } catch (error) {
      const sentence = this.#deps.undelivered(error);
      this.#deps.onTrouble(`${sentence} (${method.slice(0, 80)})`);
      return sentence;
    }
  }

  #keepAlive(request: WireRequest): { keepAlive?: () => void } {
    const meta = (request.params as { _meta?: { progressToken?: unknown } } | null | undefined)?._meta;
    const progressToken = meta?.progressToken;
    if (typeof progressToken !== 'string' && typeof progressToken !== 'number') return {};
    let progress = 0;
    const keepAlive = () => {
      progress += 1;
      const params = { progressToken, progress };
      this.#deps
        .send({ jsonrpc: '2.0', method: 'notifications/progress', params } as JSONRPCMessage)
        .catch(() => undefined);
    };
    return { keepAlive };
  }

  /** How many wait for our answer. */
  get open(): number {
    return this.#live.size;
  }

  /** The server does not want an answer any more. */
  cancel(id: unknown, reason: unknown): void {
    for (const live of this.#live) if (live.id === id) drop(live, reason);
  }

  /** The session is over. */
  close(reason: unknown): void {
    for (const live of this.#live) drop(live, reason);
    this.#live.clear();
  }
}

function drop(live: Live, reason: unknown): void {
  live.unwanted = true;
  live.controller.abort(reason);
}
