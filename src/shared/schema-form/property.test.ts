import { Validator } from '@cfworker/json-schema';
import { expect, it } from 'vitest';
import { clean, type FormModel, initialValues, readSchema, validate } from './index.ts';
import { type Random, random } from './testing/random.ts';

const WORDS = [
  '',
  'a',
  'abc',
  'ABC',
  'prod',
  '😀😀',
  'x@y.org',
  'https://a.org/b',
  '2024-02-29',
  '2023-02-29',
  '2026-01-01T10:00:00+01:00',
  'été',
  'true',
  '12',
];
const NUMBERS = [0, 1, -1, 1.5, 2, 10, 99, 1e21, -0.25, 3];
const NAMES = ['name', 'env', 'n', 'flag', 'a.b', 'with space', 'constructor', 'x', 'Z', 'toString', 'ключ'];

function property(r: Random): Record<string, unknown> {
  const values = ['a', 'abc', 'prod', 'ABC'].slice(0, r.int(1, 4));
  const titled = values.map((value, i) => ({ const: value, title: `Option ${i}` }));
  const some = (keys: Record<string, unknown>): Record<string, unknown> =>
    Object.fromEntries(Object.entries(keys).filter(() => r.chance(0.4)));
  const schema = r.pick<() => Record<string, unknown>>([
    () => ({
      type: 'string',
      ...some({
        minLength: r.int(0, 3),
        maxLength: r.int(2, 8),
        format: r.pick(['email', 'uri', 'date', 'date-time']),
        pattern: r.pick(['^[a-z]+$', '\\d', '^.{2,}$']),
      }),
    }),
    () => ({
      type: 'number',
      ...some({
        minimum: r.int(-2, 2),
        maximum: r.int(1, 20),
        exclusiveMinimum: r.int(-3, 1),
        multipleOf: r.pick([0.5, 1, 3]),
      }),
    }),
    () => ({ type: 'integer', ...some({ minimum: r.int(-2, 2), exclusiveMaximum: r.int(2, 20) }) }),
    () => ({ type: 'boolean' }),
    () => ({ type: 'string', enum: values, ...some({ enumNames: values.map((v) => v.toUpperCase()) }) }),
    () => ({ type: 'string', oneOf: titled }),
    () => ({
      type: 'array',
      items: { type: 'string', enum: values },
      ...some({ minItems: r.int(0, 2), maxItems: r.int(1, 3), uniqueItems: true }),
    }),
    () => ({ type: 'array', items: { anyOf: titled }, ...some({ minItems: 1 }) }),
    () => ({ type: 'integer', enum: [1, 2, 3] }),
  ])();
  return r.chance(0.3) ? { ...schema, default: answer(r) } : schema;
}

function answer(r: Random): unknown {
  return r.pick<() => unknown>([
    () => r.pick(WORDS),
    () => r.pick(WORDS),
    () => r.pick(NUMBERS),
    () => r.chance(0.5),
    () => ['a', 'abc', 'prod', 'nope'].slice(r.int(0, 3), r.int(0, 4)),
    () => ['a', 'a'],
    () => null,
    () => undefined,
    () => ({}),
    () => Number.NaN,
    () => String(r.pick(NUMBERS)),
  ])();
}

/** An answer of the property's own kind; its limits may still refuse it. */
function fitting(r: Random, schema: Record<string, unknown>): unknown {
  const values = ['a', 'abc', 'prod', 'ABC'].slice(0, 1 + r.int(0, 1));
  if (Array.isArray(schema.enum)) return r.pick(schema.enum);
  if (schema.oneOf) return r.pick(values);
  switch (schema.type) {
    case 'boolean':
      return r.chance(0.5);
    case 'integer':
      return r.int(-1, 12);
    case 'number':
      return r.pick(NUMBERS);
    case 'array':
      return values;
    default:
      return r.pick(EXAMPLES[String(schema.format)] ?? ['abc', 'abcd', 'ab', 'a1', '😀😀']);
  }
}

const EXAMPLES: Record<string, string[]> = {
  email: ['x@y.z', 'x@y.org'],
  uri: ['a:b', 'https://a.org/b'],
  date: ['2024-02-29', '2023-02-29'],
  'date-time': ['2026-01-01T10:00:00+01:00', '2026-01-01T10:00:00Z'],
};

