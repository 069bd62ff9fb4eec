import { parseArgs } from 'node:util';
import { isObject } from '../../shared/json.ts';
import type { EraSetting } from '../../shared/model/server.ts';

/** Bad usage or an unreadable file: exit 2, one plain sentence. */
export class UsageError extends Error {}

export type Without = 'sampling' | 'sampling.tools' | 'elicitation' | 'elicitation.url' | 'roots';
const WITHOUT: readonly string[] = ['sampling', 'sampling.tools', 'elicitation', 'elicitation.url', 'roots'];

export type TargetArgs =
  | {
      readonly type: 'stdio';
      readonly commandLine: string;
      readonly env: Record<string, string>;
      readonly cwd?: string;
    }
  | {
      readonly type: 'url';
      readonly url: string;
      readonly headers: Record<string, string>;
      readonly transport: 'http' | 'sse';
    }
  | { readonly type: 'config'; readonly name: string; readonly file: string };

export type Command =
  | { readonly verb: 'call'; readonly tool: string; readonly args: Record<string, unknown> }
  | { readonly verb: 'get'; readonly prompt: string; readonly args: Record<string, unknown> }
  | { readonly verb: 'get'; readonly resource: string }
  | { readonly verb: 'list'; readonly kind: 'tools' | 'prompts' | 'resources' | 'templates' }
  | { readonly verb: 'probe' };

/** A command line, read and checked. */
export interface Options {
  readonly command: Command;
  readonly target: TargetArgs;
  readonly answers?: string;
  readonly timeoutMs?: number;
  readonly era: EraSetting;
  readonly without: readonly Without[];
  readonly strict: boolean;
  readonly journal?: string;
}

export const USAGE = `Usage: node out/main/headless.js COMMAND TARGET [options]

  call  TARGET --tool NAME [--args JSON] [--answers FILE] [--timeout-ms N]
  get   TARGET --prompt NAME [--args JSON] | --resource URI   [--answers FILE]
  list  TARGET tools|prompts|resources|templates
  probe TARGET

TARGET   --stdio "command with 'shell words'" [--env K=V ...] [--cwd DIR]
         --url URL [--header K:V ...] [--transport http|sse]
         --server NAME --config FILE
options  --era auto|legacy|modern   --without sampling|sampling.tools|elicitation|elicitation.url|roots ...
         --strict   --journal FILE

Events go to stdout, one JSON object a line. Exit: 0 done, 1 the tool or server reported an error, 2 usage or files,
3 could not connect, 4 a question was unmatched or refused and the call failed, 130 interrupted.
`;

