import type { JSONRPCMessage } from '@modelcontextprotocol/client';
import type { CallProgress } from '../../../shared/model/call.ts';
import { SessionError } from './session-error.ts';
import type { OwnSendOptions } from './transports/exchange.ts';
import { MALFORMED_ANSWER } from './transports/read-message.ts';

/** What one request has of its own. */
export interface ForwardOptions {
  readonly signal?: AbortSignal | undefined;
  /** Binds the stream of the answer to a call of the host; absent for lists and other errands of our own. */
  readonly callId?: number | undefined;
  readonly onProgress?: ((progress: CallProgress) => void) | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Called as the answer is read, before anything behind it in the same chunk. */
  readonly onAnswered?: (() => void) | undefined;
  /** Called with one plain sentence about why the answer may never come. */
  readonly onHint?: ((sentence: string) => void) | undefined;
}

/** The session that the requests belong to. */
export interface ForwardDeps {
  readonly send: (
    message: JSONRPCMessage,
    options: OwnSendOptions,
    callId: number | undefined,
  ) => Promise<void>;
  /** `_meta` every request carries on a modern session (2026-07-28, basic/index, per-request metadata). */
  readonly envelope: () => Record<string, unknown> | undefined;
  /** One stream for each request, closed to cancel it: modern HTTP. Else `notifications/cancelled` is sent. */
  readonly cancelByStream: () => boolean;
  readonly onSendFailure: (error: unknown) => SessionError;
  /** The stream of an answer ended before it. */
  readonly onCut: () => void;
}

interface Pending {
  readonly resolve: (result: Record<string, unknown>) => void;
  readonly reject: (error: SessionError) => void;
  readonly onProgress: ((progress: CallProgress) => void) | undefined;
  readonly onHint: ((sentence: string) => void) | undefined;
}

type Answer = {
  id?: unknown;
  result?: unknown;
  error?: { code: number; message: string; data?: unknown };
};

const CANCEL_FLUSH_MS = 250;
/** As long as what a task says of itself. */
const MAX_PROGRESS_TEXT = 1000;
/** Cancelled requests whose late answers are still recognised. */
const CANCELLED_KEPT = 1000;

/**
 * Our requests to the server. They do not pass through the SDK's result schemas, because those lose a whole result for
 * one odd part of it; a result is handed out as it came. Ids are numbers, since some servers read nothing else.
 */
export class ForwardRequests {
  readonly #deps: ForwardDeps;
  readonly #pending = new Map<number, Pending>();
  /** By id, with their methods: the server may answer them all the same. */
  readonly #cancelled = new Map<number, string>();
  #last = 0;
  #over: SessionError | undefined;

  constructor(deps: ForwardDeps) {
    this.#deps = deps;
  }

