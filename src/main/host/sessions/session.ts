import { type Client, SseError } from '@modelcontextprotocol/client';
import type { Era, ListKind, ServerList } from '../../../shared/model/server.ts';
import { type SignIn, withSignIn } from './auth/sign-in.ts';
import { withExtensions } from './capabilities.ts';
import type { Connection } from './connection.ts';
import { envelopeOf } from './envelope.ts';
import { ForwardRequests } from './forward-requests.ts';
import { readComplete, readLeg } from './leg.ts';
import { logText } from './log-text.ts';
import { Pulse, type Sign } from './pulse.ts';
import { ReverseRequests } from './reverse-requests.ts';
import { SessionError } from './session-error.ts';
import { SessionLists } from './session-lists.ts';
import { NO_ID_HINT, type StrayAnswer, strayLine } from './stray-answers.ts';
import { keepSubscription } from './subscription.ts';
import type { Tap } from './tap.ts';
import { cancelLateTask } from './task.ts';
import { Undelivered } from './transports/undelivered.ts';
import type {
  Leg,
  LegMethod,
  LegOptions,
  OfferedCapabilities,
  OpenOptions,
  Session,
  SessionEvents,
  TaskMethod,
  TaskOptions,
} from './types.ts';
import { UNDELIVERED_HINT, undeliveredSentence } from './undelivered-answer.ts';
import { withLimit } from './with-limit.ts';

/** HeaderMismatch (SEP-2243). */
const HEADER_MISMATCH = -32020;
/** Method not found, invalid params: the list it was chosen from may be out of date. */
const UNKNOWN_THING: readonly unknown[] = [-32601, -32602];
/** One answer to the question whether anybody is there, in milliseconds. */
const PULSE_MS = 10_000;

/** Takes the place of `Session` once the SDK client is connected. */
export class LiveSession implements Session {
  readonly serverId: string;
  readonly era: Era;
  readonly protocolVersion: string;
  readonly transport: 'stdio' | 'http' | 'sse';
  readonly serverInfo: { readonly name?: string; readonly title?: string; readonly version?: string };
  readonly serverCapabilities: Record<string, unknown>;
  readonly clientCapabilities: Record<string, unknown>;
  readonly offered: OfferedCapabilities;
  readonly closed: AbortSignal;
  readonly #client: Client;
  readonly #tap: Tap;
  readonly #connection: Connection;
  readonly #events: SessionEvents;
  readonly #forward: ForwardRequests;
  readonly #reverse: ReverseRequests;
  readonly #signIn: SignIn | undefined;
  readonly #over = new AbortController();
  readonly #lists: SessionLists;
  readonly #pulse: Pulse | undefined;
  readonly #envelope: Record<string, unknown> | undefined;
  #closing: Promise<void> | undefined;

