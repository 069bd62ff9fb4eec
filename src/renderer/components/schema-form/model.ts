import { type Dialect, type FormModel, readSchema } from '../../../shared/schema-form/index.ts';

const cache: Record<Dialect, WeakMap<object, FormModel>> = {
  elicitation: new WeakMap(),
  arguments: new WeakMap(),
};

/** Reads a schema once for all who ask: the form, the count in the footer, the check before sending. */
export const formModel = (schema: unknown, dialect: Dialect): FormModel => {
  if (typeof schema !== 'object' || schema === null) return readSchema(schema, { dialect });
  const known = cache[dialect].get(schema);
  if (known) return known;
  const model = readSchema(schema, { dialect });
  cache[dialect].set(schema, model);
  return model;
};