function schemaOf(r: Random) {
  const names = NAMES.filter(() => r.chance(r.pick([0.15, 0.3, 0.6])));
  const properties = Object.fromEntries(names.map((name) => [name, property(r)]));
  const schema: Record<string, unknown> = {
    type: 'object',
    properties,
    required: names.filter(() => r.chance(0.4)),
  };
  if (r.chance(0.2)) schema.$schema = 'http://json-schema.org/draft-07/schema#';
  if (r.chance(0.2)) schema.additionalProperties = false;
  if (r.chance(0.15) && names[0] && names[1]) schema.dependentRequired = { [names[0]]: [names[1]] };
  if (r.chance(0.1)) schema.minProperties = 1;
  return { schema, names };
}

/** The independent judge: the library on the schema as it was sent. The generated patterns are harmless. */
function judge(schema: unknown, value: unknown): boolean {
  return new Validator(structuredClone(schema) as object, '2020-12').validate(value).valid;
}

/** What the form does on purpose where the schema would not: see each line. */
function deliberate(model: FormModel, values: Record<string, unknown>): boolean {
  return model.fields.some((field) => {
    const value = values[field.name];
    // A choice ticked twice is no choice, though a schema without `uniqueItems` allows it.
    if (Array.isArray(value) && new Set(value).size !== value.length) return true;
    // Empty means not filled in, and a number may be text that is still being typed.
    return (
      value === '' ||
      (Array.isArray(value) && value.length === 0) ||
      (typeof value === 'string' && /^(number|integer)$/.test(field.kind))
    );
  });
}

// 2,000 forms in all.
it.each([0, 500, 1_000, 1_500])(
  'generated forms from seed %i: shown, checked and sent are one',
  { timeout: 30_000 },
  (first) => {
    let accepted = 0;
    let refused = 0;
    for (let seed = first; seed < first + 500; seed++) {
      const r = random(seed);
      const { schema, names } = schemaOf(r);
      const model = readSchema(schema);
      const context = `seed ${seed}`;
      expect(model.undrawable, context).toEqual([]);
      expect(
        model.fields.map(({ name }) => name),
        context,
      ).toEqual(names);
      expect(JSON.stringify(model.schema), context).not.toMatch(
        /"(\$ref|\$schema|pattern|default|const|oneOf|anyOf)":/,
      );

      // An untouched form holds defaults only, each of which the field would take.
      const start = initialValues(model);
      const untouched = clean(model, start);
      for (const field of model.fields) {
        if (field.default === undefined) expect(Object.hasOwn(untouched, field.name), context).toBe(false);
      }
      const lacking = model.fields
        .filter((field) => field.required && !Object.hasOwn(untouched, field.name))
        .map(({ name }) => name);
      if (!schema.dependentRequired && !schema.minProperties) {
        const wrong = validate(model, start).map(({ field }) => field);
        expect(wrong.sort(), context).toEqual(lacking.sort());
      }

      for (let round = 0; round < 4; round++) {
        const properties = schema.properties as Record<string, Record<string, unknown>>;
        const values: Record<string, unknown> = {};
        const wild = r.chance(0.4) ? 0.5 : 0;
        for (const name of names) {
          if (r.chance(0.15)) continue;
          const value = r.chance(wild) ? answer(r) : fitting(r, properties[name] ?? {});
          Object.defineProperty(values, name, { value, enumerable: true });
        }
        const sent = clean(model, values);
        const errors = validate(model, values);
        const where = `${context} round ${round} ${JSON.stringify({ schema, values, errors })}`;
        expect(clean(model, sent), where).toEqual(sent);
        expect(validate(model, sent), where).toEqual(errors);
        expect(Object.keys(sent), where).toEqual(names.filter((name) => Object.hasOwn(sent, name)));
        expect(Object.values(sent).includes(undefined), where).toBe(false);
        if (errors.length === 0) {
          accepted++;
          expect(JSON.parse(JSON.stringify(sent)), where).toEqual(sent);
          expect(judge(schema, sent), where).toBe(true);
        } else {
          refused++;
          const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
          const readable = Object.values(given).every((value) => value !== null && !Number.isNaN(value));
          if (readable && !deliberate(model, values)) expect(judge(schema, given), where).toBe(false);
        }
      }
    }
    // Both sides of the check were really exercised.
    expect(accepted).toBeGreaterThan(300);
    expect(refused).toBeGreaterThan(300);
  },
);
