import type { Random } from './random.ts';

/** Values that JSON can carry and nobody expects. */
const SMALL: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -0,
  -1,
  0.5,
  1e308,
  -1e308,
  2 ** 53,
  2 ** 53 + 2,
  2 ** 31,
  -(2 ** 31),
  1e-320,
  '',
  ' ',
  '0',
  'null',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'valueOf',
  'then',
  '\u0000',
  '\u0007\u001b[2J',
  '\ud800',
  '\udfff\ud800',
  '\u2028\u2029',
  '\u202e\u200b\ufeff',
  '😀'.repeat(40),
  '../../../etc/passwd',
  'javascript:alert(1)',
  'file:///etc/passwd',
  'https://user:pass@example.com\\@evil.example/',
  'http://',
  'data:text/html,<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '(a+)+$',
  '^(([a-z])+.)+[A-Z]([a-z])+$',
  '2026-02-30',
  '9999999999',
  [],
  {},
  [[]],
  [null],
  [{}],
  { '': '' },
  JSON.parse('{"then":"x"}'),
  { toJSON: 'x' },
  { length: 1e9 },
  { constructor: { prototype: { polluted: true } } },
  { $ref: '#' },
  { $ref: 'https://example.com/schema.json' },
  { type: 'object', properties: { a: { $ref: '#/properties/a' } } },
  { allOf: [{ $ref: '#' }] },
];

/** Anything at all. Big and deep ones are rare, since each costs as much as thousands of others. */
export function oddValue(random: Random): unknown {
  const roll = random.next();
  if (roll < 0.002) return random.pick(['x', '\u0000', '"\\', '😀', 'é']).repeat(random.int(10_000, 200_000));
  if (roll < 0.004) return deep(random, random.pick([50, 200, 1000, 5000, 50_000]));
  if (roll < 0.006) return Array.from({ length: random.int(100, 5000) }, (_, i) => i);
  if (roll < 0.008) {
    return Object.fromEntries(Array.from({ length: random.int(100, 2000) }, (_, i) => [`k${i}`, i]));
  }
  if (roll < 0.03) return 'y'.repeat(random.int(100, 5000));
  if (roll < 0.05) return random.int(-1e9, 1e9);
  if (roll < 0.06) return JSON.parse('{"__proto__":{"polluted":true},"a":1}');
  return structuredClone(random.pick(SMALL));
}

/** Stands for a value within a value: those are too deep to be copied or written here. */
function deep(random: Random, levels: number): unknown {
  return `\u0001${levels} ${random.pick(['[', 'a', 'properties', 'items', 'content', 'anyOf'])}\u0001`;
}

/** Puts the deep values in their place. */
export function writeDeep(text: string): string {
  return text.replace(/"\\u0001(\d+) ([^\\]+)\\u0001"/g, (_, levels: string, key: string) => {
    const [before, after] = key === '[' ? ['[', ']'] : [`{"${key}":`, '}'];
    return `${before.repeat(Number(levels))}1${after.repeat(Number(levels))}`;
  });
}
