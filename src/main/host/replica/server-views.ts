import type { ListKind, ServerConfig, ServerStatus, ServerView } from '../../../shared/model/server.ts';
import { bindingOfServer, toView } from '../servers/binding.ts';
import type { Session } from '../sessions/types.ts';
import type { Replica } from './replica.ts';

/** What a session tells about a server besides its configuration. */
interface Live {
  status: ServerStatus;
  statusDetail: string | undefined;
  retrying: boolean;
  session: Session | undefined;
  listRevision: number;
  strayRequests: number;
  garbageLines: number;
  logLines: number;
}

/** Keeps the `servers` collection of the replica: the configuration, and what lives of it. */
export class ServerViews {
  readonly #replica: Replica;
  readonly #config: (id: string) => ServerConfig | undefined;
  readonly #live = new Map<string, Live>();

  constructor(replica: Replica, config: (id: string) => ServerConfig | undefined) {
    this.#replica = replica;
    this.#config = config;
  }

  /** Takes the list as it is now: new and changed servers are set, others removed. */
  sync(configs: readonly ServerConfig[]): void {
    const ids = new Set(configs.map((config) => config.id));
    for (const view of this.#replica.all('servers')) {
      if (ids.has(view.id)) continue;
      this.#replica.delete('servers', view.id);
      this.#live.delete(view.id);
    }
    for (const config of configs) this.refresh(config.id);
  }

  refresh(id: string): void {
    const config = this.#config(id);
    if (config) this.#replica.set('servers', id, viewOf(config, this.#of(id)));
  }

  setStatus(
    id: string,
    status: ServerStatus,
    detail: string | undefined,
    session: Session | undefined,
    retrying = false,
  ): void {
    Object.assign(this.#of(id), { status, statusDetail: detail, session, retrying });
    this.refresh(id);
  }

  listChanged(id: string, _kind: ListKind): void {
    this.#of(id).listRevision += 1;
    this.refresh(id);
  }

  count(id: string, what: 'strayRequests' | 'garbageLines' | 'logLines'): void {
    this.#of(id)[what] += 1;
    this.refresh(id);
  }

  #of(id: string): Live {
    let live = this.#live.get(id);
    if (!live) {
      live = {
        status: 'stopped',
        statusDetail: undefined,
        retrying: false,
        session: undefined,
        listRevision: 0,
        strayRequests: 0,
        garbageLines: 0,
        logLines: 0,
      };
      this.#live.set(id, live);
    }
    return live;
  }
}

function viewOf(config: ServerConfig, live: Live): ServerView {
  const { session, statusDetail, retrying, ...counts } = live;
  const view: ServerView = {
    id: config.id,
    name: config.id,
    bundled: config.bundled ?? false,
    target: toView(config.target),
    settings: config.settings,
    binding: bindingOfServer(config),
    ...counts,
  };
  if (statusDetail !== undefined) view.statusDetail = statusDetail;
  if (retrying) view.retrying = true;
  if (!session) return view;
  const { name, title, version } = session.serverInfo;
  view.era = session.era;
  view.protocolVersion = session.protocolVersion;
  view.serverCapabilities = session.serverCapabilities;
  view.clientCapabilities = session.clientCapabilities;
  const own = title ?? name;
  if (own !== undefined) view.title = own;
  if (version !== undefined) view.version = version;
  return view;
}
