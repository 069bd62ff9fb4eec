import { describe, expect, it } from 'vitest';
import { clean, initialValues, readSchema, validate } from './index.ts';

function fieldOf(schema: unknown, more: Record<string, unknown> = {}) {
  const model = readSchema({ type: 'object', properties: { f: schema }, ...more });
  return { model, field: model.fields[0], repairs: model.repairs };
}

describe('readSchema repairs what is unambiguous', () => {
  it.each([
    [
      'or null by anyOf',
      { anyOf: [{ type: 'string', maxLength: 3 }, { type: 'null' }], default: null },
      'text',
    ],
    ['or null by type list', { type: ['null', 'integer'] }, 'integer'],
    ['or null by oneOf of const', { oneOf: [{ const: 'a', title: 'A' }, { const: null }] }, 'choice'],
    ['allOf around a reference', { allOf: [{ $ref: '#/$defs/E' }], default: 'low' }, 'choice'],
    ['reference to a reference', { $ref: '#/$defs/Alias' }, 'choice'],
    ['missing type with enum', { enum: ['a', 'b'] }, 'choice'],
    ['missing type with minLength', { minLength: 1 }, 'text'],
    ['missing type with maximum', { maximum: 3 }, 'number'],
    ['missing type with default', { default: false }, 'boolean'],
    ['nothing at all', {}, 'text'],
    ['true', true, 'text'],
    ['type in capitals', { type: 'String' }, 'text'],
    ['type int', { type: 'int' }, 'integer'],
    ['number or integer', { type: ['number', 'integer'] }, 'number'],
    ['text or number', { type: ['number', 'string'] }, 'text'],
    ['bounds as text', { type: 'integer', minimum: '1', maximum: '3' }, 'integer'],
    ['numeric enum', { type: 'integer', enum: [1, 2] }, 'choice'],
    ['constant', { const: 'x' }, 'choice'],
    ['long text', { type: 'string', maxLength: 2000 }, 'multiline'],
  ])('%s', (_name, schema, kind) => {
    const { model, field } = fieldOf(schema, {
      $defs: { E: { enum: ['low', 'high'] }, Alias: { $ref: '#/$defs/E' } },
    });
    expect(field?.kind).toBe(kind);
    expect(model.canAccept).toBe(true);
  });

  it('keeps bounds found behind a nullable union', () => {
    const { model } = fieldOf({ anyOf: [{ type: 'string', maxLength: 3 }, { type: 'null' }] });
    expect(validate(model, { f: 'abcd' })).toHaveLength(1);
  });

  it('reads the boolean exclusive bounds of draft 4', () => {
    const { model, field } = fieldOf({ type: 'number', minimum: 0, exclusiveMinimum: true });
    expect(field).toMatchObject({ exclusiveMinimum: 0 });
    expect(validate(model, { f: 0 })).toHaveLength(1);
  });

  it('names the field in each repair, once', () => {
    const { repairs } = fieldOf({ type: 'String', format: 'uuid', minLength: 'x', madeUp: 1 });
    expect(repairs).toHaveLength(4);
    for (const repair of repairs) expect(repair).toMatch(/^Field "f" .*\.$/);
  });

  it('tells options with one label apart', () => {
    const { field } = fieldOf({
      oneOf: [
        { const: 'keep', title: 'Yes' },
        { const: 'delete', title: 'Yes' },
      ],
    });
    expect(field?.options?.map(({ label }) => label)).toEqual(['Yes ("keep")', 'Yes ("delete")']);
  });

  it('keeps the order of properties, integer-like names as JSON gives them', () => {
    const model = readSchema({ properties: { zeta: {}, alpha: {}, mid: {} } });
    expect(model.fields.map(({ name }) => name)).toEqual(['zeta', 'alpha', 'mid']);
    expect(Object.keys(clean(model, { mid: 'm', alpha: 'a', zeta: 'z' }))).toEqual(['zeta', 'alpha', 'mid']);
  });
});