  constructor(
    options: OpenOptions,
    client: Client,
    tap: Tap,
    connection: Connection,
    declared: Record<string, unknown>,
  ) {
    this.#client = client;
    this.#tap = tap;
    this.#connection = connection;
    this.#events = options.events;
    this.#signIn = options.signIn;
    this.serverId = options.config.id;
    this.era = client.getProtocolEra() ?? 'legacy';
    this.protocolVersion = client.getNegotiatedProtocolVersion() ?? '';
    this.transport = connection.kind;
    this.serverInfo = infoOf(client.getServerVersion());
    this.serverCapabilities = { ...client.getServerCapabilities() };
    this.clientCapabilities = this.era === 'modern' ? withExtensions(declared) : declared;
    this.offered = options.offered;
    this.closed = this.#over.signal;
    this.#envelope = this.era === 'modern' ? envelopeOf(this, options.clientInfo) : undefined;
    this.#forward = new ForwardRequests({
      send: (message, sendOptions, callId) => tap.sendOwn(message, sendOptions, callId),
      envelope: () => this.#envelope,
      cancelByStream: () => this.era === 'modern' && tap.hasPerRequestStream,
      onSendFailure: (error) => this.#sendFailed(error),
      onCut: () => this.check(),
    });
    this.#lists = new SessionLists({
      era: this.era,
      transport: this.transport,
      serverCapabilities: this.serverCapabilities,
      request: (method, params, signal) => this.#forward.request(method, params, { signal }),
      owner: () => this.#signIn?.generation,
      onChanged: (kind) => this.#events.onListChanged(kind),
    });
    this.#reverse = new ReverseRequests({
      send: (message) => tap.sendOwn(message),
      handle: (request) => this.#events.onRequest(this, request),
      onTrouble: (text) => this.#events.onLog('host', text),
      undelivered: (error) => this.#undelivered(error),
    });
    // A process that is gone tells so by itself.
    if (connection.kind !== 'stdio') {
      this.#pulse = new Pulse({
        ask: (signal) => this.#ask(signal),
        busy: () => this.#forward.waiting > 0 || this.#reverse.open > 0,
        answers: this.era === 'modern',
        onDead: () => this.lost(),
      });
    }
  }

  /** Lets messages in; those that came during the handshake come first. */
  open(): void {
    this.#tap.open(this.era, {
      onAnswer: (answer) => {
        this.#pulse?.heard();
        return this.#forward.settle(answer);
      },
      onStrayAnswer: (answer) => this.#strayed(answer),
      onRequest: (request, via) => {
        if (this.closed.aborted) return;
        void this.#reverse.take(request, via);
      },
      onStray: (method) => this.#events.onStray(method),
      onNotification: (method, params) => this.#notified(method, params),
      onClosed: () => this.#end(undefined),
      onTrouble: (error) => this.#trouble(error),
    });
    if (this.era === 'modern') void this.#subscribe();
  }

  async leg(method: LegMethod, params: Record<string, unknown>, options: LegOptions): Promise<Leg> {
    const { signal, callId, onProgress, onAnswered, onHint } = options;
    const send = () => {
      const headers = method === 'tools/call' ? this.#lists.headersFor(params) : undefined;
      // A person waits for a call, so it may ask for a sign-in.
      return withSignIn(this.#signIn, signal, () => {
        options.onSending?.();
        return this.#forward.request(method, params, {
          signal,
          callId,
          onProgress,
          headers,
          onAnswered,
          onHint,
        });
      });
    };
    try {
      return readLeg(await send(), this.era, method);
    } catch (error) {
      if (!(error instanceof SessionError)) throw error;
      if (UNKNOWN_THING.includes(error.rpcCode)) this.#lists.doubt(method);
      if (error.rpcCode !== HEADER_MISMATCH) throw error;
      // The tool wants arguments as headers and its definition is not known here, or has changed (SEP-2243).
      this.#lists.doubt('tools/call');
      await this.list('tools', signal);
      return readLeg(await send(), this.era, method);
    }
  }

  task(
    method: TaskMethod,
    params: { readonly taskId: string } & Record<string, unknown>,
    { signal, callId, limitMs, attended }: TaskOptions,
  ): Promise<Record<string, unknown>> {
    return withSignIn(attended ? this.#signIn : undefined, signal, () =>
      withLimit(limitMs, signal, (limited) =>
        this.#forward.request(method, params, { signal: limited, callId }),
      ),
    );
  }

  async complete(params: Record<string, unknown>, signal: AbortSignal): Promise<Record<string, unknown>> {
    try {
      return readComplete(await this.#forward.request('completion/complete', params, { signal }));
    } catch (error) {
      if (!signal.aborted && !this.closed.aborted) {
        const why = error instanceof Error ? error.message.slice(0, 300) : '';
        this.#events.onLog('host', `It could not be asked for suggestions: ${why}`);
      }
      throw error;
    }
  }

  list(kind: ListKind, signal?: AbortSignal): Promise<ServerList> {
    return this.#lists.list(kind, signal);
  }

  rootsChanged(): void {
    if (this.era !== 'legacy' || !this.offered.roots || this.closed.aborted) return;
    this.#tap.sendOwn({ jsonrpc: '2.0', method: 'notifications/roots/list_changed' }).catch(() => undefined);
  }

  check(): void {
    void this.#pulse?.check();
  }

  /** Asks something that every server answers: `ping`, which 2026-07-28 has no more, or `server/discover`. */
  async #ask(closing: AbortSignal): Promise<Sign> {
    const method = this.era === 'modern' ? 'server/discover' : 'ping';
    try {
      await withLimit(PULSE_MS, closing, (signal) => this.#forward.request(method, {}, { signal }));
      return 'alive';
    } catch (error) {
      if (!(error instanceof SessionError)) return 'unreachable';
      if (error.code === 'aborted') return 'silent';
      // Whatever else it says, it is there.
      return error.code === 'closed' || error.passing ? 'unreachable' : 'alive';
    }
  }

  #strayed(answer: StrayAnswer): void {
    this.#events.onLog('host', strayLine(answer));
    const method = this.#forward.takeCancelled(answer.id);
    if (method === undefined) {
      if (!this.#forward.isOurs(answer.id)) this.#forward.hint(NO_ID_HINT);
    } else if (method === 'tools/call' && this.era === 'modern') {
      cancelLateTask(answer.result, {
        request: (name, params, signal) => this.#forward.request(name, params, { signal }),
        closed: this.closed,
        onLog: (text) => this.#events.onLog('host', text),
      });
    }
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    this.#finish(new SessionError('closed', 'The connection was closed.'));
    await this.#connection.goodbye();
    await this.#client.close().catch(() => undefined);
    // The SDK lets go of a transport that closed by itself; its process group may still have to be seen out.
    await this.#tap.close().catch(() => undefined);
  }

  /** The other side is gone: found out by the transport, or by a request that failed with `reason`. */
  lost(reason?: SessionError): void {
    this.#end(reason);
    void this.close();
  }

  #end(given: SessionError | undefined): void {
    if (this.closed.aborted) return;
    const reason = given ?? new SessionError('closed', this.#connection.gone(true));
    this.#finish(reason);
    this.#events.onClosed(reason.message);
  }

  #finish(reason: SessionError): void {
    if (this.closed.aborted) return;
    this.#lists.close();
    this.#pulse?.close();
    this.#over.abort(reason);
    this.#forward.close(reason);
    this.#reverse.close(reason);
  }

  #sendFailed(error: unknown): SessionError {
    const failure = this.closed.aborted
      ? (this.closed.reason as SessionError)
      : this.#connection.explain(error, false);
    if (this.#connection.over(failure)) this.lost(failure);
    return failure;
  }

  /** The session goes on where it can: what the server still has to say may come all the same. */
  #undelivered(error: unknown): string {
    const failure = this.closed.aborted
      ? (this.closed.reason as SessionError)
      : this.#connection.explain(error, false);
    this.#forward.hint(UNDELIVERED_HINT);
    return undeliveredSentence(error, failure);
  }

  #trouble(error: Error): void {
    if (this.closed.aborted) return;
    // An event stream of the old HTTP transport cannot be taken up again where it broke.
    if (error instanceof SseError) this.lost();
    // What a request failed of is told where it was waited for.
    else if (!(error instanceof Undelivered) && !/^fetch failed$/.test(error.message))
      this.#events.onLog('host', error.message.slice(0, 500));
  }

  #notified(method: string, params: unknown): boolean {
    this.#pulse?.heard();
    const fields = (params ?? {}) as Record<string, unknown>;
    switch (method) {
      case 'notifications/progress':
        if (!this.#forward.progress(params))
          this.#events.onLog('host', 'Progress for an unknown request was ignored.');
        return true;
      case 'notifications/cancelled':
        this.#reverse.cancel(fields.requestId, fields.reason);
        return false;
      case 'notifications/elicitation/complete':
        if (typeof fields.elicitationId === 'string') {
          this.#events.onElicitationComplete(this, fields.elicitationId);
        }
        return true;
      case 'notifications/message':
        this.#events.onLog('log', logText(fields));
        return true;
      default:
        this.#lists.notified(method);
        return false;
    }
  }

  async #subscribe(): Promise<void> {
    const onEnded = () => this.check();
    if (await keepSubscription(this.#client, this.serverCapabilities, this.closed, onEnded)) return;
    this.#events.onLog('host', 'The server does not say when its lists change; read them again by hand.');
  }
}

function infoOf(info: unknown): { name?: string; title?: string; version?: string } {
  const { name, title, version } = (info ?? {}) as Record<string, unknown>;
  return {
    ...(typeof name === 'string' ? { name } : {}),
    ...(typeof title === 'string' ? { title } : {}),
    ...(typeof version === 'string' ? { version } : {}),
  };
}
