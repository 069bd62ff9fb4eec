import {
  InsufficientScopeError,
  SdkError,
  SdkErrorCode,
  SdkHttpError,
  type Transport,
  UnauthorizedError,
} from '@modelcontextprotocol/client';
import { SentenceError } from '../../../shared/model/sentence-error.ts';
import type { Target } from '../../../shared/model/server.ts';
import { expandTarget } from '../servers/expand.ts';
import { type Passing, SessionError } from './session-error.ts';
import { homeOf, launchOf } from './transports/environment.ts';
import {
  BadAddress,
  connectHttp,
  type HttpConnection,
  type HttpTrouble,
  networkCode,
  placeOf,
  troubleSentence,
} from './transports/http.ts';
import { limitLines } from './transports/line-limit.ts';
import { MALFORMED_ANSWER } from './transports/read-message.ts';
import { endingSentence, SpawnFailure, StdioTransport } from './transports/stdio.ts';
import { trustSystemCertificates } from './transports/system-certificates.ts';
import { Undelivered } from './transports/undelivered.ts';
import type { OpenOptions } from './types.ts';

/** A transport that is ready to start, and what only its own kind can say. */
export interface Connection {
  readonly transport: Transport;
  readonly kind: 'stdio' | 'http' | 'sse';
  /** One plain sentence about why it is gone. */
  readonly gone: (answered: boolean) => string;
  /** A stdio process that has ended. */
  readonly dead: () => boolean;
  /** Any failure of a request as a SessionError. */
  readonly explain: (error: unknown, connecting: boolean) => SessionError;
  /** Whether such a failure means that the whole session is over, not only the one request. */
  readonly over: (failure: SessionError) => boolean;
  /** Says goodbye where the transport has a way to; never rejects. */
  readonly goodbye: () => Promise<void>;
}

/** The server does not know its session any more (2025-11-25, Streamable HTTP, Session Management): nothing was done. */
export class SessionForgotten extends Error {
  constructor(cause: unknown) {
    super('The server answered 404 to its session.', { cause });
    this.name = 'SessionForgotten';
  }
}

/** Some servers say 503 to a session they do not know; an outage says the same, so once is not enough. */
const UNAVAILABLE_TIMES = 2;
/** Nobody is there. Other network failures may hit one request alone. */
const UNREACHABLE = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EHOSTUNREACH', 'ENETUNREACH']);

/** Called when a transport finds out by itself that the other side is gone, though nothing was closed. */
export interface ConnectionHooks {
  readonly onLost: () => void;
  /** The other side may be gone; a look tells. */
  readonly onDoubt: () => void;
}

/**
 * Makes the transport a server's target asks for; starts nothing yet.
 * @throws SessionError `connect-failed` for an address, a header or a variable that cannot be used
 */
export function connectionFor(options: OpenOptions, hooks: ConnectionHooks): Connection {
  try {
    const target = expandTarget(options.config.target, options.env, homeOf(options.env));
    return target.type === 'stdio'
      ? stdioConnection(target, options)
      : httpConnection(target, options, hooks);
  } catch (error) {
    throw connectFailure(error);
  }
}

function stdioConnection(target: Extract<Target, { type: 'stdio' }>, options: OpenOptions): Connection {
  const { events } = options;
  const transport = new StdioTransport({
    launch: launchOf(target, options.env, options.defaultCwd),
    createCwd: !target.cwd,
    record: options.processes && { in: options.processes, server: options.config.id },
    onStderr: limitLines((line) => events.onLog('stderr', line)),
    onGarbage: limitLines((line) => events.onLog('garbage', line)),
  });
  const gone = (answered: boolean) => endingSentence(transport.ending, answered);
  return {
    transport,
    kind: 'stdio',
    gone,
    dead: () => transport.ending !== undefined,
    goodbye: () => Promise.resolve(),
    over: ({ code }) => code === 'closed',
    explain: (error, connecting) => {
      if (error instanceof SpawnFailure) return connectFailure(error);
      if (transport.ending !== undefined) {
        return new SessionError(connecting ? 'connect-failed' : 'closed', gone(!connecting), {
          cause: error,
          unsent: error instanceof Undelivered,
        });
      }
      if (error instanceof Undelivered && !connecting) {
        return new SessionError('closed', `${error.message} Connect it again.`, {
          cause: error,
          unsent: true,
        });
      }
      return commonFailure(error, connecting);
    },
  };
}

