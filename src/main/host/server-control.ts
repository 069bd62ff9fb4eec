import { isDeepStrictEqual } from 'node:util';
import { SentenceError } from '../../shared/model/sentence-error.ts';
import type { ServerSettings, Target } from '../../shared/model/server.ts';
import type { InFlight } from './calls/in-flight.ts';
import type { Journal } from './journal/types.ts';
import type { HostPorts } from './ports.ts';
import type { RuleFile } from './reverse/rule-file.ts';
import { targetText } from './servers/binding.ts';
import { BUNDLED_NAME } from './servers/catalogue.ts';
import type { ServerCatalogue } from './servers/fixed-catalogue.ts';
import type { Trust } from './servers/trust.ts';
import type { Sessions } from './sessions/manager.ts';
import type { OfferedCapabilities, Session } from './sessions/types.ts';
import type { Workspaces } from './workspaces/types.ts';

export interface ServerControlDeps {
  readonly catalogue: ServerCatalogue;
  readonly trust: Trust;
  readonly sessions: Sessions;
  readonly workspaces: Workspaces;
  readonly rules: Pick<RuleFile, 'pause'>;
  readonly inFlight: InFlight;
  readonly journal: Journal;
  readonly bindingOf: (id: string) => string | undefined;
  /** What would be declared to that server now. */
  readonly offers: (id: string) => OfferedCapabilities;
  readonly openQuestions: (id: string) => number;
  readonly ports: HostPorts;
}

/** Where the bundled server will listen once it runs; only shown until then. */
const NOT_YET: Target = { type: 'http', url: 'http://127.0.0.1/mcp' };

/** Starting, stopping and changing servers, with the person's trust before anything is started (SEP-1024). */
export class ServerControl {
  onBindingChanged: (id: string) => void = () => {};
  readonly #deps: ServerControlDeps;
  /** Bindings as they were last seen, to notice a change made in the file. */
  readonly #bindings = new Map<string, string>();
  /** Told something else than what holds now, and busy. */
  readonly #outdated = new Set<string>();

  constructor(deps: ServerControlDeps) {
    this.#deps = deps;
  }

