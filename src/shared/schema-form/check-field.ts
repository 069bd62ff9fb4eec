import { isJson } from '../json.ts';
import { formatProblem } from './formats.ts';
import { isMultipleOf, parseNumber } from './numbers.ts';
import { compilePattern } from './pattern.ts';
import { boundSentence, counted, patternSentence } from './sentences.ts';
import type { FormField } from './types.ts';

/**
 * One plain sentence if `value` is not an answer to the field, else undefined. `value` is present: whether an absent
 * one is allowed is not asked here. A number may still be the text a person typed.
 */
export function checkField(field: FormField, value: unknown): string | undefined {
  switch (field.kind) {
    case 'text':
    case 'multiline':
      return typeof value === 'string' ? checkText(field, value) : 'Enter text.';
    case 'number':
    case 'integer':
      return checkNumber(field, value);
    case 'boolean':
      return typeof value === 'boolean' ? undefined : 'Choose yes or no.';
    case 'choice':
      return checkChoice(field, value);
    case 'multi-choice':
      return checkMulti(field, value);
    case 'object':
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'Enter a JSON object.';
      return isJson(value) ? undefined : 'This holds something JSON cannot carry.';
    case 'array':
      if (!Array.isArray(value)) return 'Enter a JSON list.';
      return isJson(value) ? undefined : 'This holds something JSON cannot carry.';
    case 'json':
      return isJson(value) ? undefined : 'This holds something JSON cannot carry.';
  }
}

function checkText(field: FormField, text: string): string | undefined {
  const { minLength, maxLength, format, pattern } = field;
  // Every code point is one or two units, so most lengths need no counting.
  const length =
    text.length <= (minLength ?? 0) * 2 || text.length > (maxLength ?? Infinity)
      ? [...text].length
      : text.length;
  if (minLength !== undefined && length < minLength) {
    return `Enter at least ${counted(minLength, 'character')}; this has ${length}.`;
  }
  if (maxLength !== undefined && length > maxLength) {
    return `Enter at most ${counted(maxLength, 'character')}; this has ${length}.`;
  }
  if (format) {
    const problem = formatProblem(format, text);
    if (problem) return problem;
  }
  if (pattern === undefined) return undefined;
  const compiled = compilePattern(pattern);
  if (!compiled.ok || compiled.test(text)) return undefined;
  return patternSentence(pattern);
}

function checkNumber(field: FormField, raw: unknown): string | undefined {
  let value = raw;
  if (typeof raw === 'string') {
    const parsed = parseNumber(raw);
    if (!parsed.ok) return parsed.message;
    value = parsed.value;
  }
  if (typeof value !== 'number') return 'Enter a number, such as 12 or 0.5.';
  if (!Number.isFinite(value)) return 'This number is too large to send.';
  if (field.kind === 'integer' && !Number.isInteger(value)) return 'Enter a whole number.';
  return checkBounds(field, value);
}

function checkBounds(field: FormField, value: number): string | undefined {
  const broken = BOUNDS.find(([keyword, fits]) => {
    const limit = field[keyword];
    return limit !== undefined && !fits(value, limit);
  })?.[0];
  return broken && boundSentence(broken, Number(field[broken]));
}

const BOUNDS: [
  'minimum' | 'maximum' | 'exclusiveMinimum' | 'exclusiveMaximum' | 'multipleOf',
  (value: number, limit: number) => boolean,
][] = [
  ['minimum', (value, limit) => value >= limit],
  ['maximum', (value, limit) => value <= limit],
  ['exclusiveMinimum', (value, limit) => value > limit],
  ['exclusiveMaximum', (value, limit) => value < limit],
  ['multipleOf', isMultipleOf],
];

function checkChoice(field: FormField, value: unknown): string | undefined {
  if (!field.options?.some((option) => option.value === value)) return 'Choose one of the options.';
  if (typeof value === 'string') return checkText(field, value);
  return typeof value === 'number' ? checkBounds(field, value) : undefined;
}

function checkMulti(field: FormField, value: unknown): string | undefined {
  if (!Array.isArray(value)) return 'Choose from the options.';
  const allowed = new Set<unknown>(field.options?.map((option) => option.value));
  if (!value.every((item) => allowed.has(item))) return 'Choose only from the options.';
  if (new Set(value).size !== value.length) return 'Choose each option only once.';
  const { minItems, maxItems } = field;
  if (minItems !== undefined && value.length < minItems)
    return `Choose at least ${counted(minItems, 'option')}.`;
  if (maxItems !== undefined && value.length > maxItems)
    return `Choose at most ${counted(maxItems, 'option')}.`;
  return undefined;
}
