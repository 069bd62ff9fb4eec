/** What some line readers take for the end of a line though JSON leaves it as it is: NEL, U+2028 and U+2029. */
const LINE_ENDS = /[\u0085\u2028\u2029]/g;

/** A value as one line of JSON with its newline, the same value for every reader. */
export function jsonLine(value: unknown): string {
  const text = JSON.stringify(value).replace(
    LINE_ENDS,
    (end) => `\\u${end.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return `${text}\n`;
}
