import { isObject, type JsonObject, own, put } from '../json.ts';
import { parseNumber } from './numbers.ts';
import type { FormField, FormModel } from './types.ts';

/** Form state or an answer; keyed by `FormField.key` or `FormField.name`. */
export type Values = Record<string, unknown>;

/** What a form starts with: the schema's (right-typed) defaults, and nothing else is chosen. */
export function initialValues(model: FormModel): Values {
  const values: Values = {};
  for (const field of model.fields) {
    if (field.default !== undefined) put(values, field.key, copy(field.default));
  }
  return values;
}

/** For prepared answers: schema defaults fill fields the answers do not mention at all. Keyed by wire names. */
export function applyDefaults(model: FormModel, values: Values): Values {
  const given = isObject(values) ? values : {};
  const filled: Values = {};
  for (const [key, value] of Object.entries(given)) put(filled, key, value);
  for (const field of model.fields) {
    if (field.default === undefined || mentions(given, field)) continue;
    put(filled, field.name, copy(field.default));
  }
  return filled;
}

/**
 * What leaves: own values of the form's fields in the schema's order. Empty optional entries are absent, number texts
 * are numbers (or stay text, for `validate` to refuse), and a default that was cleared does not come back.
 */
export function clean(model: FormModel, values: Values): Record<string, unknown> {
  const given = isObject(values) ? values : {};
  const out: Record<string, unknown> = {};
  for (const field of model.fields) {
    const value = outgoing(field, answerFor(given, field));
    if (value !== undefined) put(out, field.name, value);
  }
  // A tool's schema may allow arguments it does not list; a question form has only its fields.
  if (model.dialect === 'arguments') {
    for (const key of unknownKeys(model, given)) if (given[key] !== undefined) put(out, key, given[key]);
  }
  return out;
}

/** Keys of `values` that are no field of the form. */
export function unknownKeys(model: FormModel, values: Values): string[] {
  const known = new Set(model.fields.flatMap(({ key, name }) => [key, name]));
  return Object.keys(values).filter((key) => !known.has(key));
}

/** The value of a field, by its key in the form or its name on the wire. */
function answerFor(values: JsonObject, field: FormField): unknown {
  return Object.hasOwn(values, field.key) ? values[field.key] : own(values, field.name);
}

function mentions(values: JsonObject, field: FormField): boolean {
  return Object.hasOwn(values, field.key) || Object.hasOwn(values, field.name);
}

function outgoing(field: FormField, value: unknown): unknown {
  if (value === undefined) return undefined;
  if (value === null) return field.nullable || isOpen(field) ? null : undefined;
  switch (field.kind) {
    case 'number':
    case 'integer': {
      if (typeof value !== 'string') return Object.is(value, -0) ? 0 : value;
      if (value.trim() === '') return undefined;
      const parsed = parseNumber(value);
      return parsed.ok ? parsed.value : value;
    }
    case 'multi-choice':
      // Unticking every box of a filled-in default is an answer; a list nobody touched is none.
      if (Array.isArray(value) && value.length === 0 && !field.required && !startsFilled(field))
        return undefined;
      return value;
    case 'choice':
      return value === '' && !field.options?.some((option) => option.value === '') ? undefined : value;
    case 'text':
    case 'multiline':
      return value === '' && !(field.required && field.default === '') ? undefined : value;
    default:
      return value;
  }
}

/** Drawn as raw JSON, where null is a value like any other. */
function isOpen(field: FormField): boolean {
  return field.kind === 'object' || field.kind === 'array' || field.kind === 'json';
}

function startsFilled(field: FormField): boolean {
  return Array.isArray(field.default) && field.default.length > 0 && (field.minItems ?? 0) <= 0;
}

/** Form state must not share a default with the model. */
function copy(value: unknown): unknown {
  return typeof value === 'object' && value !== null ? JSON.parse(JSON.stringify(value)) : value;
}
