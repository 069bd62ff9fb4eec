import { isDeepStrictEqual } from 'node:util';
import { isObject, type JsonObject } from '../../../shared/json.ts';
import {
  DEFAULT_SERVER_SETTINGS,
  type ServerConfig,
  ServerSettings,
  ServerSwitches,
  Target,
} from '../../../shared/model/server.ts';

export type EntryReading =
  | { readonly ok: true; readonly config: ServerConfig; readonly problems: readonly string[] }
  | { readonly ok: false; readonly problem: string };

/** The keys of an entry that say where the server is; all others are kept as they stand when we rewrite it. */
const TARGET_KEYS = [
  'command',
  'args',
  'env',
  'cwd',
  'url',
  'serverUrl',
  'httpUrl',
  'headers',
  'type',
  'transport',
];

/** A name people can read and objects can hold as a key: one line, visible, not one every object has (`__proto__`). */
export function nameProblem(name: string): string | undefined {
  if (name.trim() === '') return 'A server needs a name.';
  if (name in {}) return `"${name}" cannot be the name of a server; choose another.`;
  if (name.length > 512) return `The server name "${name.slice(0, 40)}…" is too long; shorten it.`;
  if (/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(name)) {
    return `The server name ${JSON.stringify(name)} has invisible characters; remove them.`;
  }
  return undefined;
}

/** Reads one entry of an `mcpServers` map in any of the field's usual spellings. */
export function readEntry(name: string, raw: unknown): EntryReading {
  const fail = (why: string): EntryReading => ({
    ok: false,
    problem: `Server "${name}" is left out: ${why}`,
  });
  const badName = nameProblem(name);
  if (badName) return { ok: false, problem: badName };
  if (!isObject(raw)) return fail('its entry is not an object.');
  const target = readTarget(raw);
  if (typeof target === 'string') return fail(target);
  const parsed = Target.safeParse(target);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    return fail(`its ${issue?.path.join('.') || 'entry'} is not right.`);
  }
  const problems: string[] = [];
  const settings = readSettings(raw.gatehouse, (field) =>
    problems.push(`The setting "${field}" of server "${name}" is not right, so the default is used.`),
  );
  return { ok: true, config: { id: name, target: parsed.data, settings }, problems };
}

/** Settings as kept under `gatehouse`: what is missing or wrong has its default. */
export function readSettings(raw: unknown, onWrong: (field: string) => void = () => {}): ServerSettings {
  if (!isObject(raw)) {
    if (raw !== undefined) onWrong('gatehouse');
    return DEFAULT_SERVER_SETTINGS;
  }
  const settings: Record<string, unknown> = { ...DEFAULT_SERVER_SETTINGS };
  for (const [field, schema] of Object.entries(ServerSettings.shape)) {
    if (field === 'switches' || field === 'models' || raw[field] === undefined) continue;
    const value = schema.safeParse(raw[field]);
    if (value.success) settings[field] = value.data;
    else onWrong(field);
  }
  if (raw.models !== undefined) {
    const models = ServerSettings.shape.models.safeParse(raw.models);
    // A list nobody can read lets no model be asked: nothing is sent by mistake, and the person can still write.
    settings.models = models.success ? models.data : ['manual/you'];
    if (!models.success) onWrong('models');
  }
  const switches: Record<string, boolean> = { ...DEFAULT_SERVER_SETTINGS.switches };
  if (isObject(raw.switches)) {
    for (const field of Object.keys(ServerSwitches.shape)) {
      const value = raw.switches[field];
      if (typeof value === 'boolean') switches[field] = value;
      else if (value !== undefined) {
        // A switch nobody can read is off: nothing is offered by mistake.
        switches[field] = false;
        onWrong(`switches.${field}`);
      }
    }
  } else if (raw.switches !== undefined) onWrong('switches');
  return { ...(settings as ServerSettings), switches: switches as ServerSwitches };
}

