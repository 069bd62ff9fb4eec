import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { isObject, type JsonObject } from '../../../shared/json.ts';
import { SentenceError } from '../../../shared/model/sentence-error.ts';
import { type ServerConfig, type ServerSettings, Target } from '../../../shared/model/server.ts';
import { JsonFile } from '../files/json-file.ts';
import { onFileChange } from '../files/watch-file.ts';
import { nameProblem, readSettings, settingsDiff, writeEntry } from './entry.ts';
import { type Located, locateServers, looksLikeServer, parseServers } from './parse-servers.ts';

/** The name of the server that ships with the app. */
export const BUNDLED_NAME = 'Demo server';

const ServersFile: z.ZodType<JsonObject> = z.custom<JsonObject>(isObject);

export interface CatalogueOptions {
  /** How often edits from outside are looked for, in milliseconds; 0 for never. */
  readonly watchEveryMs?: number;
}

/**
 * The configured servers: `<dataDir>/servers.json` in the field's usual form, plus the bundled one. Our settings of
 * a server stand under its key `gatehouse`; keys we do not know survive a rewrite. Changes throw a SentenceError
 * when the file cannot be understood or written.
 */
export class Catalogue {
  readonly #file: JsonFile<JsonObject>;
  readonly #listeners = new Set<(ids: string[]) => void>();
  readonly #stopWatching: () => void;
  #bundled: Target | undefined;
  #servers = new Map<string, ServerConfig>();
  #problems: string[] = [];

  constructor(dataDir: string, options: CatalogueOptions = {}) {
    this.#file = new JsonFile(path.join(dataDir, 'servers.json'), ServersFile, () => ({}));
    const every = options.watchEveryMs ?? 1000;
    this.#stopWatching = every > 0 ? onFileChange(this.#file.file, () => this.#reload(), every) : () => {};
    this.#read();
  }

  /** In the order of the file, the bundled server first. */
  list(): ServerConfig[] {
    return [...this.#servers.values()];
  }

  get(id: string): ServerConfig | undefined {
    return this.#servers.get(id);
  }

  /** One sentence for each thing in the file that is not used, for the start-up notes. */
  problems(): string[] {
    return [...this.#problems];
  }

  add(id: string, target: Target, settings: Partial<ServerSettings> = {}): ServerConfig {
    const wrong = nameProblem(id);
    if (wrong) throw new SentenceError('bad-name', wrong);
    if (this.#servers.has(id) || (id === BUNDLED_NAME && this.#bundled)) {
      throw new SentenceError('name-taken', `There is already a server called "${id}"; choose another name.`);
    }
    this.#edit((servers) => {
      if (servers.has(id)) {
        throw new SentenceError(
          'name-taken',
          `${this.#file.file} already has an entry "${id}" that could not be used; mend it or choose another name.`,
        );
      }
      servers.set(
        id,
        writeEntry({}, { target: checked(target), settings: { ...readSettings({}), ...settings } }),
      );
    });
    return this.#existing(id);
  }

