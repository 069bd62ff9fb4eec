import type { JSONRPCMessage } from '@modelcontextprotocol/client';
import type { SignIn } from '../auth/sign-in.ts';
import { limitBody } from './body-limit.ts';
import { type Exchange, exchanges } from './exchange.ts';
import { type HttpTrouble, networkCode, placeOf } from './http-trouble.ts';
import { watchOddEvents } from './odd-events.ts';
import { malformedAnswer, readLine } from './read-message.ts';
import { readRetryAfter } from './retry-after.ts';
import { MAX_MESSAGE_BYTES } from './stdio.ts';

/** A GET stream that ends so soon, and brought nothing, counts as a failure; in milliseconds. */
const QUICK_END_MS = 5000;
const MAX_QUICK_ENDS = 3;
const NOBODY_BEHIND: readonly number[] = [502, 503, 504];
/** So long a GET stream must have been out of reach before the server counts as gone; in milliseconds. */
const OUT_OF_REACH_MS = 1000;

/** Who is told what the fetches of one connection meet. */
export interface FetchHooks {
  /** The stream that carries what no call asked for could not be kept. */
  readonly onLost: () => void;
  /** That stream cannot be had any more, so the other side may be gone; a look tells. */
  readonly onDoubt: () => void;
  /** Adds the token of a sign-in, and renews it. */
  readonly signIn?: Pick<SignIn, 'wrap'> | undefined;
  readonly onNote: (text: string) => void;
  /** A message that the SDK cannot read and would drop. */
  readonly onOdd: (message: JSONRPCMessage) => void;
}

type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

/** Fetches for the SDK, remembers what went wrong, and stops retries that lead nowhere. */
export class WatchedFetch {
  readonly #kind: 'http' | 'sse';
  readonly #hooks: FetchHooks;
  readonly #base: Fetch;
  trouble: HttpTrouble | undefined;
  unavailable = 0;
  /** Told whether there is a GET stream, or may be. */
  onListening: (listening: boolean) => void = () => {};
  /** Since when GET has failed, without an answer in between. */
  #outSince: number | undefined;
  #quickEnds = 0;
  #hadStream = false;

  constructor(kind: 'http' | 'sse', hooks: FetchHooks) {
    this.#kind = kind;
    this.#hooks = hooks;
    const plain: Fetch = (url, init) => fetch(url, init);
    this.#base = hooks.signIn?.wrap(plain) ?? plain;
  }

