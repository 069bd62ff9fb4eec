import path from 'node:path';
import type { ListKind, LogLine, ServerConfig, ServerStatus } from '../../../shared/model/server.ts';
import { bindingOfServer } from '../servers/binding.ts';
import { redactorOf } from '../servers/references.ts';
import { SignIns } from './auth/sign-ins.ts';
import { MemoryTokenStore, type SignInPort, type TokenStore } from './auth/types.ts';
import { narrow } from './capabilities.ts';
import { SessionForgotten } from './connection.ts';
import { EraCache } from './era-cache.ts';
import { LogRing } from './log-ring.ts';
import { openSession } from './open.ts';
import { SessionError } from './session-error.ts';
import type { ProcessRecords } from './transports/records.ts';
import type { LegacyAnswer, LegacyRequest, OfferedCapabilities, Session } from './types.ts';

/** SessionEvents with the server they belong to. */
export interface ServerEvents {
  onRequest(session: Session, request: LegacyRequest): Promise<LegacyAnswer>;
  onElicitationComplete(session: Session, elicitationId: string): void;
  onListChanged(serverId: string, kind: ListKind): void;
  onStray(serverId: string, method: string): void;
  /** Every new line, also those of a connection that fails. */
  onLog(serverId: string, line: LogLine): void;
}

export interface StatusChange {
  readonly status: ServerStatus;
  /** One plain sentence: why, and what to do. */
  readonly statusDetail?: string;
  readonly session?: Session;
}

export interface SessionsDeps {
  readonly config: (serverId: string) => ServerConfig | undefined;
  readonly trusted: (serverId: string) => boolean;
  readonly offers: () => OfferedCapabilities;
  readonly events: ServerEvents;
  readonly onStatus: (serverId: string, change: StatusChange) => void;
  readonly dataDir: string;
  readonly version: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The environment that servers are started with; default: `env`. */
  readonly launchEnv?: (() => Promise<Readonly<Record<string, string | undefined>>>) | undefined;
  /** Where server processes are written down while they run; absent: nowhere. */
  readonly processes?: ProcessRecords | undefined;
  /** Settles when what the last run left behind has ended: no process is started before. */
  readonly swept?: Promise<void> | undefined;
  /** Absent: nobody can sign in here, and a server that wants it stays `needs-sign-in`. */
  readonly signIn?: SignInPort | undefined;
  /** Where tokens are kept; default: in memory. */
  readonly tokens?: TokenStore | undefined;
  /** Tests put their own here. */
  readonly open?: typeof openSession;
}

interface Slot {
  readonly serverId: string;
  session?: Session;
  opening?: { readonly promise: Promise<Session>; readonly stop: AbortController };
  closing?: Promise<void>;
}

const CLIENT_NAME = 'gatehouse';

/**
 * At most one live session for each server. A lost server waits for the person or for a call that goes on; nothing is
 * started again by itself.
 */
export class Sessions {
  readonly #deps: SessionsDeps;
  readonly #eras: EraCache;
  readonly #signIns: SignIns | undefined;
  readonly #slots = new Map<string, Slot>();
  readonly #logs = new Map<string, LogRing>();
  #over = false;

  constructor(deps: SessionsDeps) {
    this.#deps = deps;
    this.#eras = new EraCache(deps.dataDir);
    const { signIn: port, tokens: store = new MemoryTokenStore(), env } = deps;
    this.#signIns = port && new SignIns({ port, store, env });
  }

  /** The live session, if there is one. */
  get(serverId: string): Session | undefined {
    return this.#slots.get(serverId)?.session;
  }

