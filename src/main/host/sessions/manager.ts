import type { LogLine, ServerConfig, ServerStatus } from '../../../shared/model/server.ts';
import { bindingOfServer } from '../servers/binding.ts';
import type { SignIn } from './auth/sign-in.ts';
import type { SignIns } from './auth/sign-ins.ts';
import { MemoryTokenStore, type SignInPort, type TokenStore } from './auth/types.ts';
import { EraCache } from './era-cache.ts';
import { LogRing } from './log-ring.ts';
import { Opener, type OpenerDeps } from './opener.ts';
import { Reconnect } from './reconnect.ts';
import { SessionError, SessionForgotten } from './session-error.ts';
import type { Session } from './types.ts';
import { watchWake } from './wake.ts';

/** What a server's connection has become. */
export interface StatusChange {
  readonly status: ServerStatus;
  /** One plain sentence: why, and what to do. */
  readonly statusDetail?: string;
  readonly session?: Session;
  /** With `failed`: it was connected, and is tried again by itself until it is disconnected. */
  readonly retrying?: true;
}

/** What the sessions need of the other rooms. */
export interface SessionsDeps extends Omit<OpenerDeps, 'log'> {
  readonly config: (serverId: string) => ServerConfig | undefined;
  readonly trusted: (serverId: string) => boolean;
  readonly onStatus: (serverId: string, change: StatusChange) => void;
  /** Absent: nobody can sign in here, and a server that wants it stays `needs-sign-in`. */
  readonly signIn?: SignInPort | undefined;
  /** Where tokens are kept; default: in memory. */
  readonly tokens?: TokenStore | undefined;
}

interface Slot {
  readonly serverId: string;
  session?: Session;
  opening?: { readonly promise: Promise<Session>; readonly stop: AbortController };
  closing?: Promise<void>;
  /** What the last session was opened with, and when. */
  opened?: { readonly binding: string; readonly at: number };
  /** There once it was lost and is to be tried again by itself; only for servers that are reached over the network. */
  reconnect?: Reconnect;
  why?: string;
  /** The attempt at hand is one of those, and nobody waits for it. */
  quiet?: boolean;
  /** Counts disconnects: what was to connect before is not connected any more. */
  ended?: number;
}

/** A connection that held so long was a good one, in milliseconds. */
const GOOD_MS = 60_000;
/** Between waking up and trying again: the network needs a moment, too. */
const WAKE_MS = 3000;

/**
 * At most one live session for each server. A lost process waits for the person or for a call that goes on, and is never
 * started again by itself. A lost server on the network is tried again by itself, ever more seldom, until it is
 * disconnected, changed, wants a sign-in, or refuses. One that could not be connected in the first place is not.
 */
export class Sessions {
  readonly #deps: SessionsDeps;
  readonly #eras: EraCache;
  #signIns: Promise<SignIns> | undefined;
  readonly #opener: Opener;
  readonly #slots = new Map<string, Slot>();
  readonly #logs = new Map<string, LogRing>();
  #over = false;
  #stopWatching: (() => void) | undefined;
  #waking: NodeJS.Timeout | undefined;

