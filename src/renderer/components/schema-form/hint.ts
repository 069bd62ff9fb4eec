import type { FormField } from '../../../shared/schema-form/index.ts';

const range = (low: number | undefined, high: number | undefined, unit: string): string | undefined => {
  if (low !== undefined && high !== undefined) {
    return low === high ? `${low}${unit}` : `${low} to ${high}${unit}`;
  }
  if (low !== undefined) return `${low}${unit} or more`;
  return high === undefined ? undefined : `up to ${high}${unit}`;
};

/** What a field takes, in a few words: "whole number, 1 to 100". Undefined where nothing limits it. */
export const hintFor = (field: FormField): string | undefined => {
  const parts: (string | undefined)[] = [];
  switch (field.kind) {
    case 'integer':
    case 'number':
      parts.push(field.kind === 'integer' ? 'whole number' : undefined);
      parts.push(range(field.minimum, field.maximum, ''));
      if (field.exclusiveMinimum !== undefined) parts.push(`more than ${field.exclusiveMinimum}`);
      if (field.exclusiveMaximum !== undefined) parts.push(`less than ${field.exclusiveMaximum}`);
      if (field.multipleOf !== undefined) parts.push(`in steps of ${field.multipleOf}`);
      break;
    case 'text':
    case 'multiline':
      if (field.minLength || field.maxLength !== undefined) {
        parts.push(range(field.minLength || undefined, field.maxLength, ' characters'));
      }
      if (field.format === 'uri') parts.push('a full address, such as https://example.com');
      break;
    case 'multi-choice':
      if (field.minItems || field.maxItems !== undefined) {
        const count = range(field.minItems || undefined, field.maxItems, '');
        parts.push(count && `choose ${count}`);
      }
      break;
    case 'object':
    case 'array':
    case 'json':
      parts.push('as JSON');
      break;
    default:
  }
  const words = parts.filter((part) => part !== undefined && part !== '');
  return words.length > 0 ? words.join(', ') : undefined;
};
