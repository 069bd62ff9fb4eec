import type { ValidatorType } from '@rjsf/utils';
import { validateAgainst } from '../../../shared/schema-form/index.ts';

const valid = (schema: unknown, value: unknown): boolean => {
  // The engine judges whole objects, so a single value is judged as the only member of one.
  const errors = validateAgainst(
    { type: 'object', properties: { value: schema }, required: ['value'] },
    { value },
  );
  return errors.length === 0;
};

/**
 * What RJSF asks of a validator: only which of several schemas a value fits. The form is checked by the engine that
 * main uses, outside of RJSF; there is no AJV, whose code generation our Content-Security-Policy forbids.
 */
export const validator: ValidatorType = {
  validateFormData: () => ({ errors: [], errorSchema: {} }),
  isValid: (schema, value) => (typeof schema === 'boolean' ? schema : valid(schema, value)),
  rawValidation: () => ({ errors: [] }),
};
