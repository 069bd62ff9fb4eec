import { isObject, type JsonObject, own, ownText } from '../json.ts';
import type { FieldPlace } from './field-place.ts';
import { type OptionList, readOptions } from './options.ts';
import { count, readBounds, readText } from './read-limits.ts';
import { resolve } from './resolve.ts';
import { looksSecret } from './secret.ts';
import { quoted } from './sentences.ts';
import { typeNamed } from './type-names.ts';
import type { FieldKind, FormField } from './types.ts';

/** One property read: a field and what else of its schema the field does not express. */
export type ReadField =
  | { ok: true; field: FormField; raw: JsonObject; rest?: JsonObject }
  | { ok: false; reason: string };

const TEXT_WORDS = ['format', 'pattern', 'minLength', 'maxLength'];
const NUMBER_WORDS = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'];
const MAX_LABEL = 200;
/** Keywords a field cannot hold; they stay with the validator. */
const REST = new Set([
  'allOf',
  'not',
  'if',
  'then',
  'else',
  'anyOf',
  'oneOf',
  'contains',
  'minContains',
  'maxContains',
]);
const KNOWN = new Set([
  ...REST,
  ...TEXT_WORDS,
  ...NUMBER_WORDS,
  ...[
    'type',
    'title',
    'description',
    'default',
    'enum',
    'enumNames',
    'const',
    'required',
    'items',
    'minItems',
  ],
  ...[
    'maxItems',
    'uniqueItems',
    '$ref',
    '$defs',
    'definitions',
    'allOf',
    '$comment',
    '$schema',
    '$id',
    'examples',
  ],
  ...['deprecated', 'readOnly', 'writeOnly', 'nullable', 'properties', 'additionalProperties', '$anchor'],
]);

/** Reads one property of a form. Never throws; what cannot be drawn comes back with its reason. */
export function readField(raw: unknown, place: FieldPlace): ReadField {
  const { dialect, root, note } = place;
  const resolved = resolve(raw, { root, note });
  if (!resolved.ok) {
    if (dialect === 'arguments' && raw !== false) return json(isObject(raw) ? raw : {}, 'json', place);
    return resolved;
  }
  const list = readOptions(resolved.schema, root);
  const result = readKind(resolved.schema, list, place);
  if (result.ok && dialect === 'arguments' && (resolved.nullable || list?.nullable))
    result.field.nullable = true;
  return result;
}

function readKind(schema: JsonObject, list: OptionList | undefined, place: FieldPlace): ReadField {
  const { dialect, note, root } = place;
  if (!list && dialect === 'arguments' && isOpen(schema)) return json(schema, 'json', place);
  const types = typesOf(schema, list, root, note);
  if (types.length > 1 && !list) return union(schema, types, place);
  const [type = 'string'] = types;
  if (list) return choice(schema, list, types, place);
  if (type === 'array') return array(schema, place);
  if (type === 'object') {
    return dialect === 'arguments'
      ? json(schema, 'object', place)
      : { ok: false, reason: 'it is a nested object, which a question form may not contain' };
  }
  if (type === 'null') return { ok: false, reason: 'it accepts nothing but "null"' };
  return scalar(schema, type as 'string' | 'number' | 'integer' | 'boolean', place);
}

/** The types a schema allows; one of its own or, where it names none, what its other keywords can only mean. */
function typesOf(
  schema: JsonObject,
  list: OptionList | undefined,
  root: JsonObject,
  note: (sentence: string) => void,
): string[] {
  const raw = own(schema, 'type');
  const named = (Array.isArray(raw) ? raw : [raw]).filter((name): name is string => typeof name === 'string');
  const types = named.map((name) => {
    const meant = typeNamed(name);
    if (meant === name) return name;
    note(
      meant
        ? `has the type ${quoted(name)}, which was read as "${meant}"`
        : `has the unknown type ${quoted(name)}`,
    );
    return meant;
  });
  const known = [...new Set(types.filter((name) => name !== undefined))];
  if (known.includes('number')) return known.filter((name) => name !== 'integer');
  if (known.length > 0) return known;
  if (list) return [];
  const branches = branchTypes(schema, root);
  if (branches.length > 0) return branches;
  const guess = guessType(schema);
  note(guess ? `names no type and was read as "${guess}"` : 'names no type and was read as text');
  return [guess ?? 'string'];
}