describe('readSchema refuses to guess', () => {
  it.each([
    ['nested object', { type: 'object', properties: { a: { type: 'string' } } }],
    ['free list', { type: 'array', items: { type: 'string' } }],
    ['list of objects', { type: 'array', items: { type: 'object' } }],
    ['several kinds', { anyOf: [{ type: 'number' }, { type: 'boolean' }], type: ['number', 'boolean'] }],
    ['only null', { type: 'null' }],
    ['false', false],
    ['not a schema', 'string'],
    ['no options', { enum: [] }],
    ['options of another type', { type: 'integer', enum: ['a', 'b'] }],
    ['outside reference', { $ref: 'https://example.com/schema.json' }],
    ['reference to itself', { $ref: '#/properties/f' }],
    ['contradiction', { allOf: [{ type: 'string' }, { type: 'number' }] }],
  ])('%s', (_name, schema) => {
    const { model } = fieldOf(schema, { required: ['f'] });
    expect(model.fields).toEqual([]);
    expect(model.undrawable).toMatchObject([{ name: 'f', required: true }]);
    expect(model.canAccept).toBe(false);
  });

  it('is not stopped by an optional one', () => {
    const { model } = fieldOf({ type: 'object' });
    expect(model.canAccept).toBe(true);
    expect(clean(model, { f: { a: 1 } })).toEqual({});
  });

  it.each([[{ type: 'string' }], [{ type: 'array' }], [{ $ref: '#/nowhere' }]])(
    'a root that is no object: %j',
    (raw) => {
      expect(readSchema(raw)).toMatchObject({ fields: [], canAccept: false });
    },
  );
});

describe('readSchema holds hostile schemas', () => {
  it('keeps __proto__ and constructor harmless', () => {
    const raw = JSON.parse(
      '{"type":"object","properties":{"__proto__":{"type":"string"},"constructor":{"type":"string"},"toString":{"type":"string","default":"t"}},"required":["constructor"]}',
    );
    const model = readSchema(raw);
    expect(model.undrawable.map(({ name }) => name)).toEqual(['__proto__']);
    expect(model.fields.map(({ name }) => name)).toEqual(['constructor', 'toString']);
    expect(validate(model, {}).map(({ field }) => field)).toEqual(['constructor']);
    expect(initialValues(model)).toEqual({ 'field:toString': 't' });
    const answer = clean(model, { 'field:constructor': 'x' });
    expect(Object.entries(answer)).toEqual([['constructor', 'x']]);
    expect(Object.getPrototypeOf(answer)).toBe(Object.prototype);
    expect(Object.keys(model.schema.properties)).toEqual(['field:constructor', 'field:toString']);
    expect(clean(model, JSON.parse('{"__proto__":{"constructor":"p"}}'))).toEqual({});
    expect(({} as Record<string, unknown>).constructor).toBe(Object);
  });

  it('answers keyed by wire name work too', () => {
    const model = readSchema(JSON.parse('{"properties":{"constructor":{"type":"string"}}}'));
    expect(Object.entries(clean(model, JSON.parse('{"constructor":"x"}')))).toEqual([['constructor', 'x']]);
    expect(validate(model, JSON.parse('{"constructor":"x"}'))).toEqual([]);
  });

  it.each([
    [
      'deep',
      () => Array.from({ length: 5_000 }).reduce<object>((inner) => ({ properties: { a: inner } }), {}),
    ],
    [
      'wide',
      () => ({
        properties: Object.fromEntries(
          Array.from({ length: 100_000 }, (_, i) => [`f${i}`, { type: 'string' }]),
        ),
      }),
    ],
    [
      'cyclic',
      () => {
        const cycle: Record<string, unknown> = { type: 'object' };
        cycle.properties = { a: cycle };
        return cycle;
      },
    ],
  ])('a %s schema is refused quickly, with the reason', (_name, make) => {
    const model = readSchema(make());
    expect(model.canAccept).toBe(false);
    expect(model.undrawable[0]?.reason).toMatch(/schema/);
  });

  it('references that double at every step end', () => {
    const $defs: Record<string, unknown> = { d30: { type: 'string' } };
    for (let i = 0; i < 30; i++)
      $defs[`d${i}`] = { allOf: [{ $ref: `#/$defs/d${i + 1}` }, { $ref: `#/$defs/d${i + 1}` }] };
    const model = readSchema({ type: 'object', properties: { f: { $ref: '#/$defs/d0' } }, $defs });
    expect(model.undrawable).toHaveLength(1);
  });

  it('never throws, whatever a property holds', () => {
    const junk = [
      null,
      0,
      'x',
      [],
      {},
      true,
      [null],
      { a: null },
      Number.NaN,
      '',
      { $ref: 1 },
      { type: {} },
      [{}],
    ];
    const keywords =
      'type enum const oneOf anyOf allOf items $ref required default minimum pattern format title enumNames not if';
    for (const keyword of keywords.split(' ')) {
      for (const value of junk) {
        const model = readSchema({
          type: 'object',
          properties: { f: { type: 'string', [keyword]: value }, g: { [keyword]: value } },
          [keyword]: keyword === 'type' ? 'object' : value,
        });
        expect(() => [validate(model, { f: 'x', g: 1 }), clean(model, initialValues(model))]).not.toThrow();
        expect(() => JSON.stringify(model)).not.toThrow();
      }
    }
  });

  it('gives the renderer nothing that acts by itself', () => {
    const { model } = fieldOf(
      {
        type: 'string',
        pattern: '(a+)+$',
        default: 'a',
        const: 'a',
        examples: ['x'],
        'ui:widget': 'hidden',
        $comment: 'c',
      },
      { $id: 'x', $schema: 'y', definitions: {}, 'ui:order': [], if: {} },
    );
    expect(model.schema).toEqual({
      type: 'object',
      properties: { f: { title: 'f', type: 'string', enum: ['a'] } },
    });
  });

  it.each(['^(?=.*[0-9])(?=.*[a-z]).+$', '(a)\\1', '(?<!x)a'])(
    'a pattern only backtracking can test is named at its field: %s',
    (pattern) => {
      const { model, field, repairs } = fieldOf({ type: 'string', pattern });
      expect(field?.pattern).toBeUndefined();
      expect(field?.unchecked).toContain(pattern);
      expect(repairs).toHaveLength(1);
      expect(validate(model, { f: 'no match' })).toEqual([]);
    },
  );

  it('a catastrophic pattern cannot stall a check', () => {
    const { model, field } = fieldOf({ type: 'string', pattern: '^(a+)+$' });
    expect(field?.pattern).toBe('^(a+)+$');
    expect(validate(model, { f: `${'a'.repeat(40)}!` })).toHaveLength(1);
  });

  it('a pattern the safe engine cannot express is said to be unchecked', () => {
    const { model, field, repairs } = fieldOf({ type: 'string', pattern: '^(?=.*\\d).+$' });
    expect(field?.pattern).toBeUndefined();
    expect(repairs.join(' ')).toContain('not checked');
    expect(validate(model, { f: 'abc' })).toEqual([]);
  });

  it('reads and checks a 2,000-property form in a few frames', () => {
    const properties = Object.fromEntries(
      Array.from({ length: 2_000 }, (_, i) => [
        `f${i}`,
        { type: 'string', title: `Field ${i}`, maxLength: 10, pattern: '^[a-z]*$' },
      ]),
    );
    const values = Object.fromEntries(Array.from({ length: 2_000 }, (_, i) => [`f${i}`, 'abc']));
    const model = readSchema({ type: 'object', properties });
    expect(validate(model, values)).toEqual([]);
    expect(model.fields).toHaveLength(2_000);
  });
});