  listBundled(): void {
    if (this.#deps.ports.demoServer) this.#deps.catalogue.setBundled(NOT_YET);
    for (const { id, bundled } of this.#deps.catalogue.list()) {
      const binding = this.#deps.bindingOf(id) ?? '';
      this.#bindings.set(id, binding);
      // Changed while the app was closed.
      if (!bundled && this.#deps.trust.isOther(id, binding)) this.#deps.rules.pause(id);
    }
  }

  /** A live session for a call; starts the server when it may be started. */
  async ensure(id: string, signal: AbortSignal): Promise<Session> {
    if (!this.#deps.sessions.get(id)) await this.#prepare(id);
    return this.#deps.sessions.ensure(id, signal);
  }

  /** Begins to connect in the background; the status shows how it goes. */
  connect(id: string): 'started' | 'not-trusted' {
    const binding = this.#mustBind(id);
    if (!this.#deps.ports.servers && !this.#deps.trust.isTrusted(id, binding)) {
      this.#deps.sessions.connect(id).catch(() => {});
      return 'not-trusted';
    }
    this.#begin(id);
    return 'started';
  }

  /** Trusts exactly what was shown, then connects. */
  trust(id: string, binding: string): void {
    try {
      this.#giveTrust(id, binding);
    } finally {
      // Trust that could not be written holds for this run; the error says so and the server starts all the same.
      if (this.#deps.trust.isTrusted(id, binding)) this.#begin(id);
    }
  }

  /** The person's click on the first-run page is the consent for the bundled server. */
  trustBundled(): string {
    this.#giveTrust(BUNDLED_NAME, this.#mustBind(BUNDLED_NAME));
    return BUNDLED_NAME;
  }

  async disconnect(id: string): Promise<void> {
    await this.#deps.sessions.disconnect(id);
  }

  async update(
    id: string,
    target: Target | undefined,
    settings: Partial<ServerSettings> | undefined,
  ): Promise<void> {
    const config = this.#deps.catalogue.get(id);
    const before = config?.settings;
    this.#deps.catalogue.update(id, {
      ...(target && { target: config ? withKept(config.target, target) : target }),
      ...(settings && { settings }),
    });
    const after = this.#deps.catalogue.get(id)?.settings;
    const declared = (s: ServerSettings | undefined) => JSON.stringify([s?.era, s?.switches]);
    // What was declared to a server holds for its session, so a running one is connected again when it is idle.
    if (declared(before) === declared(after)) return this.renegotiate();
    if (!this.#deps.sessions.get(id) || this.#deps.inFlight.of(id).length > 0) return;
    await this.#deps.sessions.disconnect(id);
    this.#begin(id);
  }

  /**
   * What can be answered here has changed (another model, a key): servers that were told otherwise are connected again,
   * each as soon as no call of it runs and no question of it waits.
   */
  renegotiate(): void {
    for (const { serverId, offered } of this.#deps.sessions.all()) {
      this.#outdated.delete(serverId);
      if (isDeepStrictEqual(this.#deps.offers(serverId), offered)) continue;
      if (this.#deps.inFlight.of(serverId).length > 0 || this.#deps.openQuestions(serverId) > 0) {
        this.#outdated.add(serverId);
      } else this.#again(serverId);
    }
  }

  /** A call of that server has ended, or a question of it. */
  ended(): void {
    if (this.#outdated.size > 0) setImmediate(() => this.renegotiate());
  }

  #again(id: string): void {
    this.#deps.sessions.disconnect(id).then(
      () => this.#begin(id),
      () => {},
    );
  }

  async remove(id: string): Promise<void> {
    if (this.#deps.catalogue.get(id)?.bundled) {
      throw new SentenceError('bundled', 'The demo server belongs to Gatehouse and cannot be removed.');
    }
    this.onBindingChanged(id);
    await this.#deps.sessions.disconnect(id);
    this.#deps.catalogue.remove(id);
    this.#deps.trust.forget(id);
    this.#deps.workspaces.forgetServer(id);
    this.#deps.rules.pause(id);
  }

  /** Called for every change of the list, ours or an edit of the file: answers never go to another server. */
  changed(ids: readonly string[]): void {
    for (const id of ids) {
      const now = this.#deps.bindingOf(id) ?? '';
      if (this.#bindings.get(id) !== undefined && this.#bindings.get(id) !== now) {
        this.onBindingChanged(id);
        // What was granted was granted to what it was: the person ticks its folders again.
        this.#deps.workspaces.forgetServer(id);
        this.#deps.rules.pause(id);
        this.#deps.sessions.disconnect(id).catch(() => {});
      }
      this.#bindings.set(id, now);
    }
  }

  #begin(id: string): void {
    this.#prepare(id)
      .then(() => this.#deps.sessions.connect(id))
      .catch(() => {
        // The status carries the sentence.
      });
  }

  /** The bundled server gets its address when it is first needed. */
  async #prepare(id: string): Promise<void> {
    const { demoServer } = this.#deps.ports;
    if (!demoServer || !this.#deps.catalogue.get(id)?.bundled) return;
    this.#deps.catalogue.setBundled({ type: 'http', url: await demoServer() });
  }

  #giveTrust(id: string, binding: string): void {
    const config = this.#deps.catalogue.get(id);
    if (!config || this.#mustBind(id) !== binding) {
      throw new SentenceError('changed', 'The server was changed meanwhile. Look at its command again.');
    }
    this.#deps.trust.trust(id, binding);
    this.#deps.journal.write({
      type: 'trust',
      serverId: id,
      text: `You let ${id} start: ${config.bundled ? 'the bundled demo server' : targetText(config.target)}`,
    });
  }

  #mustBind(id: string): string {
    const binding = this.#deps.bindingOf(id);
    if (binding === undefined) throw new SentenceError('no-server', 'That server is no longer in the list.');
    return binding;
  }
}

/**
 * The window never sees values of environment variables and headers, so a target without them means "as they are".
 * An empty object means none.
 */
function withKept(old: Target, next: Target): Target {
  if (next.type === 'stdio') {
    return old.type === 'stdio' && next.env === undefined && old.env ? { ...next, env: old.env } : next;
  }
  return old.type !== 'stdio' && next.headers === undefined && old.headers
    ? { ...next, headers: old.headers }
    : next;
}
