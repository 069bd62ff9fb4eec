import { isObject, type JsonObject, own, ownText, put } from '../json.ts';
import { alternativeNames } from './alternatives.ts';
import { readOptions } from './options.ts';
import { resolve } from './resolve.ts';
import { looksSecret } from './secret.ts';
import { ALTERNATIVES, guessType, LABEL } from './shape.ts';
import { typeNamed } from './type-names.ts';

/** How deep and how large a nested argument schema may grow once its references are filled in. */
const MAX_DEPTH = 12;
const MAX_NODES = 4_000;
const MAX_ALTERNATIVES = 200;

const COPIED: Record<string, readonly string[]> = {
  object: ['minProperties', 'maxProperties'],
  array: ['minItems', 'maxItems', 'uniqueItems'],
  string: ['minLength', 'maxLength', 'pattern'],
  number: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
};
/** The formats that mean a control; of others a renderer knows more than is wanted (files). */
const FORMATS = new Set<unknown>([
  ...['email', 'uri', 'date', 'date-time', 'password', 'multiline', 'textarea', 'markdown'],
]);
/** What says of what kind a value is. */
const SHAPES = [
  ...['type', 'properties', 'items', 'prefixItems', 'enum', 'const', 'anyOf', 'oneOf', '$ref'],
  ...['additionalProperties', 'allOf'],
];

/** What the nodes of one schema are rebuilt with. */
export interface NestedRun {
  root: JsonObject;
  nodes: number;
}

export const nestedRun = (root: JsonObject): NestedRun => ({ root, nodes: MAX_NODES });

/** Where a nested schema stands: its member's name, and whether what it is part of is a secret. */
interface Place {
  name: string;
  secret: boolean;
}

/**
 * A nested argument schema as the form draws it: without references, constants and defaults, a closed list as `enum`
 * with `enumNames`, alternatives in `ALTERNATIVES` with a name for each, fixed places of a list in `items`, text that is
 * a secret `writeOnly`. A schema without type, list and alternatives takes any JSON; so does one beyond the limits.
 */
export function nestedSchema(raw: unknown, run: NestedRun, place: Place, depth = 0): JsonObject {
  if (depth > MAX_DEPTH || --run.nodes < 0) return {};
  const resolved = resolve(raw, { root: run.root, note: () => undefined });
  if (!resolved.ok) return isObject(raw) ? annotated(raw) : {};
  const { schema } = resolved;
  const out = annotated(schema);
  if (resolved.nullable) out.nullable = true;
  const secret = place.secret || isSecret(schema, place.name);
  const here: Here = { schema, out, run, place: { name: place.name, secret }, depth };
  const list = readOptions(schema, run.root);
  if (list) return options(here, list.dropped > 0 ? [] : list.options);
  const branches = alternatives(schema, run.root);
  if (branches) {
    const built = branches.map((branch) => nestedSchema(branch, run, here.place, depth + 1));
    const names = alternativeNames(built);
    const more = resolved.nullable ? { nullable: true } : {};
    out[ALTERNATIVES] = built.map((each, at) => ({ ...each, ...more, [LABEL]: names[at] }));
    return out;
  }
  const type = typesOf(schema)[0];
  if (type !== undefined) out.type = type;
  if (type === 'object') members(here);
  else if (type === 'array') entries(here);
  for (const key of COPIED[type === 'integer' ? 'number' : (type ?? '')] ?? []) {
    if (Object.hasOwn(schema, key)) out[key] = schema[key];
  }
  if (type === 'string') {
    if (FORMATS.has(own(schema, 'format'))) out.format = schema.format;
    if (secret) out.writeOnly = true;
  }
  return out;
}

interface Here {
  readonly schema: JsonObject;
  readonly out: JsonObject;
  readonly run: NestedRun;
  readonly place: Place;
  readonly depth: number;
}

function annotated(schema: JsonObject): JsonObject {
  const out: JsonObject = {};
  for (const key of ['title', 'description'] as const) {
    const text = ownText(schema, key);
    if (text) out[key] = text;
  }
  return out;
}

function isSecret(schema: JsonObject, name: string): boolean {
  if (own(schema, 'writeOnly') === true) return true;
  const [title, description] = [ownText(schema, 'title'), ownText(schema, 'description')];
  return looksSecret('text', own(schema, 'format'), { name, title, description });
}

