import { describe, expect, it } from 'vitest';
import { initialValues, readSchema } from '../../../shared/schema-form/index.ts';
import { wrongEntries } from './wrong-entries.ts';

const model = readSchema({
  type: 'object',
  properties: {
    name: { type: 'string', minLength: 2 },
    age: { type: 'integer', minimum: 0 },
    'a.b': { type: 'string', format: 'email' },
    many: { type: 'array', minItems: 2, items: { type: 'string', enum: ['x', 'y', 'z'] } },
    sure: { type: 'boolean' },
  },
  required: ['name', 'many', 'sure'],
});

describe('entries that block an answer', () => {
  it('A31 are those that hold something invalid', () => {
    expect(wrongEntries(model, { age: '12abc' })).toBe(1);
    expect(wrongEntries(model, { age: '1e999', name: 'A', 'a.b': 'x' })).toBe(3);
    expect(wrongEntries(model, { many: ['x'] })).toBe(1);
    expect(wrongEntries(model, { sure: 'yes' })).toBe(1);
  });

  it('are not those that are empty, also when they are required', () => {
    expect(wrongEntries(model, initialValues(model))).toBe(0);
    expect(wrongEntries(model, { name: '', age: ' ', many: [], 'a.b': '' })).toBe(0);
  });

  it('are none in a complete answer', () => {
    expect(wrongEntries(model, { name: 'Ada', age: '36', many: ['x', 'y'], sure: false })).toBe(0);
  });
});
