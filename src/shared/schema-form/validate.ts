import { checkField } from './check-field.ts';
import { isObject } from './json.ts';
import { readSchema } from './read.ts';
import type { FieldError, FormField, FormModel } from './types.ts';
import { clean, type Values, valueOf } from './values.ts';

/**
 * Checks form state or an answer against the form, as it would leave: one plain sentence for each field that is not
 * right, none if the answer may be sent. The same function serves the window and main.
 */
export function validate(model: FormModel, values: Values): FieldError[] {
  const errors: FieldError[] = [];
  const answer = clean(model, values);
  for (const field of model.fields) {
    const message = problem(field, answer);
    if (message) errors.push({ field: field.name, message });
  }
  for (const { name, reason, required } of model.undrawable) {
    if (required) errors.push({ field: name, message: reason });
  }
  return errors;
}

function problem(field: FormField, answer: Values): string | undefined {
  const value = valueOf(answer, { ...field, key: field.name });
  if (value !== undefined) return checkField(field, value);
  return field.required ? missing(field) : undefined;
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

/** Checks a whole value (tool arguments) against a schema as received. */
export function validateAgainst(rawSchema: unknown, value: unknown): FieldError[] {
  if (!isObject(value)) return [{ field: '', message: 'Enter a JSON object.' }];
  return validate(readSchema(rawSchema, { dialect: 'arguments' }), value);
}