  /**
   * Sends one request under a fresh id. Rejects with SessionError: `rpc`, `protocol`, `aborted` (the server has been
   * told), `closed`. There is no time limit here.
   */
  request(
    method: string,
    params: Readonly<Record<string, unknown>>,
    options: ForwardOptions = {},
  ): Promise<Record<string, unknown>> {
    if (this.#over) return Promise.reject(this.#over);
    const { signal } = options;
    if (signal?.aborted) return Promise.reject(aborted(signal));
    this.#last += 1;
    const id = this.#last;
    const stream = this.#deps.cancelByStream() ? new AbortController() : undefined;
    return new Promise((resolve, reject) => {
      const settle = () => {
        this.#pending.delete(id);
        signal?.removeEventListener('abort', onAbort);
      };
      const pending: Pending = {
        onProgress: options.onProgress,
        onHint: options.onHint,
        resolve: (result) => {
          settle();
          options.onAnswered?.();
          resolve(result);
        },
        reject: (error) => {
          settle();
          options.onAnswered?.();
          reject(error);
        },
      };
      const onAbort = () => {
        settle();
        this.#keepCancelled(id, method);
        void this.#tell(id, stream).then(() => reject(aborted(signal)));
      };
      signal?.addEventListener('abort', onAbort, { once: true });
      this.#pending.set(id, pending);
      this.#deps
        .send(
          this.#message(id, method, params, options),
          {
            ...(stream ? { requestSignal: stream.signal } : {}),
            ...(options.headers ? { headers: options.headers } : {}),
            onRequestStreamEnd: () => {
              if (this.#pending.get(id) !== pending) return;
              pending.reject(cut());
              this.#deps.onCut();
            },
            onNoAnswer: (sentence) => {
              if (this.#pending.get(id) === pending) pending.reject(new SessionError('protocol', sentence()));
            },
            onOddity: (sentence) => {
              if (this.#pending.get(id) === pending) pending.onHint?.(sentence);
            },
          },
          options.callId,
        )
        .catch((error: unknown) => {
          if (this.#pending.get(id) === pending) pending.reject(this.#deps.onSendFailure(error));
        });
    });
  }

  #message(
    id: number,
    method: string,
    params: Readonly<Record<string, unknown>>,
    options: ForwardOptions,
  ): JSONRPCMessage {
    const meta = {
      ...this.#deps.envelope(),
      ...(params._meta as Record<string, unknown> | undefined),
      ...(options.onProgress ? { progressToken: id } : {}),
    };
    const full = Object.keys(meta).length > 0 ? { ...params, _meta: meta } : { ...params };
    return { jsonrpc: '2.0', id, method, params: full } as JSONRPCMessage;
  }

  /** Tells the server that an answer is not wanted any more (basic/utilities/cancellation). */
  async #tell(id: number, stream: AbortController | undefined): Promise<void> {
    if (stream) {
      stream.abort();
      return;
    }
    if (this.#over) return;
    const params = { requestId: id, reason: 'cancelled', ...metaOf(this.#deps.envelope()) };
    const message = { jsonrpc: '2.0', method: 'notifications/cancelled', params } as JSONRPCMessage;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const limit = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, CANCEL_FLUSH_MS);
    });
    await Promise.race([this.#deps.send(message, {}, undefined).catch(() => undefined), limit]);
    clearTimeout(timer);
  }

  /** Takes an answer; false when nobody here waits for it (late, unknown, or the SDK's own). */
  settle(answer: Answer): boolean {
    const pending = this.#pending.get(Number(answer.id));
    if (!pending) return false;
    if (answer.error) {
      const { code, message, data } = answer.error;
      if (code === MALFORMED_ANSWER) {
        const sentence = `The server sent an answer that is not JSON-RPC: ${message}.`;
        pending.reject(new SessionError('protocol', sentence));
      } else {
        pending.reject(new SessionError('rpc', message, { rpcCode: code, rpcData: data }));
      }
      return true;
    }
    pending.resolve(answer.result as Record<string, unknown>);
    return true;
  }

  /** How many requests wait for an answer. */
  get waiting(): number {
    return this.#pending.size;
  }

  /** The method of a cancelled request that is answered after all; told once. */
  takeCancelled(id: unknown): string | undefined {
    const method = this.#cancelled.get(Number(id));
    this.#cancelled.delete(Number(id));
    return method;
  }

  /** Whether a request went out under this id. */
  isOurs(id: unknown): boolean {
    const number = typeof id === 'string' && id !== '' ? Number(id) : id;
    return Number.isInteger(number) && Number(number) >= 1 && Number(number) <= this.#last;
  }

  /** Tells all that wait why their answers may never come. */
  hint(sentence: string): void {
    for (const { onHint } of this.#pending.values()) onHint?.(sentence);
  }

  #keepCancelled(id: number, method: string): void {
    this.#cancelled.set(id, method);
    const [oldest] = this.#cancelled.keys();
    if (this.#cancelled.size > CANCELLED_KEPT && oldest !== undefined) this.#cancelled.delete(oldest);
  }

  /** Takes a progress notification; false when its token is not ours. */
  progress(params: unknown): boolean {
    const { progressToken, progress, total, message } = (params ?? {}) as Record<string, unknown>;
    // Some servers give our number back as text.
    const known = typeof progressToken === 'number' || typeof progressToken === 'string';
    const pending = known ? this.#pending.get(Number(progressToken)) : undefined;
    if (!pending) return false;
    // 1e400 is read as a number that nothing can show.
    if (Number.isFinite(progress)) {
      pending.onProgress?.({
        progress: progress as number,
        ...(Number.isFinite(total) ? { total: total as number } : {}),
        ...(typeof message === 'string' ? { message: message.slice(0, MAX_PROGRESS_TEXT) } : {}),
      });
    }
    return true;
  }

  /** Ends everything that waits. */
  close(error: SessionError): void {
    this.#over = error;
    for (const pending of [...this.#pending.values()]) pending.reject(error);
  }
}

function metaOf(meta: Record<string, unknown> | undefined): { _meta?: Record<string, unknown> } {
  return meta ? { _meta: meta } : {};
}

function aborted(signal: AbortSignal | undefined): SessionError {
  return new SessionError('aborted', 'The call was cancelled.', { cause: signal?.reason });
}

function cut(): SessionError {
  return new SessionError(
    'closed',
    'The connection was cut before the answer came. Run it again if that is safe.',
  );
}
