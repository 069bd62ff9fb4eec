/** Writes one line about the shell itself to stderr. */
export type Log = (scope: string, what: unknown) => void;

const SECRETS: readonly [RegExp, string][] = [
  [/\b(bearer|basic|token)\s+\S+/gi, '$1 …'],
  [
    /\b([\w-]*(?:key|token|secret|password|passwd|authorization|cookie|code)[\w-]*)(\s*[=:]\s*)\S+/gi,
    '$1$2…',
  ],
  // User, path and query of an address.
  [/\b([a-z][a-z0-9+.-]*:\/\/)(?:[^\s/@]*@)?([^\s/?#]*)[^\s'")\]]*/gi, '$1$2'],
  // Long runs that mix letters and digits: keys, hashes, tokens.
  [/\b(?=[\w-]*\d)(?=[\w-]*[a-z])[\w-]{24,}/gi, '…'],
];

/** One printable line of at most 300 characters, without what looks like a secret. */
export function oneLine(what: unknown): string {
  let text = what instanceof Error ? `${what.name}: ${what.message}` : String(what);
  for (const [pattern, instead] of SECRETS) text = text.replace(pattern, instead);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  text = text.replace(/[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2066-\u2069]+/g, ' ').trim();
  return text.length > 300 ? `${text.slice(0, 299)}…` : text;
}

/** One line a message, shortened; stdout stays free. */
export const logToStderr: Log = (scope, what) => {
  process.stderr.write(`gatehouse ${scope}: ${oneLine(what)}\n`);
};

/** The origin of an address for a log line: never its path, query or user. */
export function originOf(raw: string): string {
  try {
    const url = new URL(raw);
    return url.origin === 'null' ? url.protocol : url.origin;
  } catch {
    return 'an unreadable address';
  }
}