/** True if a schema says nothing about the kind of a value: a tool takes anything there. */
function isOpen(schema: JsonObject): boolean {
  const says = ['type', 'anyOf', 'oneOf', 'properties', 'items', 'minItems', 'maxItems'];
  return ![...says, ...TEXT_WORDS, ...NUMBER_WORDS].some((keyword) => Object.hasOwn(schema, keyword));
}

function guessType(schema: JsonObject): string | undefined {
  const has = (names: readonly string[]): boolean => names.some((name) => Object.hasOwn(schema, name));
  if (has(['properties'])) return 'object';
  if (has(['items', 'minItems', 'maxItems'])) return 'array';
  if (has(TEXT_WORDS)) return 'string';
  if (has(NUMBER_WORDS)) return 'number';
  const value = own(schema, 'default');
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return typeof value;
  return undefined;
}

/** The types the branches of a union have between them; a branch that names none may be text as well. */
function branchTypes(schema: JsonObject, root: JsonObject): string[] {
  const branches = own(schema, 'anyOf') ?? own(schema, 'oneOf');
  if (!Array.isArray(branches)) return [];
  const silent = (): void => undefined;
  const types = branches.slice(0, 100).flatMap((branch) => {
    const resolved = resolve(branch, { root, note: silent });
    if (!resolved.ok) return ['string', 'object'];
    const list = readOptions(resolved.schema, root);
    if (list) return list.options.map(({ value }) => typeof value);
    const type = own(resolved.schema, 'type');
    const names = (Array.isArray(type) ? type : [type]).filter((name) => typeof name === 'string');
    return names.length > 0
      ? names.map((name) => typeNamed(name) ?? name)
      : [guessType(resolved.schema) ?? 'string'];
  });
  const known = [...new Set(types)].filter((type) => type !== 'null');
  return known.includes('number') ? known.filter((type) => type !== 'integer') : known;
}

function union(schema: JsonObject, types: string[], place: FieldPlace): ReadField {
  if (place.dialect === 'arguments') return json(schema, 'json', place);
  if (!types.includes('string')) return { ok: false, reason: 'it accepts values of several kinds' };
  place.note('accepts values of several kinds and is asked as text');
  return scalar(schema, 'string', place);
}

function base(schema: JsonObject, kind: FieldKind, place: FieldPlace): FormField {
  const { name, key, required } = place;
  const title = ownText(schema, 'title');
  const description = ownText(schema, 'description');
  const secret =
    looksSecret(kind, own(schema, 'format'), { name, title, description }) ||
    (kind === 'text' && place.dialect === 'arguments' && own(schema, 'writeOnly') === true);
  const field: FormField = {
    name,
    key,
    label: short(title?.trim() ? title : name || '(no name)', place),
    required,
    kind,
    secret,
  };
  if (description) field.description = description;
  return field;
}

/** A label must fit beside a field; what is cut is named in the repairs, and the whole stays in the received JSON. */
function short(label: string, place: FieldPlace): string {
  if (label.length <= MAX_LABEL) return label;
  place.note(`has a title of ${label.length} characters, which was cut`);
  return `${[...label.slice(0, MAX_LABEL)].slice(0, -1).join('')}…`;
}

function finish(schema: JsonObject, field: FormField): ReadField {
  let rest: JsonObject | undefined;
  for (const keyword of Object.keys(schema)) {
    if (!REST.has(keyword)) continue;
    rest ??= {};
    rest[keyword] = schema[keyword];
  }
  return rest ? { ok: true, field, raw: schema, rest } : { ok: true, field, raw: schema };
}

