import { isObject } from '../../../shared/json.ts';
import type { FormField } from '../../../shared/schema-form/index.ts';

/** Whether the control of a field can show a value, right or wrong. */
export const canShow = (field: FormField, value: unknown): boolean => {
  switch (field.kind) {
    case 'json':
      return true;
    case 'object':
      return isObject(value);
    case 'array':
    case 'multi-choice':
      return Array.isArray(value);
    case 'number':
    case 'integer':
      return typeof value === 'number' || typeof value === 'string';
    case 'boolean':
      return typeof value === 'boolean';
    case 'choice':
      return field.options?.some((option) => option.value === value) ?? false;
    default:
      return typeof value === 'string';
  }
};