function httpConnection(
  target: Extract<Target, { type: 'http' | 'sse' }>,
  options: OpenOptions,
  hooks: ConnectionHooks,
): Connection {
  if (/^https:/i.test(target.url)) trustSystemCertificates();
  const http: HttpConnection = connectHttp({
    target,
    onLost: hooks.onLost,
    onDoubt: hooks.onDoubt,
    signIn: options.signIn,
    onOdd: (message) => http.transport.onmessage?.(message),
    onNote: (text) => options.events.onLog('host', text),
  });
  const sentence = () => {
    const trouble = http.trouble();
    return trouble === undefined ? undefined : troubleSentence(trouble, http.url);
  };
  return {
    transport: http.transport,
    kind: target.type,
    gone: () => sentence() ?? `The connection to ${http.url.host} was lost. Connect again to go on.`,
    dead: () => false,
    goodbye: http.terminate,
    over: ({ code, cause }) => {
      if (cause instanceof SessionForgotten) return true;
      if (code === 'closed' && http.unavailable() >= UNAVAILABLE_TIMES) return true;
      const trouble = http.trouble();
      return code === 'closed' && trouble?.type === 'network' && UNREACHABLE.has(trouble.code);
    },
    explain: (error, connecting) => {
      const trouble = http.trouble();
      const expired =
        trouble?.type === 'status' && trouble.status === 404 && http.transport.sessionId !== undefined;
      if (!connecting && expired) {
        const text = 'The server no longer knows this session, so it was opened anew. Run the call again.';
        return new SessionError('closed', text, { cause: new SessionForgotten(error) });
      }
      const nobodyBehind = !connecting && http.unavailable() >= UNAVAILABLE_TIMES;
      const status = trouble?.type === 'status' ? trouble.status : undefined;
      if (nobodyBehind && status === 503 && http.transport.sessionId !== undefined) {
        const text =
          'The server was not available twice (HTTP 503), so it was connected anew. Run the call again.';
        return new SessionError('closed', text, {
          cause: new SessionForgotten(error),
          passing: passingOf(trouble),
        });
      }
      if (options.signIn?.wanted && isRefused(error)) {
        return new SessionError('needs-sign-in', options.signIn.sentence(), { cause: error });
      }
      const rpc = rpcErrorOf(error);
      if (rpc) return rpc;
      if (isUnauthorized(error) || (trouble?.type === 'status' && trouble.status === 401)) {
        const text = troubleSentence(
          { type: 'status', status: 401, redirect: undefined, at: placeOf(http.url) },
          http.url,
        );
        return new SessionError('needs-sign-in', text, { cause: error });
      }
      if (trouble === undefined) return commonFailure(error, connecting, isSilence(error) ? {} : undefined);
      const text = troubleSentence(trouble, http.url);
      const passing = passingOf(trouble);
      if (connecting) return new SessionError('connect-failed', text, { cause: error, passing });
      const gone = trouble.type === 'network' || nobodyBehind;
      return new SessionError(gone ? 'closed' : 'protocol', `${text}${saidIn(error)}`, {
        cause: error,
        passing,
        unsent: UNREACHABLE.has(networkCode(error)),
      });
    },
  };
}

/** A server that is being restarted, and a network that comes and goes, look like this. */
const PASSING_STATUS: readonly number[] = [408, 425, 429, 500, 502, 503, 504];

/** What may pass by itself: nobody there, or nobody behind the door; but no certificate, and no refusal. */
function passingOf(trouble: HttpTrouble | undefined): Passing | undefined {
  if (trouble?.type === 'network') {
    return /CERT|SIGNATURE|TLS|SSL/.test(trouble.code) ? undefined : {};
  }
  if (trouble?.type !== 'status') return undefined;
  // 520 to 530 are those of proxies that cannot reach the server.
  const passes = PASSING_STATUS.includes(trouble.status) || (trouble.status >= 520 && trouble.status <= 530);
  return passes ? { afterMs: trouble.retryAfterMs } : undefined;
}