  update(id: string, change: { target?: Target; settings?: Partial<ServerSettings> }): ServerConfig {
    const old = this.#existing(id);
    const settings = change.settings && { ...old.settings, ...change.settings };
    if (old.bundled) {
      if (change.target) {
        throw new SentenceError('bundled', `${id} ships with Gatehouse; only its settings can be changed.`);
      }
      this.#editBundled(settings ?? old.settings);
      return this.#existing(id);
    }
    this.#edit((servers) => {
      const raw = servers.get(id);
      const target = change.target && checked(change.target);
      servers.set(
        id,
        writeEntry(isObject(raw) ? raw : {}, { ...(target && { target }), ...(settings && { settings }) }),
      );
    });
    return this.#existing(id);
  }

  remove(id: string): void {
    if (this.#existing(id).bundled) {
      throw new SentenceError(
        'bundled',
        `${id} ships with Gatehouse and cannot be removed; it does nothing until you start it.`,
      );
    }
    this.#edit((servers) => servers.delete(id));
  }

  /** Where the bundled server listens; it is never written to the file. Undefined: there is none. */
  setBundled(target: Target | undefined): void {
    this.#bundled = target;
    this.#read();
  }

  /** Ids of servers that were added, changed or removed, by us or by an edit of the file. */
  onChange(listener: (ids: string[]) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  close(): void {
    this.#stopWatching();
    this.#listeners.clear();
  }

  #existing(id: string): ServerConfig {
    const config = this.#servers.get(id);
    if (!config) throw new SentenceError('no-server', `There is no server called "${id}" any more.`);
    return config;
  }

  #reload(): void {
    if (this.#file.reload()) this.#read();
  }

  #edit(change: (servers: Map<string, unknown>) => void): void {
    this.#file.change((json) => {
      const located: Located = locateServers(json) ?? { path: ['mcpServers'], map: {} };
      // Something stands where the servers belong, and it is not ours to replace.
      const inTheWay = located.path[0] === 'mcpServers' && (json.mcpServers ?? located.map) !== located.map;
      if (inTheWay || looksLikeServer(json)) {
        throw new SentenceError(
          'file-unreadable',
          `${this.#file.file} has no "mcpServers" object, so Gatehouse does not change it; mend it or move it away.`,
        );
      }
      const servers = new Map(Object.entries(located.map));
      change(servers);
      // fromEntries defines own keys, so that a hostile name stays a name.
      const map = Object.fromEntries(servers);
      if (located.path.length > 0) return put(json, located.path, map);
      const others = Object.entries(json).filter(([key]) => !Object.hasOwn(located.map, key));
      return Object.fromEntries([...Object.entries(map), ...others]);
    });
    this.#read();
  }

  #editBundled(settings: ServerSettings): void {
    this.#file.change((json) => {
      const ours = isObject(json.gatehouse) ? json.gatehouse : {};
      const { bundled: _old, ...rest } = ours;
      const diff = settingsDiff(settings);
      const next = diff ? { ...rest, bundled: diff } : rest;
      const { gatehouse: _ours, ...others } = json;
      return Object.keys(next).length > 0 ? { ...others, gatehouse: next } : others;
    });
    this.#read();
  }

  #read(): void {
    const { value, problem } = this.#file;
    const { gatehouse, ...servers } = value;
    const parsed = parseServers(servers);
    const next = new Map<string, ServerConfig>();
    const problems = [...(problem ? [problem] : []), ...parsed.problems];
    if (this.#bundled) {
      const settings = readSettings(isObject(gatehouse) ? gatehouse.bundled : undefined);
      next.set(BUNDLED_NAME, { id: BUNDLED_NAME, target: this.#bundled, settings, bundled: true });
    }
    for (const config of parsed.servers) {
      if (next.has(config.id)) {
        problems.push(
          `The name "${config.id}" belongs to the server that ships with Gatehouse; rename your entry.`,
        );
      } else next.set(config.id, config);
    }
    const old = this.#servers;
    this.#servers = next;
    const changedProblems = !isDeepStrictEqual(problems, this.#problems);
    this.#problems = problems;
    const ids = [...new Set([...old.keys(), ...next.keys()])].filter(
      (id) => !isDeepStrictEqual(old.get(id), next.get(id)),
    );
    if (ids.length > 0 || changedProblems) for (const listener of this.#listeners) listener(ids);
  }
}

function put(json: JsonObject, keys: readonly string[], value: unknown): JsonObject {
  const [first, ...rest] = keys as [string, ...string[]];
  const inner = isObject(json[first]) ? json[first] : {};
  return { ...json, [first]: rest.length > 0 ? put(inner, rest, value) : value };
}

function checked(target: Target): Target {
  const parsed = Target.safeParse(target);
  if (!parsed.success) {
    throw new SentenceError(
      'bad-target',
      'The command or address of the server is not complete; check each field.',
    );
  }
  if (
    parsed.data.type !== 'stdio' &&
    !(/^https?:\/\//i.test(parsed.data.url) && URL.canParse(parsed.data.url))
  ) {
    throw new SentenceError(
      'bad-target',
      'The address of a server begins with http:// or https://; check it.',
    );
  }
  return parsed.data;
}
