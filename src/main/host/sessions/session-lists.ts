import { type HeaderDeclaration, readHeaderDeclarations } from '../../../shared/header-declarations.ts';
import type { Era, ListKind, ServerList } from '../../../shared/model/server.ts';
import { readComplete } from './leg.ts';
import { ListCache } from './list-cache.ts';
import { ListChanges } from './list-changes.ts';
import { readList } from './lists.ts';
import { paramHeaders } from './param-headers.ts';
import type { LegMethod } from './types.ts';

/** The session whose lists they are. */
export interface ListedSession {
  readonly era: Era;
  readonly transport: 'stdio' | 'http' | 'sse';
  readonly serverCapabilities: Record<string, unknown>;
  /** Sends one request for a page. */
  readonly request: (
    method: string,
    params: Record<string, unknown>,
    signal: AbortSignal | undefined,
  ) => Promise<Record<string, unknown>>;
  /** Who is signed in: a kept list is theirs alone. */
  readonly owner: () => unknown;
  /** A list has changed, or has run out. */
  readonly onChanged: (kind: ListKind) => void;
}

const LISTS_OF: Readonly<Record<LegMethod, ListKind>> = {
  'tools/call': 'tools',
  'prompts/get': 'prompts',
  'resources/read': 'resources',
};

/** A map, since the method is the server's text. */
const LIST_CHANGED: ReadonlyMap<string, readonly ListKind[]> = new Map([
  ['notifications/tools/list_changed', ['tools']],
  ['notifications/prompts/list_changed', ['prompts']],
  ['notifications/resources/list_changed', ['resources', 'templates']],
]);

/** What one session knows of its server's lists: read, kept as long as they hold, dropped when they change. */
export class SessionLists {
  readonly #session: ListedSession;
  readonly #cache: ListCache;
  readonly #changes: ListChanges;
  /** Tools that want arguments as headers. */
  readonly #headers = new Map<string, readonly HeaderDeclaration[]>();

  constructor(session: ListedSession) {
    this.#session = session;
    this.#cache = new ListCache(session.onChanged);
    this.#changes = new ListChanges(session.onChanged);
  }

  /** The whole list, kept or read anew. Rejects as the requests for its pages do. */
  async list(kind: ListKind, signal: AbortSignal | undefined): Promise<ServerList> {
    const { era, serverCapabilities, request } = this.#session;
    const owner = this.#session.owner();
    const kept = era === 'modern' ? this.#cache.get(kind, owner) : undefined;
    if (kept) return kept;
    const reading = this.#cache.read(kind, owner);
    const all = await readList(kind, serverCapabilities, async (method, params) => {
      const result = readComplete(await request(method, params, signal));
      reading.page(result);
      return result;
    });
    this.#changes.read(all);
    const list = kind === 'tools' && this.#usesParamHeaders ? this.#learnHeaders(all) : all;
    if (era === 'modern') reading.done(list);
    return list;
  }

  /** There is reason to believe that the list a call was chosen from is out of date. */
  doubt(method: LegMethod): void {
    this.#cache.drop(LISTS_OF[method]);
  }

  /** A notification, perhaps one of a changed list. */
  notified(method: string): void {
    for (const kind of LIST_CHANGED.get(method) ?? []) {
      this.#cache.drop(kind);
      this.#changes.changed(kind);
    }
  }

  /** The arguments of a tool call that go as headers as well (SEP-2243); undefined where its tool wants none. */
  headersFor(params: Record<string, unknown>): Record<string, string> | undefined {
    const declarations = this.#headers.get(params.name as string);
    return declarations && paramHeaders(declarations, params.arguments);
  }

  close(): void {
    this.#changes.close();
    this.#cache.close();
  }

  get #usesParamHeaders(): boolean {
    return this.#session.era === 'modern' && this.#session.transport === 'http';
  }

  /** A tool with a wrong declaration must not be used over HTTP (2026-07-28, Streamable HTTP, Schema Extension). */
  #learnHeaders(list: ServerList): ServerList {
    this.#headers.clear();
    const problems = [...list.problems];
    const items = list.items.filter(({ name, inputSchema }) => {
      const reading = readHeaderDeclarations(inputSchema);
      if (reading.ok) {
        if (reading.declarations.length > 0) this.#headers.set(name, reading.declarations);
        return true;
      }
      problems.push(`"${name.slice(0, 80)}" was left out: its x-mcp-header ${reading.why}.`);
      return false;
    });
    return { ...list, items, problems };
  }
}
