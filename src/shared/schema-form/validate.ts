import { isJson, own } from '../json.ts';
import { checkField } from './check-field.ts';
import { checkBySchema } from './engine.ts';
import type { FieldError, FormField, FormModel } from './types.ts';
import { clean, type Values } from './values.ts';

/**
 * Checks form state or an answer against the form, as it would leave: one plain sentence for each field that is not
 * right, none if the answer may be sent. The same function serves the window and main.
 */
export function validate(model: FormModel, values: Values): FieldError[] {
  const errors: FieldError[] = [];
  const answer = clean(model, values);
  for (const field of model.fields) {
    const message = problem(field, own(answer, field.name));
    if (message) errors.push({ field: field.name, message });
  }
  for (const { name, reason, required } of model.undrawable) {
    if (required && !errors.some((error) => error.field === name))
      errors.push({ field: name, message: reason });
  }
  if (!model.constraints || !isJson(answer)) return errors;
  // Rules across fields, and whole argument schemas; a field that has its sentence already needs no second one.
  const told = errors.map(({ field }) => field);
  for (const error of checkBySchema(model.constraints, answer).errors) {
    if (!told.some((name) => error.field === name || error.field.startsWith(`${name}.`))) errors.push(error);
  }
  return errors;
}

/** What was last said of a field: of thousands only one has changed since. Secrets are not kept. */
const lastSaid = new WeakMap<FormField, { value: unknown; message: string | undefined }>();

function problem(field: FormField, value: unknown): string | undefined {
  if (value === null && field.nullable) return undefined;
  if (value === undefined) return field.required ? missing(field) : undefined;
  const last = lastSaid.get(field);
  if (last && Object.is(last.value, value)) return last.message;
  const message = checkField(field, value);
  if (typeof value !== 'object' && !field.secret) lastSaid.set(field, { value, message });
  return message;
}

function missing(field: FormField): string {
  switch (field.kind) {
    case 'boolean':
      return 'Choose yes or no; this is required.';
    case 'choice':
      return 'Choose one of the options; this is required.';
    case 'multi-choice':
      return 'Choose from the options; this is required.';
    default:
      return 'Fill this in; it is required.';
  }
}

/**
 * Checks any JSON value (tool arguments) against a schema as received. `field` is a dotted path. What is beyond safe
 * checking (enormous or exploding schemas, missing definitions) passes: the server checks again.
 */
export function validateAgainst(rawSchema: unknown, value: unknown): FieldError[] {
  if (!isJson(value)) return [{ field: '', message: 'This holds something JSON cannot carry.' }];
  return checkBySchema(rawSchema, value).errors;
}
