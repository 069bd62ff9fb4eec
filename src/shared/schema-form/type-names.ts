const TYPES = new Set(['string', 'number', 'integer', 'boolean', 'object', 'array', 'null']);
const WORDS: Record<string, string> = {
  str: 'string',
  text: 'string',
  int: 'integer',
  long: 'integer',
  float: 'number',
  double: 'number',
  decimal: 'number',
  bool: 'boolean',
  list: 'array',
  dict: 'object',
};

/** The JSON Schema type that a name means (`String` and `int` are met in the wild), or undefined. */
export function typeNamed(name: string): string | undefined {
  if (TYPES.has(name)) return name;
  const lower = name.toLowerCase();
  if (TYPES.has(lower)) return lower;
  return Object.hasOwn(WORDS, lower) ? WORDS[lower] : undefined;
}
