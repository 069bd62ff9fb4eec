import { isObject, type JsonObject, own, ownText, put } from '../json.ts';
import { madeOnce } from '../made-once.ts';
import { ALTERNATIVES, alternativesOf } from './shape.ts';
import { validateAgainst } from './validate.ts';

const NAMES = 3;

/** What a person calls each of several nested schemas: by title, by the constant that tells it, or by what it takes. */
export function alternativeNames(schemas: readonly JsonObject[]): string[] {
  const names = schemas.map((schema) => ownText(schema, 'title')?.trim() || typeWords(schema));
  return names.map((name, at) => {
    const before = names.slice(0, at).filter((other) => other === name).length;
    return before > 0 ? `${name} (${before + 1})` : name;
  });
}

/** What a nested schema takes, in a few words: "text", "list of numbers", "object with a, b". */
export function typeWords(schema: JsonObject): string {
  const values = own(schema, 'enum');
  if (Array.isArray(values)) return few(values.map(String), values.length > 1 ? 'one of ' : '');
  const inner = alternativesOf(schema);
  if (inner.length > 0) return few(inner.map(typeWords), '', ' or ');
  switch (own(schema, 'type')) {
    case 'string':
      return TEXTS[String(own(schema, 'format'))] ?? 'text';
    case 'number':
      return 'number';
    case 'integer':
      return 'whole number';
    case 'boolean':
      return 'yes or no';
    case 'null':
      return 'nothing (null)';
    case 'array':
      return listWords(own(schema, 'items'));
    case 'object':
      return objectWords(schema);
    default:
      return 'any JSON';
  }
}

const TEXTS: Record<string, string> = {
  date: 'date',
  'date-time': 'date and time',
  email: 'e-mail address',
  uri: 'full address',
};

const MANY: Record<string, string> = {
  string: 'texts',
  number: 'numbers',
  integer: 'whole numbers',
  boolean: 'yes or no',
  object: 'objects',
  array: 'lists',
};

function listWords(items: unknown): string {
  if (Array.isArray(items)) return `list of ${items.length} ${items.length === 1 ? 'value' : 'values'}`;
  if (!isObject(items)) return 'list';
  if (Array.isArray(own(items, 'enum'))) return 'list of options';
  const many = MANY[String(own(items, 'type'))];
  return many ? `list of ${many}` : 'list';
}

function objectWords(schema: JsonObject): string {
  const constants = Object.values(constantsOf(schema)).map(String);
  if (constants.length > 0) return few(constants, '');
  const properties = own(schema, 'properties');
  const all = isObject(properties) ? Object.keys(properties) : [];
  const required = own(schema, 'required');
  const needed = Array.isArray(required) ? all.filter((name) => required.includes(name)) : [];
  const names = needed.length > 0 ? needed : all;
  return names.length > 0 ? few(names, 'object with ') : 'object';
}

function few(words: readonly string[], before: string, between = ', '): string {
  const shown = words.slice(0, NAMES).join(between);
  return `${before}${shown}${words.length > NAMES ? ', …' : ''}`;
}

/** The members of an object schema that can have one value only, and are needed. */
export function constantsOf(schema: JsonObject): JsonObject {
  const found: JsonObject = {};
  const properties = own(schema, 'properties');
  if (!isObject(properties)) return found;
  for (const [name, member] of Object.entries(properties)) {
    const values = isObject(member) ? own(member, 'enum') : undefined;
    if (Array.isArray(values) && values.length === 1) put(found, name, values[0]);
  }
  return found;
}

/** Which alternative a value follows: the one it fits, else the likeliest by kind, constants and names; -1 for none. */
export function alternativeFor(schemas: readonly JsonObject[], value: unknown): number {
  if (value === undefined) return -1;
  const apt = schemas.map((schema) => likeness(schema, value));
  const best = Math.max(...apt);
  if (best < 0) return -1;
  const fitting = schemas.findIndex(
    (schema, at) => (apt[at] ?? -1) >= 0 && alternativeErrors(schema, value).length === 0,
  );
  return fitting === -1 ? apt.indexOf(best) : fitting;
}

/** False where a value is of another kind than an alternative, or has another constant. */
export function mayFollow(schema: JsonObject, value: unknown): boolean {
  return likeness(schema, value) >= 0;
}

/** Below zero where a value cannot be meant for a schema, else how many of its members the schema names. */
function likeness(schema: JsonObject, value: unknown): number {
  const inner = alternativesOf(schema);
  if (inner.length > 0) return Math.max(...inner.map((each) => likeness(each, value)));
  const values = own(schema, 'enum');
  if (Array.isArray(values)) return values.some((each) => each === value) ? 1 : -1;
  const type = own(schema, 'type');
  if (type === undefined) return 0;
  if (type !== kindOf(value) && !(type === 'integer' && typeof value === 'number')) return -1;
  if (!isObject(value)) return 1;
  let known = 0;
  for (const [name, constant] of Object.entries(constantsOf(schema))) {
    if (!Object.hasOwn(value, name)) continue;
    if (value[name] !== constant) return -1;
    known += 10;
  }
  const properties = own(schema, 'properties');
  const names = isObject(properties) ? properties : {};
  return known + Object.keys(value).filter((name) => Object.hasOwn(names, name)).length;
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

/** What an alternative starts with once it is chosen: its constants, and what it shares with the value before. */
export function startOf(schema: JsonObject, before: unknown): unknown {
  const values = own(schema, 'enum');
  if (Array.isArray(values) && values.length === 1) return values[0];
  switch (own(schema, 'type')) {
    case 'null':
      return null;
    case 'object': {
      const properties = own(schema, 'properties');
      const start: JsonObject = {};
      const constants = constantsOf(schema);
      for (const name of Object.keys(isObject(properties) ? properties : {})) {
        if (Object.hasOwn(constants, name)) put(start, name, constants[name]);
        else if (isObject(before) && Object.hasOwn(before, name)) put(start, name, before[name]);
      }
      return start;
    }
    case 'array':
      return Array.isArray(before) ? before : [];
    default:
      return mayFollow(schema, before) && before !== null ? before : undefined;
  }
}

/** What is wrong with a value for one alternative, by paths inside it. */
export function alternativeErrors(schema: JsonObject, value: unknown): ReturnType<typeof validateAgainst> {
  const errors = validateAgainst(wrapped(schema), { value });
  return errors.map(({ field, message }) => ({ field: field.replace(/^value\.?/, ''), message }));
}

/** A nested schema for the engine, which judges whole objects and knows alternatives as `anyOf`. */
const wrapped = madeOnce(
  (schema: JsonObject): JsonObject => ({
    type: 'object',
    properties: { value: plain(schema) },
    required: ['value'],
  }),
);

function plain(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(plain);
  if (!isObject(node)) return node;
  const out: JsonObject = {};
  for (const [key, value] of Object.entries(node)) {
    if (key === 'enum') put(out, key, value);
    else put(out, key === ALTERNATIVES ? 'anyOf' : key, plain(value));
  }
  if (Array.isArray(own(node, 'enum'))) delete out.type;
  return out;
}
