import type { Target } from '../../../shared/model/server.ts';

const REFERENCE = /\$\{(?:env:)?([A-Za-z_]\w*)(?::-[^}]*)?\}/g;

/** Variables that decide which program runs, or what it runs besides. */
const DECIDES =
  /^(PATH|NODE_OPTIONS|NODE_PATH|PYTHON\w*|RUBY(OPT|LIB)|PERL5\w*|LD_\w+|DYLD_\w+|BASH_ENV|ENV|SHELLOPTS|JAVA_TOOL_OPTIONS|GIT_\w+|npm_config_\w+)$/i;

const referencesOf = (text: string): string[] => [...text.matchAll(REFERENCE)].map((match) => match[1] ?? '');

/** Every text of a target in which `${NAME}` is filled in at the start. */
function textsOf(target: Target): string[] {
  if (target.type !== 'stdio') return [target.url, ...Object.values(target.headers ?? {})];
  return [target.command, ...target.args, target.cwd ?? '', ...Object.values(target.env ?? {})];
}

/**
 * What a person must know of a server's variables (or headers) before it starts, beyond their names: the value where
 * it decides what runs, and the names of Gatehouse's own variables a value takes in. Other values stay in main.
 */
export function valueNotes(values: Readonly<Record<string, string>>): { name: string; note: string }[] {
  return Object.entries(values).flatMap(([name, value]) => {
    const from = referencesOf(value);
    const notes = [
      ...(DECIDES.test(name) ? [`decides what is run: ${value.slice(0, 500)}`] : []),
      ...(from.length > 0 ? [`takes in ${from.join(', ')} from your environment`] : []),
    ];
    return notes.length > 0 ? [{ name, note: notes.join('; ') }] : [];
  });
}

/** Puts `${NAME}` back wherever a text holds a value that was filled in or stands in a target's own values. */
export function redactorOf(
  target: Target,
  env: Readonly<Record<string, string | undefined>>,
): (text: string) => string {
  const own = target.type === 'stdio' ? target.env : target.headers;
  const known = [
    ...textsOf(target)
      .flatMap(referencesOf)
      .map((name) => [name, env[name] ?? ''] as const),
    ...Object.entries(own ?? {}),
  ]
    // Shorter ones would take ordinary words out of a sentence.
    .filter(([, value]) => value.length >= 6 && !value.includes('${'))
    .sort(([, a], [, b]) => b.length - a.length);
  return (text) => known.reduce((so, [name, value]) => so.replaceAll(value, () => `\${${name}}`), text);
}
