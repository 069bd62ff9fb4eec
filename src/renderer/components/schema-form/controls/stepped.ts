import type { FormField } from '../../../../shared/schema-form/index.ts';
import { parseNumber } from '../../../../shared/schema-form/numbers.ts';

type Bounds = Pick<FormField, 'minimum' | 'maximum' | 'multipleOf'>;

/** One step up or down from what is typed, inside the bounds. Text that is no number stays as it is. */
export const stepped = (
  text: string,
  direction: 1 | -1,
  { minimum, maximum, multipleOf }: Bounds,
): string => {
  const step = multipleOf ?? 1;
  if (text.trim() === '') return String(minimum ?? (maximum !== undefined && maximum < 0 ? maximum : 0));
  const parsed = parseNumber(text);
  if (!parsed.ok) return text;
  // Decimal places of both, so that 0.1 + 0.2 shows as 0.3.
  const places = Math.max(placesOf(String(parsed.value)), placesOf(String(step)));
  const next = Number((parsed.value + direction * step).toFixed(Math.min(places, 20)));
  if (maximum !== undefined && next > maximum) return String(Math.max(parsed.value, maximum));
  if (minimum !== undefined && next < minimum) return String(Math.min(parsed.value, minimum));
  return String(next);
};

const placesOf = (number: string): number => {
  const [mantissa = '', exponent = '0'] = number.split('e');
  const fraction = mantissa.includes('.') ? mantissa.length - mantissa.indexOf('.') - 1 : 0;
  return Math.max(0, fraction - Number(exponent));
};