  readonly fetch: Fetch = async (url, init) => {
    const get = (init?.method ?? 'GET') === 'GET';
    const exchange = exchanges.getStore();
    const shared = get && exchange?.id === undefined;
    if (shared) this.onListening(true);
    let response: Response;
    try {
      response = await (get || exchange?.id !== undefined ? this.#base(url, init) : this.#brief(url, init));
    } catch (error) {
      if (!init?.signal?.aborted) this.#failed(error, get);
      throw error;
    }
    if (!get) this.unavailable = NOBODY_BEHIND.includes(response.status) ? this.unavailable + 1 : 0;
    else if (!response.ok && this.#hadStream) this.#hooks.onDoubt();
    this.#judge(response, new URL(url));
    response = limited(response);
    if (!response.ok) {
      if (shared) this.onListening(false);
      return response;
    }
    if (!get && exchange?.own) {
      if (response.status === 202) exchange.reply = { type: 'accepted' };
      else if (isJson(response)) return this.#json(response, exchange);
    }
    const events = this.#withoutOdd(response, exchange);
    if (this.#kind === 'sse') return events;
    exchange?.pace.opened(performance.now(), new Headers(init?.headers).get('last-event-id'));
    if (!get) return events;
    this.#outSince = undefined;
    const stream = this.#stream(events, exchange);
    if (shared && !stream.ok) this.onListening(false);
    return stream;
  };

  /**
   * What wants no answer: its short body is read at once. Each request listens to its signal until it is collected, so
   * thousands of them must not share that of the whole connection.
   */
  async #brief(url: string | URL, init: RequestInit | undefined): Promise<Response> {
    const all = init?.signal;
    if (!all) return this.#base(url, init);
    const stop = new AbortController();
    const onAbort = () => stop.abort(all.reason);
    all.addEventListener('abort', onAbort, { once: true });
    if (all.aborted) onAbort();
    try {
      const response = limited(await this.#base(url, { ...init, signal: stop.signal }));
      const text = await response.text();
      return new Response(text === '' ? null : text, { status: response.status, headers: response.headers });
    } finally {
      all.removeEventListener('abort', onAbort);
    }
  }

  /**
   * Reads the body that answers a request of ours in the SDK's place, which drops all of it for one odd part. What is
   * left for the SDK is an answer without a body.
   */
  async #json(response: Response, exchange: Exchange): Promise<Response> {
    const text = await response.text();
    exchange.reply = { type: 'json', text };
    const readings = readLine(text);
    for (const reading of readings) {
      if (reading.type === 'malformed') this.#hooks.onOdd(malformedAnswer(reading.id, reading.why));
      if (reading.type !== 'message') continue;
      const message = reading.message as JSONRPCMessage & { id?: unknown; error?: unknown };
      // An error without an id is about a request that could not be read (JSON-RPC 2.0, 5): here it can only be this one.
      const ours = readings.length === 1 && message.id === undefined && message.error !== undefined;
      this.#hooks.onOdd(ours ? ({ ...message, id: exchange.id } as JSONRPCMessage) : message);
    }
    return new Response(null, { status: 202, headers: response.headers });
  }

  #withoutOdd(response: Response, exchange: Exchange | undefined): Response {
    if (!isEvents(response) || !response.body) return response;
    const onEvent = exchange?.own ? exchange.event.bind(exchange) : undefined;
    return withBody(response, watchOddEvents(response.body, this.#hooks.onOdd, onEvent));
  }

  #failed(error: unknown, get: boolean): void {
    this.trouble = { type: 'network', code: networkCode(error) };
    if (!get) return;
    // The SDK opens a stream again that broke, but not one that never was.
    if (!this.#hadStream) this.#hooks.onDoubt();
    this.#outSince ??= Date.now();
    if (Date.now() - this.#outSince >= OUT_OF_REACH_MS) this.#hooks.onLost();
  }

  #judge(response: Response, url: URL): void {
    if (response.status >= 300 && response.status !== 405) {
      const redirect = response.status < 400 ? (response.headers.get('location') ?? '') : undefined;
      const retryAfterMs = readRetryAfter(response.headers.get('retry-after'));
      this.trouble = { type: 'status', status: response.status, redirect, at: placeOf(url), retryAfterMs };
      return;
    }
    const contentType = response.headers.get('content-type') ?? '';
    const readable = isJson(response) || isEvents(response);
    if (response.status === 200 && !readable) this.trouble = { type: 'content', contentType };
    else if (response.ok) this.trouble = undefined;
  }

  /**
   * The SDK opens a GET stream again whenever it ends. A server that answers with something else than events, or with an
   * empty stream each time, would be asked for ever: such an answer is turned into "not offered" (405).
   */
  #stream(response: Response, exchange: Exchange | undefined): Response {
    if (!isEvents(response) || !response.body) {
      void response.body?.cancel().catch(() => undefined);
      this.trouble = undefined;
      return new Response(null, { status: 405 });
    }
    // The stream of an answer has an end of its own.
    const shared = exchange?.id === undefined;
    if (shared && this.#quickEnds >= MAX_QUICK_ENDS) {
      void response.body.cancel().catch(() => undefined);
      this.#hooks.onNote(
        'The server ends its event stream at once, again and again; it is not opened any more.',
      );
      return new Response(null, { status: 405 });
    }
    this.#hadStream = true;
    const began = Date.now();
    let brought = false;
    const body = response.body.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform: (chunk, controller) => {
          if (!brought && hasData(chunk)) {
            brought = true;
            exchange?.pace.brought();
          }
          controller.enqueue(chunk);
        },
        flush: () => {
          if (shared)
            this.#quickEnds = brought || Date.now() - began > QUICK_END_MS ? 0 : this.#quickEnds + 1;
        },
      }),
    );
    return withBody(response, body);
  }
}

const isEvents = (response: Response) =>
  /^text\/event-stream\b/i.test(response.headers.get('content-type') ?? '');

const isJson = (response: Response) =>
  /^application\/json\b/i.test(response.headers.get('content-type') ?? '');

/** One message may be as long as over stdio. */
function limited(response: Response): Response {
  if (!response.body) return response;
  return withBody(response, limitBody(response.body, MAX_MESSAGE_BYTES, isEvents(response)));
}

function withBody(response: Response, body: ReadableStream<Uint8Array>): Response {
  return new Response(body, { status: response.status, headers: response.headers });
}

/** Comments and priming events alone are no progress. */
function hasData(chunk: Uint8Array): boolean {
  return /(^|[\r\n])data:[^\S\r\n]*\S/.test(
    Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length).toString('latin1'),
  );
}
