import { isObject, type JsonObject, own, put } from '../json.ts';
import { resolve } from './resolve.ts';
import type { CleanSchema, FormField, FormModel } from './types.ts';

/** How deep and how large a nested argument schema may grow once its references are filled in. */
const MAX_DEPTH = 12;
const MAX_NODES = 4_000;

/**
 * The schema the form renderer gets. Flat fields are rebuilt from the model, so that nothing the renderer acts on by
 * itself (`default`, `const`, `oneOf`, `$ref`, `pattern`, `$schema`) can reach it.
 */
export function cleanSchema(
  model: Pick<FormModel, 'title' | 'description' | 'fields'>,
  raw: ReadonlyMap<FormField, JsonObject>,
  root: JsonObject,
): CleanSchema {
  const properties: CleanSchema['properties'] = {};
  const required: string[] = [];
  const budget = { nodes: MAX_NODES };
  for (const field of model.fields) {
    put(properties, field.key, propertySchema(field, raw.get(field) ?? {}, root, budget));
    if (field.required) required.push(field.key);
  }
  const schema: CleanSchema = { type: 'object', properties };
  if (model.title) schema.title = model.title;
  if (model.description) schema.description = model.description;
  if (required.length > 0) schema.required = required;
  return schema;
}

function propertySchema(
  field: FormField,
  raw: JsonObject,
  root: JsonObject,
  budget: { nodes: number },
): JsonObject {
  const out: JsonObject = { title: field.label };
  if (field.description) out.description = field.description;
  switch (field.kind) {
    case 'object':
    case 'array':
    case 'json':
      return { ...nested(raw, root, budget, 0), ...out };
    case 'choice': {
      const values = (field.options ?? []).map(({ value }) => value);
      const type = typeOf(values);
      return type ? { ...out, type, enum: values } : { ...out, enum: values };
    }
    case 'multi-choice': {
      const values = (field.options ?? []).map(({ value }) => value);
      const type = typeOf(values);
      const items = type ? { type, enum: values } : { enum: values };
      return { ...out, type: 'array', items, uniqueItems: true, ...pick(field, ['minItems', 'maxItems']) };
    }
    case 'boolean':
      return { ...out, type: 'boolean' };
    case 'number':
    case 'integer':
      return {
        ...out,
        type: field.kind,
        ...pick(field, ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf']),
      };
    default:
      return { ...out, type: 'string', ...pick(field, ['format', 'minLength', 'maxLength']) };
  }
}

function typeOf(values: unknown[]): string | undefined {
  const type = values.length > 0 ? typeof values[0] : undefined;
  return values.every((value) => typeof value === type) ? type : undefined;
}

function pick(field: FormField, keys: (keyof FormField)[]): JsonObject {
  return Object.fromEntries(keys.filter((key) => field[key] !== undefined).map((key) => [key, field[key]]));
}

const COPIED = [
  'title',
  'description',
  'type',
  'enum',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'uniqueItems',
  'minProperties',
  'maxProperties',
  'required',
];

/** A nested argument schema without references, patterns, constants and defaults; open where the budget ends. */
function nested(raw: unknown, root: JsonObject, budget: { nodes: number }, depth: number): JsonObject {
  if (depth > MAX_DEPTH || --budget.nodes < 0) return {};
  const resolved = resolve(raw, { root, note: () => undefined });
  if (!resolved.ok) return {};
  const schema = resolved.schema;
  const out: JsonObject = {};
  for (const key of COPIED) if (Object.hasOwn(schema, key)) out[key] = schema[key];
  // A renderer fills in a constant by itself; a list of one value waits for the person.
  if (Object.hasOwn(schema, 'const') && schema.const !== undefined) out.enum = [schema.const];
  if (!Array.isArray(out.required)) delete out.required;
  const properties = own(schema, 'properties');
  if (isObject(properties)) {
    const members: JsonObject = {};
    for (const [name, member] of Object.entries(properties)) {
      if (!isUnsafeKey(name)) put(members, name, nested(member, root, budget, depth + 1));
    }
    out.properties = members;
  }
  for (const key of ['items', 'additionalProperties', 'contains'] as const) {
    const sub = own(schema, key);
    if (typeof sub === 'boolean') out[key] = sub;
    else if (isObject(sub)) out[key] = nested(sub, root, budget, depth + 1);
  }
  for (const key of ['anyOf', 'oneOf', 'prefixItems'] as const) {
    const subs = own(schema, key);
    if (Array.isArray(subs)) out[key] = subs.slice(0, 200).map((sub) => nested(sub, root, budget, depth + 1));
  }
  return out;
}

/** Names that every plain object inherits: reading `values[name]` there finds a function, not an answer. */
export function isUnsafeKey(name: string): boolean {
  return name in Object.prototype || name === 'prototype';
}
