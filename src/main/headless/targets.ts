import { readFileSync } from 'node:fs';
import path from 'node:path';
import { SentenceError } from '../../shared/model/sentence-error.ts';
import { DEFAULT_SERVER_SETTINGS, type ServerConfig, type Target } from '../../shared/model/server.ts';
import { parseCommand } from '../host/servers/command-words.ts';
import { parseServersText } from '../host/servers/parse-servers.ts';
import { type Options, UsageError } from './args.ts';

/** The server a command line names. Throws UsageError. */
export function serverOf(options: Options): ServerConfig {
  const { target, era } = options;
  if (target.type === 'config') {
    const found = fromConfig(target.name, target.file);
    return era === 'auto' ? found : { ...found, settings: { ...found.settings, era } };
  }
  const settings = { ...DEFAULT_SERVER_SETTINGS, era };
  if (target.type === 'url') {
    const { url, headers, transport } = target;
    const parsed = URL.canParse(url) ? new URL(url) : undefined;
    // A variable is filled in, and the whole judged, when it is connected.
    const later = url.includes('${');
    if (parsed ? !/^https?:$/.test(parsed.protocol) : !later) {
      throw new UsageError('--url takes an http or https address.');
    }
    const where: Target = { type: transport, url, ...(Object.keys(headers).length > 0 ? { headers } : {}) };
    return { id: parsed?.host ?? url, target: where, settings };
  }
  try {
    const { command, args } = parseCommand(target.commandLine);
    const { env, cwd } = target;
    return {
      id: path.basename(command),
      target: {
        type: 'stdio',
        command,
        args,
        ...(Object.keys(env).length > 0 ? { env } : {}),
        // Where the person stands, so that relative paths in the command mean what they see.
        cwd: path.resolve(cwd ?? '.'),
      },
      settings,
    };
  } catch (error) {
    if (error instanceof SentenceError) throw new UsageError(error.message);
    throw error;
  }
}

/** What the person calls the server: its name in the configuration, or the program and the whole command, or the URL. */
export function namesOf({ target }: Options, server: ServerConfig): readonly string[] {
  if (target.type === 'config') return [target.name];
  return [server.id, target.type === 'stdio' ? target.commandLine : target.url];
}

function fromConfig(name: string, file: string): ServerConfig {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    throw new UsageError(`The configuration ${file} cannot be read.`);
  }
  const { servers, problems } = parseServersText(text);
  const found = servers.find((server) => server.id === name);
  if (found) return { ...found, target: whereItStarts(found.target, file) };
  const why =
    problems.find((problem) => problem.includes(`"${name}"`)) ??
    (servers.length > 0 ? `It has ${servers.map((s) => `"${s.id}"`).join(', ')}.` : problems[0]) ??
    'It has no servers.';
  throw new UsageError(`There is no server "${name}" in ${file}. ${why}`);
}

/** Without a folder of its own a server starts where the person stands; one that is relative is so to the file. */
function whereItStarts(target: Target, file: string): Target {
  if (target.type !== 'stdio') return target;
  const { cwd } = target;
  if (cwd === undefined) return { ...target, cwd: path.resolve('.') };
  if (path.isAbsolute(cwd) || /^[~$%]/.test(cwd)) return target;
  return { ...target, cwd: path.resolve(path.dirname(file), cwd) };
}
