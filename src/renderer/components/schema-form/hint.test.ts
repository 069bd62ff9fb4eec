import { describe, expect, it } from 'vitest';
import { readSchema } from '../../../shared/schema-form/index.ts';
import { hintFor } from './hint.ts';

describe('hints', () => {
  const hint = (schema: object) => {
    const [field] = readSchema({ properties: { f: schema } }).fields;
    return field && hintFor(field);
  };
  it('say what a field takes, and nothing where nothing limits it', () => {
    expect(hint({ type: 'integer', minimum: 1, maximum: 100 })).toBe('whole number, 1 to 100');
    expect(hint({ type: 'number' })).toBeUndefined();
    expect(hint({ type: 'string', maxLength: 20 })).toBe('up to 20 characters');
    expect(hint({ type: 'array', items: { enum: ['a', 'b'] }, minItems: 1, maxItems: 2 })).toBe(
      'choose 1 to 2',
    );
    expect(hint({ type: 'boolean' })).toBeUndefined();
  });
});
