import { isObject, type JsonObject } from '../../../shared/json.ts';
import { readJson } from '../../../shared/json-text.ts';
import type { ServerConfig } from '../../../shared/model/server.ts';
import { readEntry } from './entry.ts';

export interface ParsedServers {
  readonly servers: readonly ServerConfig[];
  /** One sentence for each entry that is left out or partly used, or for the whole. */
  readonly problems: readonly string[];
}

/** Where a configuration keeps its servers; the empty path is the whole object (the bare map). */
export interface Located {
  readonly path: readonly string[];
  readonly map: JsonObject;
}

const PLACES = [['mcpServers'], ['servers'], ['context_servers'], ['mcp', 'servers'], ['mcp', 'mcpServers']];

/**
 * Finds the servers in the configurations of the field: `mcpServers`, `servers`, `context_servers`, the settings
 * of editors (`mcp.servers`), or the bare map of names. Undefined when there are none.
 */
export function locateServers(json: unknown): Located | undefined {
  if (!isObject(json)) return undefined;
  for (const path of PLACES) {
    let here: unknown = json;
    for (const key of path) here = isObject(here) && Object.hasOwn(here, key) ? here[key] : undefined;
    if (isObject(here) && !looksLikeServer(here)) return { path, map: here };
  }
  const map = Object.fromEntries(Object.entries(json).filter(([, value]) => isObject(value)));
  return Object.values(map).some(looksLikeServer) ? { path: [], map } : undefined;
}

/** Reads the servers of a configuration; one bad entry costs that entry. */
export function parseServers(json: unknown): ParsedServers {
  if (!isObject(json)) return { servers: [], problems: ['The configuration is not a JSON object.'] };
  if (looksLikeServer(json)) {
    return {
      servers: [],
      problems: [
        'The configuration is a single server without a name; write {"mcpServers": {"its name": {…}}}.',
      ],
    };
  }
  const located = locateServers(json);
  if (!located) {
    const empty = Object.keys(json).length === 0;
    return {
      servers: [],
      problems: empty ? [] : ['The configuration has no servers; put them under "mcpServers".'],
    };
  }
  return readMap(located.map);
}

/** The same from the text of a file, with or without a byte-order mark; says where the text is wrong. */
export function parseServersText(text: string): ParsedServers {
  const reading = readJson(text);
  if (!reading.ok)
    return { servers: [], problems: [`The configuration is not valid JSON at ${reading.where}.`] };
  return parseServers(reading.value);
}

function readMap(map: JsonObject): ParsedServers {
  const servers: ServerConfig[] = [];
  const problems: string[] = [];
  for (const [name, raw] of Object.entries(map)) {
    const reading = readEntry(name, raw);
    if (reading.ok) {
      servers.push(reading.config);
      problems.push(...reading.problems);
    } else problems.push(reading.problem);
  }
  return { servers, problems };
}

/** Has it what a server's entry has? */
export function looksLikeServer(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { command } = value;
  if (typeof command === 'string' || (isObject(command) && typeof command.path === 'string')) return true;
  return [value.url, value.serverUrl, value.httpUrl].some((url) => typeof url === 'string');
}
