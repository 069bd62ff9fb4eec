import { describe, expect, it } from 'vitest';
import { formatProblem } from './formats.ts';
import { isMultipleOf, parseNumber } from './numbers.ts';
import { compilePattern } from './pattern.ts';
import { looksSecret } from './secret.ts';

describe('parseNumber', () => {
  it.each([
    ['0', 0],
    ['-0', 0],
    ['007', 7],
    ['+1.50', 1.5],
    ['.5', 0.5],
    ['5.', 5],
    ['1e3', 1000],
    ['1E-7', 1e-7],
    ['9007199254740992', 9007199254740992],
    ['0.1', 0.1],
    ['1e308', 1e308],
  ])('%s', (text, value) => {
    expect(parseNumber(text)).toEqual({ ok: true, value });
  });

  it.each([
    '',
    ' ',
    '1e999',
    '-1e999',
    'NaN',
    'Infinity',
    '1e',
    '--1',
    '1 2',
    '0x1f',
    '1_000',
    '1,000',
    '1.2.3',
  ])('refuses %j', (text) => {
    expect(parseNumber(text).ok).toBe(false);
  });

  it.each(['9007199254740993', '0.12345678901234567890', '1e-999'])(
    'refuses %s, which JSON would change',
    (text) => {
      expect(parseNumber(text).ok).toBe(false);
    },
  );
});

it('multiples are decimal', () => {
  expect(isMultipleOf(0.3, 0.1)).toBe(true);
  expect(isMultipleOf(19.99, 0.01)).toBe(true);
  expect(isMultipleOf(0.35, 0.1)).toBe(false);
  expect(isMultipleOf(1e300, 1e-300)).toBe(true);
  expect(isMultipleOf(1, 0)).toBe(false);
});

describe('formats', () => {
  it.each([
    [
      'date',
      ['2024-02-29', '2026-12-31'],
      ['2026-02-29', '2026-13-01', '26-1-1', '2026-04-31', '2026-01-01T00:00:00Z', ''],
    ],
    ['email', ['a@b.co', 'first.last+tag@example.com'], ['a', 'a@', '@b', 'a b@c.de', 'a@b..c', 'a@-b.de']],
    [
      'uri',
      ['https://example.com/a?b#c', 'mailto:a@b.co', 'urn:isbn:1'],
      ['example.com', '/a', 'https://a b', 'http://é.com'],
    ],
    [
      'date-time',
      ['2026-01-01T00:00:00Z', '2026-01-01t00:00:00.5-08:00'],
      ['2026-01-01', '2026-01-01T00:00:00', '2026-02-29T00:00:00Z', '2026-01-01T24:00:00Z'],
    ],
  ] as const)('%s', (format, good, bad) => {
    for (const text of good) expect(formatProblem(format, text), text).toBeUndefined();
    for (const text of bad) expect(formatProblem(format, text), text).toMatch(/^Enter .*\.$/);
  });
});

describe('compilePattern reads ECMA, without RegExp', () => {
  const samples = [
    '',
    'a',
    'ab',
    'ABC',
    'é',
    '\r',
    '\u2028',
    '\u00a0',
    ' ',
    '\v',
    'a]b',
    '-',
    'x@y.zz',
    '2024-11',
    'a&b',
    '[',
    '0',
  ];
  it.each([
    '^[A-Z]{3}$',
    '^.$',
    '^\\s$',
    '^[\\s]$',
    '^\\S$',
    '^[\\S]$',
    '^[\\s\\S]*$',
    '^[^\\s@]+@[^\\s@]+\\.[^\\s@]+$',
    '[\\]]',
    '[^]',
    '[]',
    '^[[]$',
    '^[\\w.-]+$',
    '^\\d{4}-\\d{2}$',
    '\\u00e9',
    '\\u{e9}',
    '^\\p{L}+$',
    '^\\p{Lowercase_Letter}$',
    '(?<n>a)b',
    '[a&&b]',
    '^$|^a',
    '\\bab\\b',
    '(?:a|b)+?$',
  ])('%s', (source) => {
    const pattern = compilePattern(source);
    if (!pattern.ok) throw new Error(pattern.reason);
    const native = new RegExp(source, 'u');
    for (const sample of samples)
      expect(pattern.test(sample), JSON.stringify(sample)).toBe(native.test(sample));
  });

  it.each([
    '(?=a)',
    '(?!a)',
    '(?<=a)b',
    '(a)\\1',
    '(?<n>a)\\k<n>',
    '[',
    '(',
    ')',
    '*',
    '\\Qa',
    '(?i)a',
    '[[:alpha:]]',
    '((a{1,500}){1,500}){1,500}',
    'a'.repeat(3_000),
  ])('does not pretend to check %s', (source) => {
    expect(compilePattern(source).ok).toBe(false);
  });

  it.each(['(a+)+$', '(a|a)*$', '(a|aa)+$', '(.*a){20}$', '([a-z]+)*\\d$'])('%s ends', (source) => {
    const pattern = compilePattern(source);
    if (!pattern.ok) throw new Error(pattern.reason);
    // Backtracking would take longer than the universe has.
    expect(pattern.test(`${'a'.repeat(5_000)}!`)).toBe(source === '(a|a)*$');
  });
});

describe('looksSecret', () => {
  it.each([
    'password',
    'userPassword',
    'API_KEY',
    'apiKey',
    'access-token',
    'GitHub token',
    'client_secret',
    'ssn',
    'cvv',
    'card number',
    'PIN',
    'private key',
    'pass​word',
    'ｐａｓｓｗｏｒｄ',
    'Passwort',
  ])('%s', (name) => {
    expect(looksSecret('text', undefined, { name })).toBe(true);
  });

  it.each([
    'name',
    'keyword',
    'issue_key',
    'maxTokens',
    'pageToken',
    'description',
    'compass',
    'cardTitle',
    'author',
    'spinner',
    'passenger',
    'sortKey',
  ])('not %s', (name) => {
    expect(looksSecret('text', undefined, { name })).toBe(false);
  });

  it('reads titles, descriptions and the password format, and leaves choices alone', () => {
    expect(looksSecret('text', undefined, { name: 'v', title: 'Your password' })).toBe(true);
    expect(looksSecret('text', undefined, { name: 'v', description: 'Paste your API key here' })).toBe(true);
    expect(looksSecret('text', 'password', { name: 'v' })).toBe(true);
    expect(looksSecret('boolean', undefined, { name: 'rotatePassword' })).toBe(false);
  });
});
