import type { FormField } from '../../../shared/schema-form/index.ts';

type Schema = Readonly<Record<string, unknown>>;

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

const kindOf = (schema: Schema): FormField['kind'] => {
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  if (Array.isArray(schema.enum)) return 'choice';
  if (type === 'array') return 'multi-choice';
  if (type === 'boolean' || type === 'integer' || type === 'number') return type;
  if (type === 'string') return 'text';
  return 'json';
};

const options = (values: unknown): FormField['options'] =>
  (Array.isArray(values) ? values : [])
    .filter(
      (value): value is string | number | boolean =>
        typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean',
    )
    .map((value) => ({ value, label: String(value) }));

/** A field for a schema inside a nested argument, where the form model has none. */
export const describeNested = (
  schema: Schema,
  place: { key: string; label: string; required: boolean },
): FormField => {
  const kind = kindOf(schema);
  const items = typeof schema.items === 'object' && schema.items !== null ? (schema.items as Schema) : {};
  const description = text(schema.description);
  return {
    name: place.key,
    key: place.key,
    label: text(schema.title) ?? place.label,
    required: place.required,
    kind,
    secret: false,
    ...(description ? { description } : {}),
    ...(kind === 'choice' ? { options: options(schema.enum) } : {}),
    ...(kind === 'multi-choice' ? { options: options(items.enum) } : {}),
  };
};
