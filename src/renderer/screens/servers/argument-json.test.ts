import { describe, expect, it } from 'vitest';
import { formatArguments, readArguments, writeArguments } from './argument-json.ts';

describe('readArguments', () => {
  it('reads an object, and nothing as none', () => {
    expect(readArguments('{"a": [1, "x", null]}')).toEqual({
      ok: true,
      args: { a: [1, 'x', null] },
      notes: [],
    });
    expect(readArguments(' \n')).toEqual({ ok: true, args: {}, notes: [] });
  });

  it.each([
    ['{"a": 1,}', /line 1, column 9/],
    ['{\n  "a": tru\n}', /not JSON yet/],
    ['{"a": 1', /its end/],
    ['[1]', /one JSON object/],
    ['"x"', /one JSON object/],
    ['null', /one JSON object/],
    ['{"a": {"__proto__": {"x": 1}}}', /"__proto__" cannot be sent/],
    ['{"\\u005f_proto__": 1}', /"__proto__" cannot be sent/],
    ['{"a": 1e999}', /1e999 is too large/],
  ])('refuses %s with one sentence', (text, sentence) => {
    const reading = readArguments(text);
    expect(reading).toEqual({ ok: false, problem: expect.stringMatching(sentence) });
    expect(({} as { x?: unknown }).x).toBeUndefined();
  });

  it.each([
    [
      '{"a": 12345678901234567890}',
      ['12345678901234567890 has more digits than can be sent; it becomes 12345678901234567000.'],
    ],
    [
      '{"a": 0.1, "b": -1.50, "c": 1E3, "d": 9007199254740993}',
      ['9007199254740993 has more digits than can be sent; it becomes 9007199254740992.'],
    ],
    ['{"a": 1, "b": {"a": 2}, "a": 3}', ['"a" stands twice; the last one is sent.']],
    ['{"x": [{"a": 1}, {"a": 2}], "t": "\\"a\\": 1, a: {", "a": "12345678901234567890"}', []],
  ])('notes in %s what is sent otherwise', (text, notes) => {
    expect(readArguments(text)).toMatchObject({ ok: true, notes });
  });
});

describe('formatArguments', () => {
  it('indents and changes nothing else', () => {
    const text = '{"a":12345678901234567890,"b":{},"c":[],"d":[1,{"e":"x: {,\\" y"}],"a":1.50}';
    expect(formatArguments(text)).toBe(`{
  "a": 12345678901234567890,
  "b": {},
  "c": [],
  "d": [
    1,
    {
      "e": "x: {,\\" y"
    }
  ],
  "a": 1.50
}`);
    expect(formatArguments(formatArguments(text))).toBe(formatArguments(text));
  });

  it('writes what JSON.stringify writes', () => {
    const args = { a: [[], {}, [1, 'two', { three: null }]], 'b c': { d: true }, e: '"\\\n' };
    expect(formatArguments(JSON.stringify(args))).toBe(writeArguments(args));
  });

  it('takes a megabyte of text in one string', () => {
    const text = `{"a":"${'x\\n'.repeat(1_000_000)}"}`;
    expect(readArguments(text).ok).toBe(true);
    expect(formatArguments(text).length).toBeGreaterThan(3_000_000);
  });
});
