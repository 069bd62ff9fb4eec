import { format } from '@cfworker/json-schema';
import { describe, expect, it } from 'vitest';
import { checkBySchema } from './engine.ts';
import { validateAgainst } from './index.ts';

describe('validateAgainst', () => {
  it.each([
    [{ type: 'object', required: ['a'] }, {}, 'a', 'Fill this in; it is required.'],
    [
      { properties: { a: { type: 'string', minLength: 2 } } },
      { a: '😀' },
      'a',
      'Enter at least 2 characters.',
    ],
    [
      { properties: { a: { pattern: '^x' } } },
      { a: 'y' },
      'a',
      'This does not match the pattern the server asks for: ^x',
    ],
    [
      { properties: { a: { format: 'date' } } },
      { a: '2026-02-29' },
      'a',
      'Enter a real date as year-month-day, such as 2026-03-08.',
    ],
    [{ properties: { a: { enum: ['x', 1, null] } } }, { a: 'y' }, 'a', 'Choose one of: "x", 1, null.'],
    [{ properties: { a: { const: true } } }, { a: false }, 'a', 'This must be true.'],
    [
      { properties: { a: { type: ['string', 'null'] } } },
      { a: 1 },
      'a',
      'This must be one of these types: string, null.',
    ],
    [
      { properties: { 'a/b': { items: { type: 'number', multipleOf: 0.1 } } } },
      { 'a/b': [0.3, 0.35] },
      'a/b.1',
      'Enter a multiple of 0.1.',
    ],
    [{ properties: {}, additionalProperties: false }, { b: 1 }, 'b', 'The schema has no place for this.'],
    [
      { properties: { a: { uniqueItems: true } } },
      { a: [{ x: 1 }, { x: 1 }] },
      'a',
      'Enter each entry only once.',
    ],
    [
      { properties: { a: { contains: { type: 'number' } } } },
      { a: ['x'] },
      'a',
      'An entry of the kind that must be in this list is missing.',
    ],
    [
      { $ref: '#/$defs/t', $defs: { t: { maxProperties: 1 } } },
      { a: 1, b: 2 },
      '',
      'Fill in at most 1 value.',
    ],
  ])('%j', (schema, value, field, message) => {
    expect(validateAgainst(schema, value)).toEqual([{ field, message }]);
  });

  it('of a union, speaks about the branch that was meant', () => {
    const shape = (kind: string, more: object) => ({
      properties: { kind: { const: kind }, ...more },
      required: ['kind'],
    });
    const schema = {
      oneOf: [shape('circle', { r: { minimum: 0 } }), shape('square', { side: { type: 'number' } })],
    };
    expect(validateAgainst(schema, { kind: 'circle', r: -1 })).toEqual([
      { field: 'r', message: 'Enter 0 or more.' },
    ]);
    expect(validateAgainst(schema, { kind: 'star' })).toEqual([
      { field: 'kind', message: 'Choose one of: "circle", "square".' },
    ]);
    const needed = (kind: string, name: string) => ({
      properties: { kind: { const: kind } },
      required: ['kind', name],
    });
    expect(
      validateAgainst({ oneOf: [needed('circle', 'r'), needed('square', 'side')] }, { kind: 'square' }),
    ).toEqual([{ field: 'side', message: 'Fill this in; it is required.' }]);
  });

  it('checks patterns inside "not" and unions, which dropping them would turn around', () => {
    const schema = { properties: { a: { not: { pattern: '^tmp-' } } } };
    expect(validateAgainst(schema, { a: 'x' })).toEqual([]);
    expect(validateAgainst(schema, { a: 'tmp-1' })).toHaveLength(1);
  });

  it('matches names by pattern', () => {
    const schema = {
      patternProperties: { '^x-': { type: 'string' }, '-n$': { maxLength: 2 } },
      additionalProperties: false,
    };
    expect(validateAgainst(schema, { 'x-a': 'long text' })).toEqual([]);
    expect(validateAgainst(schema, { 'x-a': 1 })).toMatchObject([{ field: 'x-a' }]);
    expect(validateAgainst(schema, { 'x-n': 'long text' })).toMatchObject([{ field: 'x-n' }]);
    expect(validateAgainst(schema, { other: 1 })).toMatchObject([{ field: 'other' }]);
  });

  it('draft-07: tuples, and nothing beside a $ref counts', () => {
    const $schema = 'http://json-schema.org/draft-07/schema#';
    const tuple = { $schema, properties: { a: { items: [{ type: 'string' }], additionalItems: false } } };
    expect(validateAgainst(tuple, { a: ['x'] })).toEqual([]);
    expect(validateAgainst(tuple, { a: ['x', 1] })).toHaveLength(1);
    const beside = {
      properties: { a: { $ref: '#/definitions/t', maxLength: 1 } },
      definitions: { t: { type: 'string' } },
    };
    expect(validateAgainst({ ...beside, $schema }, { a: 'xx' })).toEqual([]);
    expect(validateAgainst(beside, { a: 'xx' })).toHaveLength(1);
  });

  it('recursive schemas are checked to the leaf', () => {
    const schema = {
      $ref: '#/$defs/n',
      $defs: { n: { properties: { v: { type: 'integer' }, next: { $ref: '#/$defs/n' } } } },
    };
    expect(validateAgainst(schema, { next: { next: { v: 'x' } } })).toEqual([
      { field: 'next.next.v', message: 'Enter a whole number.' },
    ]);
  });

  it('values JSON cannot carry are refused', () => {
    const cycle: Record<string, unknown> = {};
    cycle.self = cycle;
    for (const value of [Number.NaN, Number.POSITIVE_INFINITY, { a: () => 1 }, 1n, cycle]) {
      expect(validateAgainst({}, value)).toHaveLength(1);
    }
  });
});

describe('the engine ends', () => {
  it('a schema that doubles at every step', () => {
    const $defs: Record<string, unknown> = { d60: { type: 'string' } };
    for (let i = 0; i < 60; i++)
      $defs[`d${i}`] = { allOf: [{ $ref: `#/$defs/d${i + 1}` }, { $ref: `#/$defs/d${i + 1}` }] };
    expect(checkBySchema({ $ref: '#/$defs/d0', $defs }, 'x')).toEqual({ checked: false, errors: [] });
  });

  it('a schema that refers only to itself', () => {
    expect(checkBySchema({ $ref: '#' }, {}).checked).toBe(false);
    expect(
      checkBySchema({ $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } }, $ref: '#/$defs/a' }, 1)
        .checked,
    ).toBe(false);
  });

  it('a long list of unique items', () => {
    expect(
      checkBySchema(
        { items: {}, uniqueItems: true },
        Array.from({ length: 50_000 }, (_, i) => i),
      ).checked,
    ).toBe(false);
  });

  it("the library's own table of formats is left as it was", () => {
    const before = Object.keys(format);
    validateAgainst({ pattern: '^a', format: 'email' }, 'b');
    validateAgainst({ $ref: '#' }, 'b');
    expect(Object.keys(format)).toEqual(before);
  });

  it('schemas are not changed by being checked', () => {
    const schema = Object.freeze({ properties: Object.freeze({ a: Object.freeze({ pattern: '^a' }) }) });
    expect(validateAgainst(schema, { a: 'b' })).toHaveLength(1);
    expect(validateAgainst(schema, { a: 'a' })).toEqual([]);
  });
});
