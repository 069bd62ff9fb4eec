import { Client, SdkErrorCode } from '@modelcontextprotocol/client';
import { withSignIn } from './auth/sign-in.ts';
import { clientCapabilities } from './capabilities.ts';
import { type Connection, connectionFor } from './connection.ts';
import { LiveSession } from './session.ts';
import { SessionError } from './session-error.ts';
import { NO_ID_HINT } from './stray-answers.ts';
import { Tap } from './tap.ts';
import type { OpenOptions, Session } from './types.ts';

const MODERN = '2026-07-28';
/** How long a stdio server may be silent before the legacy handshake is tried beside the probe. */
const PROBE_MS = 3_000;
/** A server that was modern before gets longer: its program may have to be fetched first. */
const KNOWN_MODERN_PROBE_MS = 20_000;
/** The whole handshake. A first start may download the server. */
const STDIO_HANDSHAKE_MS = 180_000;
const HTTP_HANDSHAKE_MS = 30_000;

interface Attempt {
  readonly mode: 'auto' | 'legacy' | 'modern';
  /** A modern server's own description, learnt a moment ago. */
  readonly discovered?: Record<string, unknown>;
}

/** Why an attempt failed, and what it taught. */
class Failed extends Error {
  readonly failure: SessionError;
  readonly next: Attempt | undefined;
  constructor(failure: SessionError, next: Attempt | undefined) {
    super(failure.message, { cause: failure });
    this.failure = failure;
    this.next = next;
  }
}

/**
 * Opens one connection and finds its era. Rejects with SessionError `connect-failed`, `needs-sign-in` or `aborted`; then
 * no process is left.
 *
 * Era over stdio, in `auto`: the probe goes to the one process we started. An answer decides. A process that ends on it
 * is started again as a legacy one. One that stays silent gets the legacy handshake as well, in the same process, and
 * whichever answer comes first decides; so a program that is still being fetched is neither given up nor misjudged.
 */
export function openSession(options: OpenOptions): Promise<Session> {
  const asks = options.attended ? options.signIn : undefined;
  return withSignIn(asks, options.signal, () => openInEra(options));
}

async function openInEra(options: OpenOptions): Promise<Session> {
  const setting = options.config.target.type === 'sse' ? 'legacy' : options.config.settings.era;
  let attempt: Attempt = { mode: setting === 'auto' && options.priorEra === 'legacy' ? 'legacy' : setting };
  let first: SessionError | undefined;
  for (let tries = 0; ; tries += 1) {
    try {
      return await tryOpen(options, attempt);
    } catch (error) {
      if (!(error instanceof Failed)) throw error;
      first ??= error.failure;
      const next = setting === 'auto' ? error.next : undefined;
      if (next === undefined || tries >= 2) throw tries === 0 ? error.failure : better(first, error.failure);
      attempt = next;
    }
  }
}

/** The last failure says more, unless it only says that nothing was heard. */
function better(first: SessionError, last: SessionError): SessionError {
  return first.code === 'needs-sign-in' ? first : last;
}

async function tryOpen(options: OpenOptions, attempt: Attempt): Promise<Session> {
  throwIfAborted(options.signal);
  let session: LiveSession | undefined;
  const connection = connectionFor(options, {
    onLost: () => session?.lost(),
    onDoubt: () => session?.check(),
  });
  const tap = new Tap(connection.transport);
  const declared = clientCapabilities(options.offered);
  const client = new Client(options.clientInfo, {
    capabilities: declared,
    inputRequired: { autoFulfill: false },
    versionNegotiation: negotiation(attempt, options, connection),
  });
  const stop = () => void tap.close().catch(() => undefined);
  options.signal.addEventListener('abort', stop, { once: true });
  tap.onLateDiscovery(stop);
  try {
    await client.connect(tap, {
      timeout: connection.kind === 'stdio' ? STDIO_HANDSHAKE_MS : HTTP_HANDSHAKE_MS,
      signal: options.signal,
      ...(attempt.discovered
        ? { prior: { kind: 'modern' as const, discover: attempt.discovered as never } }
        : {}),
    });
    throwIfAborted(options.signal);
    if (tap.lateDiscovery) throw new Error('answered as a modern server after all');
    session = new LiveSession(options, client, tap, connection, { ...declared });
    session.open();
    return session;
  } catch (error) {
    await client.close().catch(() => undefined);
    await tap.close().catch(() => undefined);
    throwIfAborted(options.signal);
    const failure = connection.explain(error, true);
    const hinted = tap.unasked > 0 ? failure.worded(`${failure.message} ${NO_ID_HINT}`) : failure;
    throw new Failed(hinted, nextAttempt(error, attempt, tap, connection));
  } finally {
    options.signal.removeEventListener('abort', stop);
  }
}

function negotiation(attempt: Attempt, options: OpenOptions, connection: Connection) {
  if (attempt.mode === 'legacy') return { mode: 'legacy' as const };
  if (attempt.mode === 'modern') return { mode: { pin: MODERN } };
  if (connection.kind !== 'stdio') return { mode: 'auto' as const };
  const timeoutMs = options.priorEra === 'modern' ? KNOWN_MODERN_PROBE_MS : PROBE_MS;
  return { mode: 'auto' as const, probe: { timeoutMs } };
}

/** What to try next in `auto`. */
function nextAttempt(
  error: unknown,
  attempt: Attempt,
  tap: Tap,
  connection: Connection,
): Attempt | undefined {
  if (tap.lateDiscovery) return { mode: 'auto', discovered: tap.lateDiscovery };
  const code = (error as { code?: unknown } | null)?.code;
  if (attempt.mode === 'auto' && attempt.discovered === undefined) {
    // Some servers end on the first message they do not know (2026-07-28, basic/lifecycle: fall back on any failure).
    if (connection.kind === 'stdio') return connection.dead() ? { mode: 'legacy' } : undefined;
    // A legacy HTTP server may answer the unknown method with a 500 or with nothing readable.
    return code === SdkErrorCode.EraNegotiationFailed ? { mode: 'legacy' } : undefined;
  }
  // It was a legacy server the last time, and refuses the legacy handshake now.
  if (attempt.mode === 'legacy' && typeof code === 'number') return { mode: 'auto' };
  return undefined;
}

function throwIfAborted(signal: AbortSignal): void {
  if (signal.aborted) throw new SessionError('aborted', 'The connection attempt was stopped.');
}
