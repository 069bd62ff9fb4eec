/** A command line that a POSIX shell, and `servers.parseCommand`, splits into exactly these words again. */
export function commandLine(words: readonly string[]): string {
  return words.map(quote).join(' ');
}

/** Bare where that is safe. A word that begins like `NAME=` is quoted, since in front it would set a variable. */
function quote(word: string): string {
  if (/^[\w@%+=:,./-]+$/.test(word) && !/^\w+=/.test(word)) return word;
  return `'${word.replaceAll("'", `'"'"'`)}'`;
}
