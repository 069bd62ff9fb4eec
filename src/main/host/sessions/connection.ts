import type { Transport } from '@modelcontextprotocol/client';
import type { Target } from '../../../shared/model/server.ts';
import { expandTarget } from '../servers/expand.ts';
import {
  commonFailure,
  connectFailure,
  isRefused,
  isSilence,
  isUnauthorized,
  passingOf,
  rpcErrorOf,
  saidIn,
} from './failures.ts';
import { SessionError, SessionForgotten } from './session-error.ts';
import { homeOf, launchOf } from './transports/environment.ts';
import { connectHttp, type HttpConnection } from './transports/http.ts';
import { networkCode, placeOf, troubleSentence } from './transports/http-trouble.ts';
import { limitLines } from './transports/line-limit.ts';
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