/** Flags that take several words: `--env A=1 B=2`. What does not look like one of theirs is left alone. */
const MANY: Record<string, RegExp> = {
  '--env': /^[A-Za-z_][A-Za-z0-9_]*=/,
  '--header': /^[A-Za-z0-9!#$%&'*+.^_`|~-]+:/,
  '--without': new RegExp(`^(${WITHOUT.join('|').replaceAll('.', '\\.')})$`),
};

function repeatFlags(argv: readonly string[]): string[] {
  const out: string[] = [];
  let many: string | undefined;
  for (const [i, word] of argv.entries()) {
    if (word.startsWith('--')) many = undefined;
    else if (many && MANY[many]?.test(word)) {
      if (argv[i - 1] !== many) out.push(many);
    }
    if (Object.hasOwn(MANY, word)) many = word;
    out.push(word);
  }
  return out;
}

/** Reads the command line. Throws UsageError. */
export function readArgs(argv: readonly string[]): Options {
  let parsed: ReturnType<typeof parse>;
  try {
    parsed = parse(repeatFlags(argv));
  } catch (error) {
    throw new UsageError(sentence(error));
  }
  const { values, positionals } = parsed;
  const [verb, ...rest] = positionals;
  const command = commandOf(verb, rest, values);
  const target = targetOf(values);
  refuseStrangers(values, command, target);
  const options: Options = {
    command,
    target,
    era: oneOf('--era', values.era ?? 'auto', ['auto', 'legacy', 'modern'] as const),
    without: (values.without ?? [])
      .flatMap((w) => w.split(','))
      .map((w) => oneOf('--without', w, WITHOUT as Without[])),
    strict: values.strict ?? false,
    ...(values.answers === undefined ? {} : { answers: values.answers }),
    ...(values.journal === undefined ? {} : { journal: values.journal }),
    ...(values['timeout-ms'] === undefined ? {} : { timeoutMs: milliseconds(values['timeout-ms']) }),
  };
  return options;
}

/** The first sentence of what Node says about a command line; the rest is about its own syntax. */
function sentence(error: unknown): string {
  const first = error instanceof Error ? error.message.split(/\.\s|\n/)[0]?.trim() : undefined;
  return first ? `${first.replace(/\.$/, '')}.` : 'The command line cannot be read.';
}

/** A flag that would do nothing is a mistake of the person, and better said than ignored. */
function refuseStrangers(values: Values, command: Command, target: TargetArgs): void {
  const of = (flag: keyof Values, belongs: string, fits: boolean) => {
    if (values[flag] !== undefined && !fits) throw new UsageError(`--${flag} belongs to ${belongs}.`);
  };
  of('tool', 'call', command.verb === 'call');
  of('prompt', 'get', command.verb === 'get');
  of('resource', 'get', command.verb === 'get');
  of('args', 'call and get --prompt', 'args' in command);
  of('env', '--stdio', target.type === 'stdio');
  of('cwd', '--stdio', target.type === 'stdio');
  of('header', '--url', target.type === 'url');
  of('transport', '--url', target.type === 'url');
  of('config', '--server', target.type === 'config');
}

const parse = (args: string[]) =>
  parseArgs({
    args,
    allowPositionals: true,
    options: {
      stdio: { type: 'string' },
      env: { type: 'string', multiple: true },
      cwd: { type: 'string' },
      url: { type: 'string' },
      header: { type: 'string', multiple: true },
      transport: { type: 'string' },
      server: { type: 'string' },
      config: { type: 'string' },
      tool: { type: 'string' },
      prompt: { type: 'string' },
      resource: { type: 'string' },
      args: { type: 'string' },
      answers: { type: 'string' },
      'timeout-ms': { type: 'string' },
      era: { type: 'string' },
      without: { type: 'string', multiple: true },
      strict: { type: 'boolean' },
      journal: { type: 'string' },
    },
  });

type Values = ReturnType<typeof parse>['values'];

function commandOf(verb: string | undefined, rest: string[], values: Values): Command {
  const extra = verb === 'list' ? rest.slice(1) : rest;
  if (extra.length > 0) throw new UsageError(`"${extra[0]}" was not expected.`);
  switch (verb) {
    case 'call':
      if (values.tool === undefined) throw new UsageError('call needs --tool NAME.');
      return { verb, tool: values.tool, args: jsonObject(values.args) };
    case 'get':
      if ((values.prompt === undefined) === (values.resource === undefined)) {
        throw new UsageError('get needs either --prompt NAME or --resource URI.');
      }
      return values.prompt === undefined
        ? { verb, resource: values.resource as string }
        : { verb, prompt: values.prompt, args: jsonObject(values.args) };
    case 'list':
      return {
        verb,
        kind: oneOf('list', rest[0] ?? '', ['tools', 'prompts', 'resources', 'templates'] as const),
      };
    case 'probe':
      return { verb };
    default:
      throw new UsageError(
        verb ? `There is no command "${verb}".` : 'Name a command: call, get, list or probe.',
      );
  }
}

function targetOf(values: Values): TargetArgs {
  const named = [values.stdio, values.url, values.server].filter((v) => v !== undefined);
  if (named.length !== 1) throw new UsageError('Name one target: --stdio, --url, or --server with --config.');
  if (values.stdio !== undefined) {
    const env = pairs(values.env ?? [], '=', '--env');
    return {
      type: 'stdio',
      commandLine: values.stdio,
      env,
      ...(values.cwd === undefined ? {} : { cwd: values.cwd }),
    };
  }
  if (values.url !== undefined) {
    return {
      type: 'url',
      url: values.url,
      headers: pairs(values.header ?? [], ':', '--header'),
      transport: oneOf('--transport', values.transport ?? 'http', ['http', 'sse'] as const),
    };
  }
  if (values.config === undefined) throw new UsageError('--server NAME needs --config FILE.');
  return { type: 'config', name: values.server as string, file: values.config };
}

function pairs(words: readonly string[], separator: string, flag: string): Record<string, string> {
  const out: Record<string, string> = {};
  for (const word of words) {
    const at = word.indexOf(separator);
    if (at < 1) throw new UsageError(`${flag} takes NAME${separator}VALUE.`);
    out[word.slice(0, at)] = separator === ':' ? word.slice(at + 1).trim() : word.slice(at + 1);
  }
  return out;
}

function jsonObject(text: string | undefined): Record<string, unknown> {
  if (text === undefined) return {};
  try {
    const value: unknown = JSON.parse(text);
    if (isObject(value)) return value;
  } catch {
    // said below
  }
  throw new UsageError('--args takes a JSON object, for example {"name": "value"}.');
}

function oneOf<T extends string>(flag: string, value: string, allowed: readonly T[]): T {
  if ((allowed as readonly string[]).includes(value)) return value as T;
  throw new UsageError(`${flag} takes one of ${allowed.join(', ')}.`);
}

function milliseconds(text: string): number {
  const ms = Number(text);
  if (Number.isInteger(ms) && ms > 0) return ms;
  throw new UsageError('--timeout-ms takes a whole number of milliseconds.');
}