function options({ out }: Here, list: readonly { value: unknown; label: string }[]): JsonObject {
  // A constant that no option can show is written as JSON.
  if (list.length === 0) return out;
  const type = typeof list[0]?.value;
  if (list.every(({ value }) => typeof value === type)) out.type = type;
  out.enum = list.map(({ value }) => value);
  if (list.some(({ value, label }) => label !== String(value)))
    out.enumNames = list.map(({ label }) => label);
  return out;
}

function typesOf(schema: JsonObject): string[] {
  const raw = own(schema, 'type');
  const named = (Array.isArray(raw) ? raw : [raw])
    .map((name) => (typeof name === 'string' ? typeNamed(name) : undefined))
    .filter((name) => name !== undefined);
  const types = named.length > 0 ? named : [guessType(schema)].filter((name) => name !== undefined);
  return [...new Set(types.includes('number') ? types.filter((name) => name !== 'integer') : types)];
}

/** The kinds of value a schema allows, each as a schema of its own; undefined where there is but one. */
function alternatives(schema: JsonObject, root: JsonObject): JsonObject[] | undefined {
  const { anyOf, oneOf, title: _, description: __, default: ___, ...rest } = schema;
  const branches = Array.isArray(anyOf) ? anyOf : oneOf;
  if (Array.isArray(branches) && branches.length > 1) {
    // Those that only limit one kind of value (which names must be there) are for the check, not for the eye.
    const shaped = branches.some(
      (branch) => isObject(branch) && SHAPES.some((keyword) => Object.hasOwn(branch, keyword)),
    );
    const limits = SHAPES.some((keyword) => Object.hasOwn(rest, keyword)) && onlyRefine(branches);
    if (shaped && !limits) {
      const whole = Object.keys(rest).length > 0;
      return branches.slice(0, MAX_ALTERNATIVES).map((branch) => {
        if (!whole) return isObject(branch) ? branch : {};
        const joined = resolve({ allOf: [rest, branch] }, { root, note: () => undefined });
        return joined.ok ? joined.schema : isObject(branch) ? branch : {};
      });
    }
  }
  const types = typesOf(schema);
  if (types.length < 2) return undefined;
  return types.map((type) => ({ ...rest, type }));
}

function onlyRefine(branches: readonly unknown[]): boolean {
  const refines = new Set(['type', 'required', 'not', 'title', 'description']);
  return branches.every((branch) => isObject(branch) && Object.keys(branch).every((key) => refines.has(key)));
}

function members({ schema, out, run, place, depth }: Here): void {
  const properties = own(schema, 'properties');
  if (isObject(properties)) {
    const built: JsonObject = {};
    for (const [name, member] of Object.entries(properties)) {
      if (!isUnsafeKey(name))
        put(built, name, nestedSchema(member, run, { name, secret: place.secret }, depth + 1));
    }
    out.properties = built;
  }
  const required = own(schema, 'required');
  if (Array.isArray(required)) out.required = required.filter((name) => typeof name === 'string');
  const others = own(schema, 'additionalProperties');
  if (typeof others === 'boolean') out.additionalProperties = others;
  else if (isObject(others)) {
    out.additionalProperties = nestedSchema(others, run, { name: '', secret: place.secret }, depth + 1);
  }
}

function entries({ schema, out, run, place, depth }: Here): void {
  const items = own(schema, 'items');
  const fixed = Array.isArray(items) ? items : own(schema, 'prefixItems');
  const others = Array.isArray(items) ? own(schema, 'additionalItems') : items;
  // An entry is called by its place; only its own words make it a secret, or what the whole list is called.
  const entry = (raw: unknown): JsonObject => nestedSchema(raw, run, place, depth + 1);
  if (Array.isArray(fixed) && fixed.length > 0) {
    out.items = fixed
      .slice(0, MAX_ALTERNATIVES)
      .map(entry)
      .map((each, at) => ({ ...each, [LABEL]: each.title ?? `Item ${at + 1}` }));
    if (isObject(others)) out.additionalItems = entry(others);
  } else if (isObject(others)) out.items = entry(others);
}

/** Names that every plain object inherits: reading `values[name]` there finds a function, not an answer. */
export function isUnsafeKey(name: string): boolean {
  return name in Object.prototype || name === 'prototype';
}
