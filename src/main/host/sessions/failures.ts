import {
  InsufficientScopeError,
  SdkError,
  SdkErrorCode,
  SdkHttpError,
  UnauthorizedError,
} from '@modelcontextprotocol/client';
import { SentenceError } from '../../../shared/model/sentence-error.ts';
import { type Passing, SessionError } from './session-error.ts';
import { BadAddress } from './transports/http.ts';
import { type HttpTrouble, isCertificate } from './transports/http-trouble.ts';
import { MALFORMED_ANSWER } from './transports/read-message.ts';
import { SpawnFailure } from './transports/stdio.ts';

/** A server that is being restarted, and a network that comes and goes, look like this. */
const PASSING_STATUS: readonly number[] = [408, 425, 429, 500, 502, 503, 504];

/** What may pass by itself: nobody there, or nobody behind the door; but no certificate, and no refusal. */
export function passingOf(trouble: HttpTrouble | undefined): Passing | undefined {
  if (trouble?.type === 'network') {
    return isCertificate(trouble.code) ? undefined : {};
  }
  if (trouble?.type !== 'status') return undefined;
  // 520 to 530 are those of proxies that cannot reach the server.
  const passes = PASSING_STATUS.includes(trouble.status) || (trouble.status >= 520 && trouble.status <= 530);
  return passes ? { afterMs: trouble.retryAfterMs } : undefined;
}

/** No answer in time, or half of one. */
export function isSilence(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code;
  return (
    code === SdkErrorCode.RequestTimeout ||
    code === SdkErrorCode.ConnectionClosed ||
    code === MALFORMED_ANSWER
  );
}

/** Refused for want of a sign-in (401). */
export function isUnauthorized(error: unknown): boolean {
  if (error instanceof UnauthorizedError) return true;
  if (error instanceof SdkHttpError) return error.status === 401;
  return (error as { code?: unknown } | null)?.code === 401;
}

/** Refused for want of a sign-in, or of more rights (403, `insufficient_scope`). */
export function isRefused(error: unknown): boolean {
  return isUnauthorized(error) || error instanceof InsufficientScopeError;
}

/** What the server itself says in the body of an HTTP error, where it answers no request by its id. */
export function saidIn(error: unknown): string {
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
export function rpcErrorOf(error: unknown): SessionError | undefined {
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

/** What keeps a connection from being made at all: `connect-failed`, in its own words where they are for the person. */
export function connectFailure(error: unknown): SessionError {
  if (error instanceof SessionError) return error;
  if (error instanceof SpawnFailure || error instanceof BadAddress || error instanceof SentenceError) {
    return new SessionError('connect-failed', error.message, { cause: error });
  }
  return new SessionError('connect-failed', 'The server could not be started.', { cause: error });
}

/**
 * A failure of the SDK or of the protocol, whatever the transport: `connect-failed` while `connecting`, else `closed` or
 * `protocol`. `passing` is kept with what may pass by itself.
 */
export function commonFailure(error: unknown, connecting: boolean, passing?: Passing): SessionError {
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