  all(): readonly Session[] {
    return [...this.#slots.values()].flatMap((slot) => slot.session ?? []);
  }

  /** Log lines of a server with a `seq` above `after`, oldest first. */
  log(serverId: string, after = 0): readonly LogLine[] {
    return this.#logs.get(serverId)?.since(after) ?? [];
  }

  /**
   * Connects for a person, or gives the live session. Attempts at the same time are one. Rejects with SessionError
   * `not-trusted`, `connect-failed`, `needs-sign-in`, or `aborted` when it was disconnected meanwhile.
   */
  async connect(serverId: string): Promise<Session> {
    const config = this.#deps.config(serverId);
    const signIn = config && this.#signIns?.of(config);
    signIn?.again();
    const session = await this.#connect(serverId, true);
    // Some servers let anyone connect and want a sign-in for what comes then.
    if (signIn?.wanted) await signIn.authorize(session.closed);
    return session;
  }

  /** `attended`: a person waits for it, and may be asked to sign in. */
  #connect(serverId: string, attended: boolean): Promise<Session> {
    const slot = this.#slot(serverId);
    if (slot.session) return Promise.resolve(slot.session);
    if (slot.opening) return slot.opening.promise;
    const config = this.#deps.config(serverId);
    if (this.#over) return Promise.reject(new SessionError('aborted', 'Gatehouse is closing.'));
    if (!config) {
      return Promise.reject(new SessionError('connect-failed', `There is no server called ${serverId}.`));
    }
    if (!this.#deps.trusted(serverId)) {
      const text = `${serverId} is not trusted yet. Connect it and confirm the command to start it.`;
      this.#deps.onStatus(serverId, { status: 'not-trusted', statusDetail: text });
      return Promise.reject(new SessionError('not-trusted', text));
    }
    const stop = new AbortController();
    const promise = this.#open(slot, config, stop, attended);
    slot.opening = { promise, stop };
    return promise;
  }

  /** A live session for a call or an answer that goes on; connects when there is none. `signal` gives up waiting. */
  async ensure(serverId: string, signal?: AbortSignal): Promise<Session> {
    if (signal?.aborted) throw gaveUp();
    const live = this.get(serverId);
    if (live) return live;
    const connecting = this.#connect(serverId, true);
    if (!signal) return connecting;
    let onAbort = () => {};
    const given = new Promise<never>((_resolve, reject) => {
      onAbort = () => reject(gaveUp());
      signal.addEventListener('abort', onAbort, { once: true });
    });
    try {
      return await Promise.race([connecting, given]);
    } finally {
      signal.removeEventListener('abort', onAbort);
      connecting.catch(() => undefined);
    }
  }

  /** Ends the session or the attempt. Resolves when nothing of the server is left. */
  async disconnect(serverId: string): Promise<void> {
    const slot = this.#slots.get(serverId);
    if (!slot) return;
    if (slot.opening) {
      const { promise, stop } = slot.opening;
      stop.abort(gaveUp());
      await promise.catch(() => undefined);
    }
    const { session } = slot;
    if (session) {
      delete slot.session;
      slot.closing = session.close();
      this.#deps.onStatus(serverId, { status: 'stopped' });
    }
    await slot.closing;
  }

  /** Ends everything, for good. */
  async closeAll(): Promise<void> {
    this.#over = true;
    await Promise.all([...this.#slots.keys()].map((serverId) => this.disconnect(serverId)));
  }

  /** Tells every legacy session, or that of one server, that the roots changed. */
  rootsChanged(serverId?: string): void {
    for (const session of this.all()) {
      if (serverId === undefined || session.serverId === serverId) session.rootsChanged();
    }
  }

  async #open(slot: Slot, config: ServerConfig, stop: AbortController, attended: boolean): Promise<Session> {
    const { serverId } = slot;
    await slot.closing;
    this.#deps.onStatus(serverId, { status: 'connecting' });
    const binding = bindingOfServer(config);
    const prior = this.#eras.get(binding);
    const signIn = this.#signIns?.of(config);
    let opened: Session | undefined;
    let endedEarly: string | undefined;
    // What was filled in for this start is nobody's to read in a sentence: not the window's, nor the journal's.
    const redact = redactorOf(config.target, this.#deps.env);
    const log = (source: LogLine['source'], text: string) =>
      this.#log(serverId, source, source === 'host' ? redact(text) : text);
    try {
      opened = await (this.#deps.open ?? openSession)({
        config,
        clientInfo: { name: CLIENT_NAME, version: this.#deps.version },
        offered: narrow(this.#deps.offers(), config.settings.switches),
        env: await this.#envFor(config),
        processes: this.#deps.processes,
        defaultCwd: path.join(this.#deps.dataDir, 'cwd', folderName(serverId)),
        ...(prior === undefined ? {} : { priorEra: prior }),
        ...(signIn === undefined ? {} : { signIn, attended }),
        signal: stop.signal,
        events: {
          onRequest: (session, request) => this.#deps.events.onRequest(session, request),
          onElicitationComplete: (session, id) => this.#deps.events.onElicitationComplete(session, id),
          onListChanged: (kind) => this.#deps.events.onListChanged(serverId, kind),
          onStray: (method) => {
            log('host', `A request (${method.slice(0, 80)}) was dropped: a modern server must not send one.`);
            this.#deps.events.onStray(serverId, method);
          },
          onLog: log,
          onClosed: (told) => {
            const detail = redact(told);
            if (slot.session && slot.session === opened) this.#lost(slot, slot.session, detail);
            else endedEarly = detail;
          },
        },
      });
    } catch (cause) {
      const error = cause instanceof SessionError ? cause.worded(redact(cause.message)) : cause;
      this.#failed(slot, error, stop);
      throw error;
    }
    delete slot.opening;
    if (stop.signal.aborted || endedEarly !== undefined) {
      await opened.close();
      const error = endedEarly === undefined ? gaveUp() : new SessionError('connect-failed', endedEarly);
      this.#failed(slot, error, stop);
      throw error;
    }
    slot.session = opened;
    if (config.settings.era === 'auto' && config.target.type !== 'sse') this.#eras.set(binding, opened.era);
    this.#deps.onStatus(serverId, { status: 'connected', session: opened });
    return opened;
  }

  async #envFor({ target }: ServerConfig): Promise<SessionsDeps['env']> {
    if (target.type === 'stdio') await this.#deps.swept;
    return (target.type === 'stdio' && (await this.#deps.launchEnv?.())) || this.#deps.env;
  }

  #failed(slot: Slot, error: unknown, stop: AbortController): void {
    delete slot.opening;
    const { serverId } = slot;
    if (stop.signal.aborted) {
      this.#deps.onStatus(serverId, { status: 'stopped' });
      return;
    }
    const known = error instanceof SessionError;
    const status = known && error.code === 'needs-sign-in' ? 'needs-sign-in' : 'failed';
    const statusDetail = known ? error.message : 'The server could not be connected. Its log may say why.';
    this.#log(serverId, 'host', statusDetail);
    this.#deps.onStatus(serverId, { status, statusDetail });
  }

  #lost(slot: Slot, session: Session, detail: string): void {
    delete slot.session;
    slot.closing = session.close();
    this.#log(slot.serverId, 'host', detail);
    this.#deps.onStatus(slot.serverId, { status: 'failed', statusDetail: detail });
    // The server is there and only forgot us: a new handshake is what the specification asks for.
    const reason: unknown = session.closed.reason;
    if (reason instanceof SessionError && reason.cause instanceof SessionForgotten) {
      this.#connect(slot.serverId, false).catch(() => undefined);
    }
  }

  #log(serverId: string, source: LogLine['source'], text: string): void {
    let ring = this.#logs.get(serverId);
    if (!ring) {
      ring = new LogRing();
      this.#logs.set(serverId, ring);
    }
    this.#deps.events.onLog(serverId, ring.add(source, text));
  }

  #slot(serverId: string): Slot {
    let slot = this.#slots.get(serverId);
    if (!slot) {
      slot = { serverId };
      this.#slots.set(serverId, slot);
    }
    return slot;
  }
}

function gaveUp(): SessionError {
  return new SessionError('aborted', 'The connection attempt was stopped.');
}

/** A server's name as the name of a folder. */
function folderName(serverId: string): string {
  return (
    serverId.replace(/[^A-Za-z0-9_-]/g, (char) => `.${char.codePointAt(0)?.toString(16)}`).slice(0, 100) ||
    '_'
  );
}
