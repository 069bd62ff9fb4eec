import { describe, expect, it } from 'vitest';
import { validator } from './validator.ts';

describe('the validator RJSF gets', () => {
  it('knows which of several schemas a value fits', () => {
    const rootSchema = {};
    expect(validator.isValid({ type: 'integer' }, 3, rootSchema)).toBe(true);
    expect(validator.isValid({ type: 'integer' }, 'x', rootSchema)).toBe(false);
    const byName = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] } as const;
    expect(validator.isValid({ ...byName, required: ['name'] }, { name: 'x' }, rootSchema)).toBe(true);
    expect(validator.isValid({ ...byName, required: ['name'] }, { id: 1 }, rootSchema)).toBe(false);
  });
  it('leaves checking an answer to the engine', () => {
    expect(validator.validateFormData({}, { required: ['a'] })).toEqual({ errors: [], errorSchema: {} });
  });
});
