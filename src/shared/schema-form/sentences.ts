/** "1 character", "2 characters". */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** What to enter where a value has another type. */
export const TYPE_SENTENCES: Record<string, string> = {
  string: 'Enter text.',
  number: 'Enter a number, such as 12 or 0.5.',
  integer: 'Enter a whole number.',
  boolean: 'Choose yes or no.',
  object: 'Enter a JSON object.',
  array: 'Enter a JSON list.',
  null: 'This must be empty (null).',
};

/** What to enter where a number is out of bounds. */
export function boundSentence(keyword: string, limit: number): string {
  switch (keyword) {
    case 'minimum':
      return `Enter ${limit} or more.`;
    case 'maximum':
      return `Enter ${limit} or less.`;
    case 'exclusiveMinimum':
      return `Enter more than ${limit}.`;
    case 'exclusiveMaximum':
      return `Enter less than ${limit}.`;
    default:
      return `Enter a multiple of ${limit}.`;
  }
}

/** A pattern is the server's and may be long. */
export function shortened(pattern: string): string {
  return pattern.length > 120 ? `${pattern.slice(0, 120)}…` : pattern;
}

/** What to say where a text does not match. */
export function patternSentence(pattern: string): string {
  return `This does not match the pattern the server asks for: ${shortened(pattern)}`;
}

/** A word of the server's in quotation marks, cut where it would drown the sentence. */
export function quoted(text: string): string {
  return `"${text.length > 60 ? `${text.slice(0, 60)}…` : text}"`;
}
