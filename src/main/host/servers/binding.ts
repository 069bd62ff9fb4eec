import { createHash } from 'node:crypto';
import { commandLine } from '../../../shared/command-line.ts';
import { madeOnce } from '../../../shared/made-once.ts';
import type { ServerConfig, Target, TargetView } from '../../../shared/model/server.ts';
import { valueNotes } from './references.ts';

/**
 * Hash of what is started or called: trust is given to it, and asked again when it changes. `resolve` may turn the
 * command into the file that really starts. Values of environment variables and headers count, but only as a hash.
 */
export function bindingOf(
  target: Target,
  resolve: (command: string) => string = (command) => command,
): string {
  const parts =
    target.type === 'stdio'
      ? [
          target.type,
          target.command,
          resolve(target.command),
          target.args,
          pairs(target.env),
          target.cwd ?? null,
        ]
      : [target.type, target.url, pairs(target.headers)];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

/** The bundled server listens on a new port at each start and is still the same server. */
export function bindingOfServer(config: ServerConfig): string {
  return config.bundled ? 'bundled' : bindingOfTarget(config.target);
}

/** Every leg of a call asks. */
const bindingOfTarget = madeOnce((target: Target) => bindingOf(target));

/** The exact command or address, for people; the words of a command are quoted so that they can be read back. */
export function targetText(target: Target): string {
  if (target.type !== 'stdio') return target.url;
  return commandLine([target.command, ...target.args]);
}

/** Names of environment variables and headers, and what must be known of them; other values stay in main. */
export function toView(target: Target): TargetView {
  if (target.type !== 'stdio') {
    return {
      type: target.type,
      url: target.url,
      headerNames: Object.keys(target.headers ?? {}),
      notes: valueNotes(target.headers ?? {}),
    };
  }
  return {
    type: 'stdio',
    command: target.command,
    args: [...target.args],
    envKeys: Object.keys(target.env ?? {}),
    notes: valueNotes(target.env ?? {}),
    ...(target.cwd !== undefined && { cwd: target.cwd }),
  };
}

function pairs(record: Readonly<Record<string, string>> | undefined): [string, string][] {
  return Object.entries(record ?? {}).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
}
