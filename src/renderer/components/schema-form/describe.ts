import type { JsonObject } from '../../../shared/json.ts';
import type { FormField } from '../../../shared/schema-form/index.ts';
import { PatternBudget } from '../../../shared/schema-form/pattern.ts';
import { readField } from '../../../shared/schema-form/read-field.ts';
import { LABEL } from '../../../shared/schema-form/shape.ts';
import type { FieldPath } from './form-context.ts';

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value : undefined;

/** What a nested value is called: by where it stands in a list, else by its title or name. */
export const nestedLabel = (schema: JsonObject, path: FieldPath): string => {
  const own = text(schema[LABEL]);
  if (own !== undefined) return own;
  const last = path.at(-1);
  const title = text(schema.title);
  if (typeof last === 'number') return `${title ?? 'Item'} ${last + 1}`;
  return title ?? (text(last) || '(no name)');
};

/** A field for a schema inside a nested argument, where the form model has none: with the limits of any other field. */
export const describeNested = (
  schema: JsonObject,
  place: { path: FieldPath; required: boolean },
): FormField => {
  const { path, required } = place;
  const key = String(path.at(-1) ?? '');
  const reading = readField(schema, {
    // An entry of a list has no name of its own.
    name: typeof path.at(-1) === 'number' ? '' : key,
    key,
    required,
    dialect: 'arguments',
    root: {},
    patterns: new PatternBudget(),
    note: () => undefined,
  });
  const label = nestedLabel(schema, path);
  if (!reading.ok) return { name: key, key, label, required, kind: 'json', secret: false };
  return { ...reading.field, name: key, label };
};
