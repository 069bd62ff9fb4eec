import { parse } from 'shell-quote';
import { SentenceError } from '../../../shared/model/sentence-error.ts';

const bad = (message: string) => new SentenceError('bad-command', message);

/**
 * Splits a command line into words as a POSIX shell would, without running anything a shell would: operators,
 * substitutions and comments are refused, wildcards stay as they are, and `$NAME` becomes `${NAME}`, which is
 * filled in at start. Throws a SentenceError.
 */
export function parseCommand(text: string): { command: string; args: string[] } {
  const line = text.replace(PIECES, (piece) => (/^\\\r?\n$/.test(piece) ? ' ' : piece)).trim();
  refuseWhatIsDropped(line);
  const words = parse(line, (name: string) => (name === '' ? '$' : `\${${name}}`)).map((word) => {
    if (typeof word === 'string') return word;
    if ('comment' in word) {
      throw bad(`A shell would read "#${word.comment}" as a comment; put it in quotes or remove it.`);
    }
    if (word.op === 'glob') return word.pattern;
    throw bad(
      `The command uses the shell operator ${word.op}; give one program with its arguments, and put ${word.op} in quotes if it is part of an argument.`,
    );
  });
  const [command, ...args] = words;
  if (command === undefined || command === '') {
    throw bad('Type a command, for example: npx -y some-mcp-server');
  }
  if (/^[A-Za-z_]\w*=/.test(command)) {
    throw bad(
      `${command.split('=', 1)[0]}=… sets a variable; put it under environment variables and begin with the program.`,
    );
  }
  return { command, args };
}

/** A quoted part or an escaped character, from left to right. */
const PIECES = /"(?:\\[\s\S]|[^"\\])*"|'[^']*'|\\\r?\n|\\["'`\\$]/g;

/** What the library would drop without a word. */
function refuseWhatIsDropped(line: string): void {
  const unquoted = line.replace(PIECES, (piece) => (/^["']/.test(piece) ? 'q' : piece));
  const path = /(?:^|[\s=])((?:[A-Za-z]:\\|\\\\)\S*)/.exec(unquoted)?.[1];
  if (path !== undefined) throw bad(`Put ${path} in single quotes, so that its backslashes stay.`);
  const open = line.replace(PIECES, 'q');
  if (/["']/.test(open)) throw bad('A quote is opened and never closed; close it, or write \\ before it.');
  const active = line.replace(PIECES, (piece) =>
    piece.startsWith('"') ? piece.replace(/\\[\s\S]/g, '') : 'q',
  );
  if (/`|\$\(/.test(active)) {
    throw bad('The command uses $(…) or backquotes, which only a shell can run; write the value itself.');
  }
}
