import { clean, type FormModel, type Values, validate } from '../../../shared/schema-form/index.ts';
import { topOf } from '../schema-form/shown-errors.ts';

/**
 * How many fields hold something that could not be sent. A required field that is still empty does not count: nothing
 * is wrong with it, it is only not answered yet.
 */
export const wrongEntries = (model: FormModel, values: Values): number => {
  const errors = validate(model, values);
  if (errors.length === 0) return 0;
  const names = new Set(model.fields.map(({ name }) => name));
  const held = clean(model, values);
  const wrong = new Set<string>();
  for (const { field } of errors) {
    const name = topOf(field, names);
    if (Object.hasOwn(held, name) && !isEmptyList(held[name])) wrong.add(name);
  }
  return wrong.size;
};

/** Check boxes of which none is ticked. */
const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0;
