import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type JSONRPCMessage,
  parseJSONRPCMessage,
  type Transport,
  type TransportSendOptions,
} from '@modelcontextprotocol/client';
import { extendRequest } from './extend-request.ts';
import type { Via, WireRequest } from './reverse-requests.ts';
import { SendQueue } from './send-queue.ts';
import type { StrayAnswer } from './stray-answers.ts';
import { isDeeper } from './transports/depth.ts';
import { INVALID_REQUEST, malformedAnswer } from './transports/read-message.ts';

/** Where each kind of message goes. */
export interface TapRoutes {
  /** True when the answer was one of ours and the SDK must not see it. */
  readonly onAnswer: (answer: { id?: unknown; result?: unknown; error?: never }) => boolean;
  /** An answer nobody waits for: late, doubled, or under a wrong id. */
  readonly onStrayAnswer: (answer: StrayAnswer) => void;
  /** A request of a legacy server, never `ping`. */
  readonly onRequest: (request: WireRequest, via: Via) => void;
  /** A request on a modern session: dropped, never answered (2026-07-28, basic/index). */
  readonly onStray: (method: string) => void;
  /** True when the SDK must not see it. */
  readonly onNotification: (method: string, params: unknown) => boolean;
  readonly onClosed: () => void;
  readonly onTrouble: (error: Error) => void;
}

/** Which exchange the code at hand reads: `post` is set while the answer of a request of ours is read. */
interface Exchange {
  readonly post: boolean;
  readonly callId: number | undefined;
}
const SHARED: Exchange = { post: false, callId: undefined };
/** Messages that are kept until the session is ready; a server that sends more before that has them dropped. */
const MAX_EARLY = 1000;

/** The answer to the question for the era, if it comes after the SDK has stopped to wait for it. */
export type LateDiscovery = Record<string, unknown> & { supportedVersions: string[] };

/**
 * Stands between the SDK and the real transport and sees every message both ways. What the SDK keeps: finding the era,
 * the handshake, subscriptions. What it never sees: requests from the server, and answers to requests of ours.
 *
 * Over Streamable HTTP the answer of a POST is read in the async context the POST was sent in, also when a GET resumes
 * its stream; so the context tells, exactly, on which exchange a request from the server arrived.
 */
export class Tap implements Transport {
  onmessage?: (message: JSONRPCMessage) => void;
  onclose?: () => void;
  onerror?: (error: Error) => void;
  readonly #inner: Transport;
  readonly #exchange = new AsyncLocalStorage<Exchange>();
  readonly #answers = new SendQueue();
  /** A process has one stream for everything, so there is nothing to tell apart. */
  readonly #oneStream: boolean;
  #routes: TapRoutes | undefined;
  #era: 'undecided' | 'legacy' | 'modern' = 'undecided';
  #handshake = false;
  #early: (() => void)[] = [];
  #late: LateDiscovery | undefined;
  #onLate: (() => void) | undefined;
  #discovering = false;
  #unasked = 0;
  /** Requests of the SDK without an answer. */
  readonly #waiting = new Set<string | number>();

