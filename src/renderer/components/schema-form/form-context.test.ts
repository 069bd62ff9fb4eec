import { describe, expect, it } from 'vitest';
import { readSchema } from '../../../shared/schema-form/index.ts';
import { errorKey, fieldAt } from './form-context.ts';

describe('errors and fields by path', () => {
  const model = readSchema({ properties: { constructor: { type: 'string' }, 'a b.c': { type: 'string' } } });
  const fields = new Map(model.fields.map((field) => [field.key, field]));
  it('A37: a name with a dot or a space, or one every object inherits, is found under its wire name', () => {
    const keys = model.fields.map((field) => errorKey(fields, [field.key]));
    expect(keys).toEqual(['constructor', 'a b.c']);
    expect(errorKey(fields, ['x', 0, 'y'])).toBe('x.0.y');
    expect(fieldAt(fields, ['a b.c'])?.name).toBe('a b.c');
    expect(fieldAt(fields, ['a b.c', 'd'])).toBeUndefined();
  });
});