describe('rules across fields', () => {
  it.each([
    [{ dependentRequired: { a: ['b'] } }, { a: 'x' }, { a: 'x', b: 'y' }],
    [
      { dependencies: { a: ['b'] }, $schema: 'http://json-schema.org/draft-07/schema#' },
      { a: 'x' },
      { b: 'y' },
    ],
    [{ anyOf: [{ required: ['a'] }, { required: ['b'] }] }, {}, { b: 'y' }],
    [
      JSON.parse('{"if":{"properties":{"a":{"const":"x"}},"required":["a"]},"then":{"required":["b"]}}'),
      { a: 'x' },
      { a: 'z' },
    ],
    [{ minProperties: 1 }, {}, { a: 'x' }],
    [{ not: { required: ['a', 'b'] } }, { a: 'x', b: 'y' }, { a: 'x' }],
  ])('%j', (rules, bad, good) => {
    const model = readSchema({
      type: 'object',
      properties: { a: { type: 'string' }, b: { type: 'string' } },
      ...rules,
    });
    expect(model.fields).toHaveLength(2);
    expect(validate(model, bad)).toHaveLength(1);
    expect(validate(model, good)).toEqual([]);
  });

  it('says what to do in one sentence', () => {
    const properties = { mail: { type: 'string' }, phone: { type: 'string' } };
    const either = readSchema({ properties, anyOf: [{ required: ['mail'] }, { required: ['phone'] }] });
    expect(validate(either, {})).toEqual([{ field: '', message: 'Fill in at least one of: mail, phone.' }]);
    const both = readSchema({ properties, dependentRequired: { mail: ['phone'] } });
    expect(validate(both, { mail: 'x' })).toEqual([
      { field: 'phone', message: 'Fill this in too; it goes with "mail".' },
    ]);
  });
});