/** No answer in time, or half of one. */
function isSilence(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code;
  return (
    code === SdkErrorCode.RequestTimeout ||
    code === SdkErrorCode.ConnectionClosed ||
    code === MALFORMED_ANSWER
  );
}

function isUnauthorized(error: unknown): boolean {
  if (error instanceof UnauthorizedError) return true;
  if (error instanceof SdkHttpError) return error.status === 401;
  return (error as { code?: unknown } | null)?.code === 401;
}

/** Refused for want of a sign-in, or of more rights (403, `insufficient_scope`). */
function isRefused(error: unknown): boolean {
  return isUnauthorized(error) || error instanceof InsufficientScopeError;
}

/** What the server itself says in the body of an HTTP error, where it answers no request by its id. */
function saidIn(error: unknown): string {
  const text = error instanceof SdkHttpError ? (error.data as { text?: unknown }).text : undefined;
  if (typeof text !== 'string') return '';
  try {
    const message = (JSON.parse(text) as { error?: { message?: unknown } } | null)?.error?.message;
    return typeof message === 'string' && message !== '' ? ` It says: ${message.slice(0, 300)}` : '';
  } catch {
    return '';
  }
}

/** A JSON-RPC error that came as the body of an HTTP error (2026-07-28, basic/transports). */
function rpcErrorOf(error: unknown): SessionError | undefined {
  if (!(error instanceof SdkHttpError) || error.status === 401) return undefined;
  const { text } = error.data as { text?: unknown };
  if (typeof text !== 'string') return undefined;
  try {
    const body = JSON.parse(text) as {
      id?: unknown;
      error?: { code?: unknown; message?: unknown; data?: unknown };
    };
    const { code, message, data } = body.error ?? {};
    if (typeof code !== 'number' || typeof message !== 'string' || typeof body.id !== 'number')
      return undefined;
    return new SessionError('rpc', message, { rpcCode: code, rpcData: data, cause: error });
  } catch {
    return undefined;
  }
}

function connectFailure(error: unknown): SessionError {
  if (error instanceof SessionError) return error;
  if (error instanceof SpawnFailure || error instanceof BadAddress || error instanceof SentenceError) {
    return new SessionError('connect-failed', error.message, { cause: error });
  }
  return new SessionError('connect-failed', 'The server could not be started.', { cause: error });
}

function commonFailure(error: unknown, connecting: boolean, passing?: Passing): SessionError {
  if (error instanceof SessionError) return error;
  const failed = connecting ? 'connect-failed' : 'protocol';
  const code = (error as { code?: unknown } | null)?.code;
  if (code === SdkErrorCode.RequestTimeout) {
    const text = 'The server did not answer in time. Look at its log, or connect again.';
    return new SessionError(failed, text, { cause: error, passing });
  }
  if (code === MALFORMED_ANSWER) {
    const text = `The server sent an answer that is not JSON-RPC: ${(error as Error).message}.`;
    return new SessionError(failed, text, { cause: error, passing });
  }
  if (code === SdkErrorCode.ConnectionClosed) {
    return new SessionError(connecting ? 'connect-failed' : 'closed', 'The connection was closed.', {
      cause: error,
      passing,
    });
  }
  if (connecting) return handshakeFailure(error, code);
  if (error instanceof SdkError) {
    return new SessionError('protocol', 'The server sent something that is not an answer.', { cause: error });
  }
  return new SessionError('closed', 'The message could not be sent: the connection is gone.', {
    cause: error,
  });
}

function handshakeFailure(error: unknown, code: unknown): SessionError {
  const message = error instanceof Error ? error.message : '';
  if (/protocol version/i.test(message) && code !== SdkErrorCode.EraNegotiationFailed) {
    const text = 'The server speaks a version of the protocol that is not known here.';
    return new SessionError('connect-failed', text, { cause: error });
  }
  if (code === SdkErrorCode.EraNegotiationFailed) {
    const text = 'The server does not speak 2026-07-28. Set its era to auto or legacy.';
    return new SessionError('connect-failed', text, { cause: error });
  }
  if (typeof code === 'number') {
    const text = `The server refused the handshake (error ${code}): ${message.slice(0, 200)}`;
    return new SessionError('connect-failed', text, { cause: error, rpcCode: code });
  }
  return new SessionError('connect-failed', 'The server answered the handshake with something unreadable.', {
    cause: error,
  });
}
