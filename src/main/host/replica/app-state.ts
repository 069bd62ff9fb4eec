import { throttle } from '../calls/throttle.ts';
import type { Journal } from '../journal/types.ts';
import type { HostPorts } from '../ports.ts';
import type { SamplingRoom } from '../sampling/types.ts';
import type { OfferedCapabilities } from '../sessions/types.ts';
import type { Settings } from '../settings.ts';
import type { Replica } from './replica.ts';

export interface AppStateDeps {
  readonly replica: Replica;
  readonly journal: Journal;
  readonly settings: Settings;
  readonly sampling: SamplingRoom;
  readonly ports: HostPorts;
}

/** The `app` entry of the replica: settings, providers, counts; and what can be answered here at all. */
export class AppState {
  problems: () => string[] = () => [];
  /** Other entries of the replica that change with every answer. */
  alsoRefresh: () => void = () => {};
  readonly #deps: AppStateDeps;
  readonly #soon = throttle<void>(300, () => this.refresh());
  #closed = false;

  constructor(deps: AppStateDeps) {
    this.#deps = deps;
  }

  refreshSoon(): void {
    if (!this.#closed) this.#soon.push();
  }

  refresh(): void {
    if (this.#closed) return;
    const { replica, journal, settings, sampling, ports } = this.#deps;
    replica.set('app', 'app', {
      version: ports.version,
      dataDir: ports.dataDir,
      settings: settings.value,
      providers: sampling.providers.map((p) => ({ id: p.id, label: p.label, ...p.status() })),
      models: sampling.models(),
      connections: ports.providers ? [] : sampling.connections.views(),
      keychain: sampling.connections.keychain(),
      firstRun: !journal.hasCalls(),
      problems: this.problems(),
      today: journal.today(),
    });
    this.alsoRefresh();
  }

  /**
   * Nothing is offered that can hang: tools in sampling only where the model that answers a server which wishes for none
   * can use them. `allowed`: the models that server may be answered with.
   */
  offers(allowed: readonly string[] = []): OfferedCapabilities {
    const { ports, sampling, settings } = this.#deps;
    const {
      sampling: on = true,
      samplingTools = true,
      elicitation = true,
      elicitationUrl = true,
      roots = true,
    } = ports.offers ?? {};
    return {
      sampling: on,
      samplingTools: on && samplingTools && sampling.offersTools(settings.value.defaultModel, allowed),
      elicitation,
      elicitationUrl,
      roots,
    };
  }

  close(): void {
    this.#closed = true;
  }
}