describe('argument schemas', () => {
  const tool = {
    type: 'object',
    properties: {
      path: { type: 'string' },
      options: {
        type: 'object',
        properties: { depth: { type: 'integer', minimum: 1 } },
        required: ['depth'],
      },
      tags: { type: 'array', items: { type: 'string' } },
      colours: { type: 'array', items: { enum: ['red', 'green'] } },
      either: { anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] },
      tree: { $ref: '#/$defs/node' },
      limit: { anyOf: [{ type: 'integer' }, { type: 'null' }], default: null },
    },
    required: ['path', 'limit'],
    $defs: {
      node: {
        type: 'object',
        properties: { name: { type: 'string' }, kids: { type: 'array', items: { $ref: '#/$defs/node' } } },
      },
    },
  };
  const model = readSchema(tool, { dialect: 'arguments' });

  it('draws nested kinds and keeps the rest as JSON', () => {
    expect(model.fields.map(({ kind }) => kind)).toEqual([
      'text',
      'object',
      'array',
      'multi-choice',
      'json',
      'object',
      'integer',
    ]);
    expect(model.canAccept).toBe(true);
    expect(JSON.stringify(model.schema)).not.toContain('$ref');
    expect(model.schema.properties.options).toMatchObject({
      type: 'object',
      properties: { depth: { type: 'integer' } },
    });
  });

  it('checks nested values with a path', () => {
    const errors = validate(model, {
      path: 'a',
      limit: null,
      options: { depth: 0 },
      tags: ['a', 1],
      tree: { kids: [{ name: 3 }] },
    });
    expect(errors).toEqual([
      { field: 'options.depth', message: 'Enter 1 or more.' },
      { field: 'tags.1', message: 'Enter text.' },
      { field: 'tree.kids.0.name', message: 'Enter text.' },
    ]);
  });

  it('keeps an explicit null where the schema allows it, and arguments it does not list', () => {
    expect(clean(model, { path: 'a', limit: null, extra: { a: 1 } })).toEqual({
      path: 'a',
      limit: null,
      extra: { a: 1 },
    });
    expect(validate(model, { path: 'a', limit: null, extra: 1 })).toEqual([]);
    expect(validate(model, { path: 'a' }).map(({ field }) => field)).toEqual(['limit']);
  });

  it.each([
    ['nothing at all', {}],
    ['true', true],
    ['words only', { title: 'Value', description: 'Anything.' }],
    ['a default', { default: 5 }],
  ])('an argument described by %s takes any value', (_, any) => {
    const open = readSchema({ type: 'object', properties: { any } }, { dialect: 'arguments' });
    expect(open.fields.map(({ kind }) => kind)).toEqual(['json']);
    expect(open.repairs).toEqual([]);
    for (const value of [12, 0, true, false, 'text', null, [1], { a: 1 }]) {
      expect(clean(open, { any: value })).toEqual({ any: value });
      expect(validate(open, { any: value })).toEqual([]);
    }
    expect(validate(open, { any: Number.NaN })).toHaveLength(1);
    expect(clean(open, {})).toEqual({});
  });

  it('an object starts with the defaults of its members', () => {
    const options = {
      type: 'object',
      properties: {
        depth: { type: 'integer', default: 3 },
        mode: { $ref: '#/$defs/mode' },
        wrong: { type: 'boolean', default: 'yes' },
        empty: { type: 'string' },
        inner: { type: 'object', properties: { on: { default: false } } },
      },
    };
    const $defs = { mode: { enum: ['fast', 'slow'], default: 'slow' } };
    const open = readSchema({ type: 'object', properties: { options }, $defs }, { dialect: 'arguments' });
    expect(initialValues(open)).toEqual({ options: { depth: 3, mode: 'slow', inner: { on: false } } });
    expect(open.repairs).toEqual([
      'Field "options" has a default for "wrong" that it would not accept, which was left out.',
    ]);
    // A default of the whole object counts instead.
    const whole = readSchema(
      { properties: { options: { ...options, default: { depth: 1 } } }, $defs },
      { dialect: 'arguments' },
    );
    expect(initialValues(whole)).toEqual({ options: { depth: 1 } });
  });

  it('an optional object that its defaults do not fill in stays out, a required one starts with them', () => {
    const options = {
      type: 'object',
      properties: { depth: { type: 'integer', default: 3 }, path: { type: 'string' } },
      required: ['path'],
    };
    const read = (required: string[]) =>
      readSchema({ properties: { options }, required }, { dialect: 'arguments' });
    expect(initialValues(read([]))).toEqual({});
    expect(validate(read([]), {})).toEqual([]);
    expect(initialValues(read(['options']))).toEqual({ options: { depth: 3 } });
  });

  it('definitions that hold themselves end', () => {
    const node = {
      type: 'object',
      properties: { n: { default: 1 }, a: { $ref: '#/$defs/node' }, b: { $ref: '#/$defs/node' } },
    };
    const open = readSchema(
      { properties: { tree: { $ref: '#/$defs/node' } }, $defs: { node } },
      { dialect: 'arguments' },
    );
    expect(initialValues(open)).toEqual({
      tree: { n: 1, a: { n: 1, b: { n: 1 } }, b: { n: 1, a: { n: 1 } } },
    });
  });

  it('a tool without arguments has an empty form', () => {
    for (const raw of [
      { type: 'object' },
      { type: 'object', properties: {}, additionalProperties: false },
      undefined,
    ]) {
      expect(readSchema(raw, { dialect: 'arguments' })).toMatchObject({
        fields: [],
        canAccept: true,
        confirmOnly: true,
      });
    }
  });
});

