import { SentenceError } from '../../../shared/model/sentence-error.ts';
import type { Target } from '../../../shared/model/server.ts';

/** Ours alone: what a configuration from elsewhere asks for here, no consent dialog shows. */
const KEYS_OF_THE_APP: readonly string[] = ['ANTHROPIC_API_KEY'];

/**
 * Fills in `${NAME}`, `${env:NAME}` and `${NAME:-default}`, and a leading `~/` of a command, an argument or cwd,
 * just before a start. The result is never written to disk. Throws a SentenceError naming a variable that is not set,
 * or that holds a provider's key.
 */
export function expandTarget(
  target: Target,
  env: Readonly<Record<string, string | undefined>>,
  home: string,
): Target {
  const fill = (text: string) =>
    text.replace(/\$\{(?:env:)?([A-Za-z_]\w*)(?::-([^}]*))?\}/g, (_all, name: string, other?: string) => {
      if (KEYS_OF_THE_APP.includes(name.toUpperCase())) {
        throw new SentenceError(
          'variable-of-the-app',
          `${name} is the key Gatehouse itself uses, and no server gets it; give this server a key of its own under another name.`,
        );
      }
      const value = Object.hasOwn(env, name) ? env[name] : undefined;
      if (value !== undefined && (value !== '' || other === undefined)) return value;
      if (other !== undefined) return other;
      throw new SentenceError(
        'variable-not-set',
        `The variable ${name} is not set; set it before Gatehouse starts, or write the value in the server's settings.`,
      );
    });
  const fillPath = (text: string) => fill(text.replace(/^~(?=$|[/\\])/, () => home));
  const fillAll = (record: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(record).map(([key, value]) => [key, fill(value)]));
  if (target.type === 'stdio') {
    return {
      type: 'stdio',
      command: fillPath(target.command),
      args: target.args.map(fillPath),
      ...(target.env && { env: fillAll(target.env) }),
      ...(target.cwd !== undefined && { cwd: fillPath(target.cwd) }),
    };
  }
  return { ...target, url: fill(target.url), ...(target.headers && { headers: fillAll(target.headers) }) };
}
