import { type Random, random } from '../../../../shared/schema-form/testing/random.ts';

type Json = Record<string, unknown>;

/** No entry at all; apart from every JSON value. */
export const ABSENT = Symbol('absent');
/** An entry that no schema could take, such as "abc" in a number. */
export const WRONG = Symbol('wrong');

/** What a person sees of a field, and so how it is found and used. */
export type Look = 'text' | 'date' | 'date-time' | 'radios' | 'select' | 'boxes' | 'box' | 'yes-no';

/** What the person does with it. Options are named by what stands beside them. */
export type Deed =
  | { do: 'leave' }
  | { do: 'type'; text: string; by: 'keys' | 'paste' }
  | { do: 'type and clear'; text: string; by: 'keys' | 'paste' }
  | { do: 'choose'; option: string }
  | { do: 'choose and clear'; option: string }
  | { do: 'tick'; options: readonly string[] }
  | { do: 'say none' }
  | { do: 'say'; yes: boolean }
  | { do: 'say and clear'; yes: boolean };

/** A field as the server wrote it, and what the test knows about it without asking the engine. */
export interface Part {
  readonly name: string;
  readonly label: string;
  readonly schema: Json;
  readonly required: boolean;
  readonly look: Look;
  readonly number: boolean;
  /** What stands beside each option, and what it means. */
  readonly options: ReadonlyMap<string, unknown>;
  readonly deed: Deed;
}

/** A form and a person's way with it. */
export interface Case {
  readonly seed: number;
  readonly parts: readonly Part[];
  readonly extras: Json;
}

/** The schema as the server sends it. */
export function schemaOf({ parts, extras }: Case): Json {
  const properties: Json = {};
  for (const { name, schema } of parts) {
    Object.defineProperty(properties, name, { value: schema, enumerable: true });
  }
  const required = parts.filter((part) => part.required).map(({ name }) => name);
  return { type: 'object', properties, ...(required.length > 0 ? { required } : {}), ...extras };
}

const NAMES = ['name', 'env', 'n', 'flag', 'a.b', 'with space', 'constructor', 'toString', 'Z', 'ключ', '0'];
const MANY = ['Aarhus', 'Bern', 'Cork', 'Dijon', 'Essen', 'Faro', 'Graz', 'Hull'];

/** The form of a seed. Each field depends on the seed and its name only, so that leaving one out changes no other. */
export function caseOf(seed: number): Case {
  const r = random(seed);
  const count = r.pick([1, 1, 1, 2, 2, 3]);
  const first = r.int(0, NAMES.length - 1);
  const parts: Part[] = [];
  for (let i = 0; i < count; i += 1) {
    parts.push(partOf(random(seed * 31 + i * 7919), NAMES[(first + i * 4) % NAMES.length] as string));
  }
  // Whoever reads JSON into objects gets names that are numbers first.
  parts.sort((a, b) => Number(b.name === '0') - Number(a.name === '0'));
  const extras: Json = {};
  if (r.chance(0.2)) extras.$schema = 'http://json-schema.org/draft-07/schema#';
  if (r.chance(0.2)) extras.additionalProperties = false;
  const [a, b] = parts;
  if (r.chance(0.15) && a && b) extras.dependentRequired = { [a.name]: [b.name] };
  if (r.chance(0.1)) extras.minProperties = 1;
  return { seed, parts, extras };
}

function partOf(r: Random, name: string): Part {
  const required = r.chance(0.45);
  const made = r.pick(MAKERS)(r, required);
  const title = r.chance(0.5) ? { title: `Title of ${name}` } : {};
  const note = r.chance(0.3) ? { description: `About ${name}.` } : {};
  return {
    name,
    label: title.title ?? name,
    required,
    number: false,
    options: new Map(),
    ...made,
    schema: { ...made.schema, ...title, ...note },
  };
}

type Made = Pick<Part, 'schema' | 'look' | 'deed'> & Partial<Pick<Part, 'number' | 'options'>>;
type Maker = (r: Random, required: boolean) => Made;

const some = (r: Random, keys: Json): Json =>
  Object.fromEntries(Object.entries(keys).filter(() => r.chance(0.35)));

const typing = (r: Random, texts: readonly string[]): Deed =>
  r.pick<Deed>([
    { do: 'type', text: r.pick(texts), by: 'keys' },
    { do: 'type', text: r.pick(texts), by: 'paste' },
    { do: 'type and clear', text: r.pick(texts), by: 'paste' },
    { do: 'leave' },
  ]);

const text: Maker = (r) => ({
  look: 'text',
  schema: {
    ...r.pick([{ type: 'string' }, { type: 'string' }, { type: ['string', 'null'] }, { type: 'String' }]),
    ...some(r, { minLength: r.int(0, 3), maxLength: r.int(2, 6), pattern: r.pick(['^[a-z]+$', '\\d']) }),
    ...(r.chance(0.25) ? { default: r.pick<unknown>(['abc', 'ab1', 7, false, ['a']]) } : {}),
  },
  deed: typing(r, ['a', 'abc', 'a1', '😀b', ' x ', 'true', '12']),
});