  constructor(inner: Transport) {
    this.#inner = inner;
    inner.onmessage = (message) => {
      try {
        this.#inbound(message as JSONRPCMessage);
      } catch (fault) {
        // Ours, and it must not take the session with it, let alone the app.
        console.error('gatehouse: a message of a server could not be handled:', fault);
      }
    };
    inner.onclose = () => {
      this.onclose?.();
      this.#routes?.onClosed();
    };
    inner.onerror = (error) => {
      this.onerror?.(error);
      this.#routes?.onTrouble(error);
    };
    // The SDK takes a transport with these two for a process, and then a silent server for a legacy one.
    this.#oneStream = 'pid' in inner && 'stderr' in inner;
    if (this.#oneStream) Object.assign(this, { pid: null, stderr: null });
  }

  get sessionId(): string | undefined {
    return this.#inner.sessionId;
  }
  get hasPerRequestStream(): boolean {
    return this.#inner.hasPerRequestStream === true;
  }
  setProtocolVersion(version: string): void {
    this.#inner.setProtocolVersion?.(version);
  }

  /** A modern answer that came too late for the SDK, while it already tried the legacy handshake. */
  get lateDiscovery(): LateDiscovery | undefined {
    return this.#late;
  }
  /** How many answers of the handshake belonged to no request. */
  get unasked(): number {
    return this.#unasked;
  }
  onLateDiscovery(listener: () => void): void {
    this.#onLate = listener;
  }

  start(): Promise<void> {
    return this.#exchange.run(SHARED, () => this.#inner.start());
  }

  close(): Promise<void> {
    return this.#inner.close();
  }

  /** What the SDK sends. */
  send(message: JSONRPCMessage, options?: TransportSendOptions): Promise<void> {
    if ('method' in message && 'id' in message) {
      if (message.method === 'initialize') this.#handshake = true;
      if (message.method === 'server/discover') this.#discovering = true;
      const { id } = message;
      this.#waiting.add(id);
      const onRequestStreamEnd = options?.onRequestStreamEnd ?? (() => this.#cut(id));
      return this.#exchange.run({ post: true, callId: undefined }, () =>
        this.#inner.send(extendRequest(message), { ...options, onRequestStreamEnd }),
      );
    }
    return this.#exchange.run(SHARED, () => this.#inner.send(message, options));
  }

  /** The stream of an answer ended without it; the SDK would wait for its time limit. */
  #cut(id: string | number): void {
    if (!this.#waiting.delete(id)) return;
    this.onmessage?.(malformedAnswer(id, 'it was cut off'));
  }

  /** What we send. `callId`: the call whose answer stream this opens. */
  sendOwn(message: JSONRPCMessage, options: TransportSendOptions = {}, callId?: number): Promise<void> {
    if (this.#oneStream) return this.#inner.send(message, options);
    const exchange = 'method' in message && 'id' in message ? { post: true, callId } : SHARED;
    const send = () => this.#exchange.run(exchange, () => this.#inner.send(message, options));
    return 'method' in message ? send() : this.#answers.run(send);
  }

  /** The era is known: requests that came early are dealt with now. */
  open(era: 'legacy' | 'modern', routes: TapRoutes): void {
    this.#era = era;
    this.#routes = routes;
    const early = this.#early;
    this.#early = [];
    for (const run of early) run();
  }

  #inbound(given: JSONRPCMessage): void {
    const message = isDeeper(given) ? shallow(given) : given;
    if (!message) {
      this.#routes?.onTrouble(new Error('A notification was dropped: its values are nested too deeply.'));
      return;
    }
    const exchange = this.#exchange.getStore() ?? SHARED;
    if (!('method' in message)) {
      this.#answer(message);
    } else if ('id' in message && message.id !== undefined) {
      this.#request(message as WireRequest, exchange);
    } else {
      const { method, params } = message as { method: string; params?: unknown };
      if (!this.#routes) {
        this.#keep(() => this.#routes?.onNotification(method, params));
        this.onmessage?.(message);
      } else if (!this.#routes.onNotification(method, params)) {
        this.onmessage?.(message);
      }
    }
  }

  #answer(message: JSONRPCMessage): void {
    const { id } = message as { id?: string | number };
    if (this.#routes?.onAnswer(message as never)) return;
    const expected = id !== undefined && this.#waiting.delete(id);
    if (this.#routes && !expected) {
      this.#routes.onStrayAnswer(message as StrayAnswer);
      return;
    }
    if (!expected) this.#unasked += 1;
    if (this.#discovering && this.#handshake && this.#routes === undefined) this.#lookForLate(message);
    this.onmessage?.(
      id === undefined || isReadable(message) ? message : malformedAnswer(id, 'it has odd parts'),
    );
  }

  #lookForLate(message: JSONRPCMessage): void {
    const { id, result } = message as { id?: unknown; result?: { supportedVersions?: unknown } };
    if (typeof id !== 'string' || !Array.isArray(result?.supportedVersions)) return;
    this.#late = result as LateDiscovery;
    this.#onLate?.();
  }

  #request(request: WireRequest, exchange: Exchange): void {
    // Always answered at once, also while a question is open (basic/utilities/ping).
    if (
      request.method === 'ping' &&
      (this.#era === 'legacy' || (this.#era === 'undecided' && this.#handshake))
    ) {
      const pong = { jsonrpc: '2.0', id: request.id, result: {} } as JSONRPCMessage;
      this.sendOwn(pong).catch(() => undefined);
      return;
    }
    const via: Via = exchange.post ? { stream: 'post', callId: exchange.callId } : { stream: 'shared' };
    const deal = () => {
      if (this.#era === 'modern') this.#routes?.onStray(request.method);
      else this.#routes?.onRequest(request, via);
    };
    if (this.#routes) deal();
    else this.#keep(deal);
  }

  #keep(run: () => void): void {
    if (this.#early.length < MAX_EARLY) this.#early.push(run);
  }
}

/** Stands in for a message that is nested too deeply; nobody waits for a notification. */
function shallow(message: JSONRPCMessage): JSONRPCMessage | undefined {
  const { id, method } = message as { id?: string | number; method?: string };
  if (id === undefined) return undefined;
  if (method === undefined) return malformedAnswer(id, 'its values are nested too deeply');
  return { jsonrpc: '2.0', id, method: INVALID_REQUEST };
}

/** The SDK drops an answer that its schema refuses, and goes on waiting for it. */
function isReadable(message: JSONRPCMessage): boolean {
  try {
    parseJSONRPCMessage(message);
    return true;
  } catch {
    return false;
  }
}