  constructor(deps: SessionsDeps) {
    this.#deps = deps;
    this.#eras = new EraCache(deps.dataDir);
    this.#opener = new Opener({ ...deps, log: (id, source, text) => this.#log(id, source, text) });
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
    const slot = this.#slot(serverId);
    const { ended } = slot;
    const signIn = config && (await this.#signInOf(config));
    if (slot.ended !== ended) throw gaveUp();
    signIn?.again();
    if (slot.quiet) {
      slot.quiet = false;
      this.#deps.onStatus(serverId, { status: 'connecting' });
    }
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
    slot.reconnect?.hold();
    if (!config) {
      return Promise.reject(new SessionError('connect-failed', `There is no server called ${serverId}.`));
    }
    if (!this.#deps.trusted(serverId)) {
      delete slot.reconnect;
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
    slot.ended = (slot.ended ?? 0) + 1;
    const waiting = slot.reconnect?.waiting === true;
    slot.reconnect?.hold();
    delete slot.reconnect;
    if (waiting) this.#deps.onStatus(serverId, { status: 'stopped' });
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

  /**
   * The machine slept: connections may be dead without a sign, and what was out of reach may be back. Found out by the
   * clock as well; told again within a moment, it looks once.
   */
  woke(): void {
    this.#waking ??= setTimeout(() => {
      this.#waking = undefined;
      for (const { session, reconnect } of this.#slots.values()) {
        session?.check();
        reconnect?.soon();
      }
    }, WAKE_MS).unref();
  }

  /** Ends everything, for good. */
  async closeAll(): Promise<void> {
    this.#over = true;
    this.#stopWatching?.();
    clearTimeout(this.#waking);
    await Promise.all([...this.#slots.keys()].map((serverId) => this.disconnect(serverId)));
  }

  /** Tells every legacy session, or that of one server, that the roots changed. */
  rootsChanged(serverId?: string): void {
    for (const session of this.all()) {
      if (serverId === undefined || session.serverId === serverId) session.rootsChanged();
    }
  }

  /** Loaded, like the SDK it needs, when a server is connected. */
  async #signInOf(config: ServerConfig): Promise<SignIn | undefined> {
    const { signIn: port, tokens: store = new MemoryTokenStore(), env } = this.#deps;
    if (!port) return undefined;
    this.#signIns ??= import('./auth/sign-ins.ts').then(({ SignIns }) => new SignIns({ port, store, env }));
    return (await this.#signIns).of(config);
  }

  async #open(slot: Slot, config: ServerConfig, stop: AbortController, attended: boolean): Promise<Session> {
    const { serverId } = slot;
    await slot.closing;
    const binding = bindingOfServer(config);
    if (slot.quiet) this.#unreachable(serverId, 'trying again now.');
    else this.#deps.onStatus(serverId, { status: 'connecting' });
    let opened: Session | undefined;
    let endedEarly: string | undefined;
    try {
      opened = await this.#opener.open(config, {
        priorEra: this.#eras.get(binding),
        signIn: await this.#signInOf(config),
        attended,
        signal: stop.signal,
        onClosed: (detail) => {
          if (slot.session && slot.session === opened) this.#lost(slot, slot.session, detail);
          else endedEarly = detail;
        },
      });
    } catch (error) {
      this.#failed(slot, error, stop);
      throw error;
    }
    delete slot.opening;
    delete slot.quiet;
    if (stop.signal.aborted || endedEarly !== undefined) {
      await opened.close();
      const error = endedEarly === undefined ? gaveUp() : new SessionError('connect-failed', endedEarly);
      this.#failed(slot, error, stop);
      throw error;
    }
    slot.session = opened;
    slot.opened = { binding, at: Date.now() };
    if (config.target.type !== 'stdio') this.#stopWatching ??= watchWake(() => this.woke());
    if (config.settings.era === 'auto' && config.target.type !== 'sse') this.#eras.set(binding, opened.era);
    this.#deps.onStatus(serverId, { status: 'connected', session: opened });
    return opened;
  }

  #failed(slot: Slot, error: unknown, stop: AbortController): void {
    delete slot.opening;
    delete slot.quiet;
    const { serverId } = slot;
    if (stop.signal.aborted) {
      this.#deps.onStatus(serverId, { status: 'stopped' });
      return;
    }
    const known = error instanceof SessionError;
    const status = known && error.code === 'needs-sign-in' ? 'needs-sign-in' : 'failed';
    const statusDetail = known ? error.message : 'The server could not be connected. Its log may say why.';
    this.#log(serverId, 'host', statusDetail);
    if (known && error.passing && this.#again(slot, statusDetail, error.passing.afterMs)) return;
    const tries = slot.reconnect?.tries ?? 0;
    delete slot.reconnect;
    const given = known && error.passing && tries > 0 ? ' It is not tried again by itself any more.' : '';
    this.#deps.onStatus(serverId, { status, statusDetail: `${statusDetail}${given}` });
  }

  #lost(slot: Slot, session: Session, detail: string): void {
    delete slot.session;
    slot.closing = session.close();
    this.#log(slot.serverId, 'host', detail);
    const config = this.#deps.config(slot.serverId);
    const reason: unknown = session.closed.reason;
    const known = reason instanceof SessionError ? reason : undefined;
    const forgotten = known?.cause instanceof SessionForgotten;
    const overNetwork = config !== undefined && config.target.type !== 'stdio';
    if (overNetwork) slot.reconnect ??= this.#reconnectOf(slot);
    if (slot.opened && Date.now() - slot.opened.at > GOOD_MS) slot.reconnect?.forgive();
    // The server is there and only forgot us: a new handshake is what the specification asks for. Once; a server that
    // forgets each session as soon as it is opened would be asked without end.
    const atOnce = forgotten && (slot.reconnect?.tries ?? 0) === 0;
    if (!atOnce && this.#again(slot, detail, known?.passing?.afterMs)) return;
    this.#deps.onStatus(slot.serverId, { status: 'failed', statusDetail: detail });
    slot.reconnect?.count();
    if (atOnce) this.#connect(slot.serverId, false).catch(() => undefined);
  }

  #reconnectOf(slot: Slot): Reconnect {
    const { serverId } = slot;
    return new Reconnect({
      onWait: (leftMs) => {
        const seconds = Math.max(1, Math.round(leftMs / 1000));
        this.#unreachable(serverId, `trying again in ${seconds} s.`);
      },
      attempt: () => {
        const config = this.#deps.config(serverId);
        if (!config || bindingOfServer(config) !== slot.opened?.binding) {
          delete slot.reconnect;
          this.#deps.onStatus(serverId, { status: 'stopped' });
          return;
        }
        slot.quiet = true;
        this.#connect(serverId, false).catch(() => undefined);
      },
    });
  }

  /** Tries again later, where that is wanted; `why` stands in the status meanwhile. */
  #again(slot: Slot, why: string, afterMs: number | undefined): boolean {
    if (!slot.reconnect || this.#over) return false;
    slot.why = why;
    return slot.reconnect.again(afterMs);
  }

  #unreachable(serverId: string, what: string): void {
    const why = this.#slot(serverId).why ?? '';
    const statusDetail = `Cannot be reached; ${what} ${why}`.trim();
    this.#deps.onStatus(serverId, { status: 'failed', statusDetail, retrying: true });
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