const format: Maker = (r) => ({
  look: 'text',
  schema: {
    type: 'string',
    format: r.pick(['email', 'uri', 'phone']),
    ...(r.chance(0.2) ? { default: r.pick<unknown>(['x@y.org', 'a:b', 3]) } : {}),
  },
  deed: typing(r, ['x@y.z', 'a:b', 'no']),
});

const date: Maker = (r) => ({
  look: 'date',
  schema: {
    type: 'string',
    format: 'date',
    ...(r.chance(0.3) ? { default: r.pick<unknown>(['2024-02-29', '2023-02-29', 'soon', 5]) } : {}),
  },
  deed: typing(r, ['2026-03-08', '2024-02-29']),
});

const dateTime: Maker = (r) => ({
  look: 'date-time',
  schema: {
    type: 'string',
    format: 'date-time',
    ...(r.chance(0.4) ? { default: r.pick(['2026-01-01T10:00:00+05:30', '2026-01-01 10:00', 'x']) } : {}),
  },
  deed: typing(r, ['2026-03-08T14:30']),
});

const number: Maker = (r) => {
  const whole = r.chance(0.5);
  return {
    look: 'text',
    number: true,
    schema: {
      type: whole ? 'integer' : 'number',
      ...some(r, {
        minimum: r.int(-2, 3),
        maximum: r.int(1, 20),
        exclusiveMinimum: r.int(-3, 1),
        multipleOf: r.pick([0.5, 1, 3]),
      }),
      ...(r.chance(0.25) ? { default: r.pick<unknown>([2, 3.5, 0, '4', true]) } : {}),
    },
    deed: typing(r, ['12', '1.5', '-1', '0', '3', '.5', '1e1', '007', '1e999', 'NaN', 'abc', '1,5', '1.']),
  };
};

const yesNo: Maker = (r, required) => {
  const start = r.chance(0.3) ? { default: r.pick<unknown>([true, false, 'true', 0]) } : {};
  const filled = typeof start.default === 'boolean';
  return {
    look: required && !filled ? 'yes-no' : 'box',
    schema: { type: 'boolean', ...start },
    deed: r.pick<Deed>([
      { do: 'leave' },
      { do: 'say', yes: true },
      { do: 'say', yes: false },
      ...(required ? [] : [{ do: 'say and clear', yes: r.chance(0.5) } as const]),
    ]),
  };
};

const choice: Maker = (r, required) => {
  const many = r.chance(0.25);
  const values: unknown[] = many
    ? MANY.slice(0, r.int(6, 8))
    : r.pick<unknown[]>([['dev', 'prod'], ['a'], ['a', 'b', 'c', ''], [1, 2, 3], ['x y', 'true', '3']]);
  const kind = values.every((value) => typeof value === 'number') ? 'integer' : 'string';
  const plain = (value: unknown): string => (value === '' ? '(empty text)' : String(value));
  const way = r.pick<() => [Json, (value: unknown, at: number) => string]>([
    () => [{ type: kind, enum: values }, plain],
    () => [{ enum: [...values, null] }, plain],
    () => [
      { type: kind, enum: values, enumNames: values.map((_, at) => `Named ${at}`) },
      (_, at) => `Named ${at}`,
    ],
    () => [
      { type: kind, oneOf: values.map((value, at) => ({ const: value, title: `Titled ${at}` })) },
      (_, at) => `Titled ${at}`,
    ],
  ])();
  const [schema, name] = way;
  const options = new Map(values.map((value, at) => [name(value, at), value]));
  const start = r.chance(0.3) ? { default: r.pick<unknown>([...values, 'elsewhere', 99]) } : {};
  const option = r.pick([...options.keys()]);
  return {
    look: many ? 'select' : 'radios',
    schema: { ...schema, ...start },
    options,
    deed: r.pick<Deed>([
      { do: 'leave' },
      { do: 'choose', option },
      ...(required ? [] : [{ do: 'choose and clear', option } as const]),
    ]),
  };
};

const boxes: Maker = (r, required) => {
  const values = ['a', 'abc', 'prod', 'ABC'].slice(0, r.int(1, 4));
  const titled = r.chance(0.5);
  const label = (value: string, at: number): string => (titled ? `Titled ${at}` : value);
  const options = new Map<string, unknown>(values.map((value, at) => [label(value, at), value]));
  const items = titled
    ? { [r.pick(['anyOf', 'oneOf'])]: values.map((value, at) => ({ const: value, title: label(value, at) })) }
    : { type: 'string', enum: values };
  const limits: Json = some(r, { minItems: r.int(0, 2), maxItems: r.int(1, 3), uniqueItems: true });
  const start: Json = r.chance(0.3) ? { default: r.pick<unknown>([['a'], values, ['nope'], 'a']) } : {};
  const mayBeNone = required && !limits.minItems && Object.keys(start).length === 0;
  return {
    look: 'boxes',
    schema: { type: 'array', items, ...limits, ...start },
    options,
    deed: r.pick<Deed>([
      { do: 'leave' },
      ...(mayBeNone ? [{ do: 'say none' } as const] : []),
      { do: 'tick', options: [...options.keys()].filter(() => r.chance(0.6)) },
    ]),
  };
};

const MAKERS: readonly Maker[] = [
  ...[text, text, format, date, dateTime, number, number, yesNo, yesNo, choice, choice, boxes],
];
