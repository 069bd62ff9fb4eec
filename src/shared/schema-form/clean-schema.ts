import { type JsonObject, put } from '../json.ts';
import { type NestedRun, nestedRun, nestedSchema } from './nested-schema.ts';
import type { CleanSchema, FormField, FormModel } from './types.ts';

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
  const run = nestedRun(root);
  for (const field of model.fields) {
    put(properties, field.key, propertySchema(field, raw.get(field) ?? {}, run));
    if (field.required) required.push(field.key);
  }
  const schema: CleanSchema = { type: 'object', properties };
  if (model.title) schema.title = model.title;
  if (model.description) schema.description = model.description;
  if (required.length > 0) schema.required = required;
  return schema;
}

function propertySchema(field: FormField, raw: JsonObject, run: NestedRun): JsonObject {
  const out: JsonObject = { title: field.label };
  if (field.description) out.description = field.description;
  switch (field.kind) {
    case 'object':
    case 'array':
    case 'json':
      return { ...nestedSchema(raw, run, { name: field.name, secret: field.secret }), ...out };
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