function scalar(
  schema: JsonObject,
  type: 'string' | 'number' | 'integer' | 'boolean',
  place: FieldPlace,
): ReadField {
  noteUnknown(schema, place);
  const field = base(schema, type === 'string' ? 'text' : type, place);
  if (type === 'string') readText(schema, field, place);
  else if (type !== 'boolean') readBounds(schema, field, place);
  return finish(schema, field);
}

function choice(schema: JsonObject, list: OptionList, types: string[], place: FieldPlace): ReadField {
  noteUnknown(schema, place);
  if (list.dropped > 0) {
    if (place.dialect === 'arguments') return json(schema, 'json', place);
    place.note('offers values that a form cannot show, which were left out');
  }
  if (list.nullable) place.note('also accepts "null", which a form leaves out instead');
  const fitting = list.options.filter(
    ({ value }) => types.length === 0 || types.some((type) => hasType(value, type)),
  );
  if (fitting.length < list.options.length) place.note('offers values of another type, which were left out');
  if (fitting.length === 0) return { ok: false, reason: 'none of its options can be chosen' };
  const field = base(schema, 'choice', place);
  field.options = fitting;
  const rest = finish(schema, field);
  // A union that lists the options is in the field already.
  if (rest.ok && rest.rest && list.union) {
    delete rest.rest[list.union];
    if (Object.keys(rest.rest).length === 0) delete rest.rest;
  }
  // Other limits on the same value hold too (an `enum` with a `minLength`).
  if (fitting.every(({ value }) => typeof value === 'string')) {
    const limits: FormField = { ...field, kind: 'text' };
    readText(schema, limits, { ...place, note: () => undefined });
    for (const key of ['minLength', 'maxLength', 'pattern', 'format'] as const) {
      if (limits[key] !== undefined) Object.assign(field, { [key]: limits[key] });
    }
  } else if (fitting.every(({ value }) => typeof value === 'number')) readBounds(schema, field, place);
  return rest;
}

function hasType(value: unknown, type: string): boolean {
  return type === 'integer' ? Number.isInteger(value) : typeof value === type;
}

function array(schema: JsonObject, place: FieldPlace): ReadField {
  const { dialect, root } = place;
  const items = resolve(own(schema, 'items') ?? {}, { root, note: place.note });
  const list = items.ok ? readOptions(items.schema, root) : undefined;
  if (!items.ok || !list || list.options.length === 0 || list.dropped > 0) {
    if (dialect === 'arguments') return json(schema, 'array', place);
    return { ok: false, reason: 'it is a list without fixed options, which a question form may not contain' };
  }
  const itemType = own(items.schema, 'type');
  const types =
    typeof itemType === 'string' ? [typeNamed(itemType)].filter((name) => name !== undefined) : [];
  const fitting = list.options.filter(
    ({ value }) => types.length === 0 || types.some((type) => hasType(value, type)),
  );
  if (fitting.length === 0) return { ok: false, reason: 'none of its options can be chosen' };
  noteUnknown(schema, place);
  const field = base(schema, 'multi-choice', place);
  field.options = fitting;
  count(schema, field, 'minItems', place);
  count(schema, field, 'maxItems', place);
  return finish(schema, field);
}

function json(schema: JsonObject, kind: 'object' | 'array' | 'json', place: FieldPlace): ReadField {
  return { ok: true, field: base(schema, kind, place), raw: schema };
}

function noteUnknown(schema: JsonObject, place: FieldPlace): void {
  const unknown = Object.keys(schema).filter((key) => !KNOWN.has(key) && !key.startsWith('x-'));
  if (unknown.length === 0) return;
  const shown = unknown
    .slice(0, 5)
    .map((key) => quoted(key))
    .join(', ');
  place.note(`has settings that are not used: ${shown}`);
}