describe('combined definitions', () => {
  it('several conditions on the whole form are kept, not refused', () => {
    const rule = (name: string, needs: string) =>
      JSON.parse(
        `{"if":{"properties":{"kind":{"const":"${name}"}},"required":["kind"]},"then":{"required":["${needs}"]}}`,
      );
    const model = readSchema({
      type: 'object',
      properties: {
        kind: { enum: ['mail', 'phone'] },
        address: { type: 'string' },
        number: { type: 'string' },
      },
      allOf: [rule('mail', 'address'), rule('phone', 'number')],
    });
    expect(model.fields).toHaveLength(3);
    expect(validate(model, { kind: 'mail' }).map(({ field }) => field)).toEqual(['address']);
    expect(validate(model, { kind: 'phone' }).map(({ field }) => field)).toEqual(['number']);
    expect(validate(model, { kind: 'phone', number: '1' })).toEqual([]);
  });

  it('two patterns on one field both count', () => {
    const { model } = fieldOf({ allOf: [{ type: 'string', pattern: '[a-z]' }, { pattern: '[0-9]' }] });
    expect(validate(model, { f: 'a' })).toHaveLength(1);
    expect(validate(model, { f: '1' })).toHaveLength(1);
    expect(validate(model, { f: 'a1' })).toEqual([]);
  });

  it('an option must fit every list it stands in', () => {
    const { field } = fieldOf({ enum: ['a', 'b'], const: 'b' });
    expect(field?.options?.map(({ value }) => value)).toEqual(['b']);
    const { model } = fieldOf({ enum: ['a', 'b'], anyOf: [{ const: 'a' }, { const: 'c' }] });
    expect(validate(model, { f: 'b' })).toHaveLength(1);
    expect(validate(model, { f: 'a' })).toEqual([]);
  });

  it('thousands of costly patterns do not add up to a pause', () => {
    const properties = Object.fromEntries(
      Array.from({ length: 2_000 }, (_, i) => [
        `f${i}`,
        { type: 'string', pattern: `^(([a-z]{1,30}){1,30}[0-9]${i}+)+$` },
      ]),
    );
    const model = readSchema({ properties });
    expect(model.repairs.join(' ')).toContain('too many patterns');
  });

  it('an endless title is cut, and said to be', () => {
    const { field, repairs } = fieldOf({ type: 'string', title: '😀'.repeat(500_000) });
    expect(field?.label.length).toBeLessThanOrEqual(200);
    expect(repairs).toHaveLength(1);
  });
});