/** Only what differs from the defaults; undefined when nothing does. */
export function settingsDiff(settings: ServerSettings): JsonObject | undefined {
  const diff: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(settings)) {
    if (field === 'switches') continue;
    if (!isDeepStrictEqual(value, DEFAULT_SERVER_SETTINGS[field as keyof ServerSettings]))
      diff[field] = value;
  }
  const switches = Object.entries(settings.switches).filter(
    ([name, on]) => on !== DEFAULT_SERVER_SETTINGS.switches[name as keyof ServerSwitches],
  );
  if (switches.length > 0) diff.switches = Object.fromEntries(switches);
  return Object.keys(diff).length > 0 ? diff : undefined;
}

/** The entry to write: the target in the usual spelling, our settings, and every key of `old` we do not know. */
export function writeEntry(
  old: JsonObject,
  config: { target?: Target; settings?: ServerSettings },
): JsonObject {
  let entry = { ...old };
  if (config.target) {
    entry = Object.fromEntries(Object.entries(entry).filter(([key]) => !TARGET_KEYS.includes(key)));
    entry = { ...targetEntry(config.target), ...entry };
  }
  if (config.settings) {
    const diff = settingsDiff(config.settings);
    const unknown = isObject(old.gatehouse)
      ? Object.fromEntries(Object.entries(old.gatehouse).filter(([key]) => !(key in ServerSettings.shape)))
      : {};
    const ours = { ...unknown, ...diff };
    const rest = Object.fromEntries(Object.entries(entry).filter(([key]) => key !== 'gatehouse'));
    entry = Object.keys(ours).length > 0 ? { ...rest, gatehouse: ours } : rest;
  }
  return entry;
}

function targetEntry(target: Target): JsonObject {
  if (target.type === 'stdio') {
    const { command, args, env, cwd } = target;
    return {
      command,
      args,
      ...(env && Object.keys(env).length > 0 && { env }),
      ...(cwd !== undefined && { cwd }),
    };
  }
  return {
    type: target.type,
    url: target.url,
    ...(target.headers && Object.keys(target.headers).length > 0 && { headers: target.headers }),
  };
}

/** A Target, or why there is none (the end of a sentence). */
function readTarget(raw: JsonObject): unknown {
  const type = typeof raw.type === 'string' ? raw.type : raw.transport;
  const url = raw.url ?? raw.serverUrl ?? raw.httpUrl;
  if (raw.command !== undefined && url !== undefined && url !== '') {
    return 'it has both a command and a url; keep one.';
  }
  if (raw.command !== undefined) {
    // Zed's older form nests the command.
    const source = isObject(raw.command) ? { ...raw.command, command: raw.command.path } : raw;
    if (typeof source.command !== 'string' || source.command.trim() === '') return 'its command is not text.';
    const args = source.args ?? [];
    if (!Array.isArray(args)) return 'its args are not a list; write ["one", "two"].';
    const env = strings(source.env);
    if (typeof env === 'string') return `its env value "${env}" is not text.`;
    if (source.cwd !== undefined && source.cwd !== null && typeof source.cwd !== 'string')
      return 'its cwd is not text.';
    return {
      type: 'stdio',
      command: source.command,
      args: args.map((arg: unknown) =>
        typeof arg === 'number' || typeof arg === 'boolean' ? String(arg) : arg,
      ),
      ...(env && { env }),
      ...(typeof source.cwd === 'string' && source.cwd !== '' && { cwd: source.cwd }),
    };
  }
  if (typeof url !== 'string' || url === '') return 'it has neither a command nor a url.';
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) return 'its url is not an http or https address.';
  const headers = strings(raw.headers);
  if (typeof headers === 'string') return `its header "${headers}" is not text.`;
  return {
    type: typeof type === 'string' && type.toLowerCase() === 'sse' ? 'sse' : 'http',
    url,
    ...(headers && { headers }),
  };
}

/** Text values as they are, numbers and booleans as text, null left out; the name of the first other one. */
function strings(raw: unknown): Record<string, string> | string | undefined {
  if (raw === undefined || raw === null) return undefined;
  if (!isObject(raw)) return '';
  const entries: [string, string][] = [];
  for (const [key, value] of Object.entries(raw)) {
    if (value === null) continue;
    if (!['string', 'number', 'boolean'].includes(typeof value)) return key;
    entries.push([key, String(value)]);
  }
  // An empty map is the same as none.
  return entries.length > 0 ? Object.fromEntries(entries) : undefined;
}
