import { type JsonObject, own } from '../json.ts';
import type { FieldPlace } from './field-place.ts';
import { knownFormat } from './formats.ts';
import { quoted, shortened } from './sentences.ts';
import type { FormField } from './types.ts';

/** Reads format, lengths and pattern of a text, and whether it has several lines. */
export function readText(schema: JsonObject, field: FormField, place: FieldPlace): void {
  const raw = own(schema, 'format');
  const format = knownFormat(raw);
  if (format) field.format = format;
  else if (typeof raw === 'string' && raw !== 'password')
    place.note(`has the format ${quoted(raw)}, which is not checked`);
  count(schema, field, 'minLength', place);
  count(schema, field, 'maxLength', place);
  const pattern = own(schema, 'pattern');
  if (typeof pattern === 'string') {
    const compiled = place.patterns.compile(pattern);
    if (compiled.ok) field.pattern = pattern;
    else {
      place.note(`has a pattern that is not checked, because ${compiled.reason}`);
      field.unchecked = `This must match ${shortened(pattern)} — that is not checked here, because ${compiled.reason}. The server checks it.`;
    }
  }
  const long = field.maxLength !== undefined && field.maxLength >= 500;
  const start = own(schema, 'default');
  const lines = typeof start === 'string' && start.includes('\n');
  const said = raw === 'multiline' || raw === 'textarea' || raw === 'markdown';
  if (!format && !field.secret && (said || lines || (long && field.pattern === undefined)))
    field.kind = 'multiline';
}

/** Reads the bounds of a number. */
export function readBounds(schema: JsonObject, field: FormField, place: FieldPlace): void {
  bound(schema, field, 'minimum', place);
  bound(schema, field, 'maximum', place);
  for (const [strict, plain] of [
    ['exclusiveMinimum', 'minimum'],
    ['exclusiveMaximum', 'maximum'],
  ] as const) {
    const raw = own(schema, strict);
    // Draft 4 wrote a flag here that turns the plain bound into a strict one.
    if (raw === true && field[plain] !== undefined) {
      field[strict] = field[plain];
      delete field[plain];
      place.note(`writes "${strict}" in an old form, which was read as a bound`);
    } else if (typeof raw !== 'boolean') bound(schema, field, strict, place);
  }
  bound(schema, field, 'multipleOf', place);
  if (field.multipleOf !== undefined && field.multipleOf <= 0) {
    delete field.multipleOf;
    place.note('has a "multipleOf" that is not above zero, which was left out');
  }
}

type NumberKey = 'minimum' | 'maximum' | 'exclusiveMinimum' | 'exclusiveMaximum' | 'multipleOf';
type CountKey = 'minLength' | 'maxLength' | 'minItems' | 'maxItems';

function bound(schema: JsonObject, field: FormField, keyword: NumberKey, place: FieldPlace): void {
  const value = readNumber(schema, keyword, place);
  if (value !== undefined) field[keyword] = value;
}

/** Reads a length or a number of items. */
export function count(schema: JsonObject, field: FormField, keyword: CountKey, place: FieldPlace): void {
  const value = readNumber(schema, keyword, place);
  if (value === undefined) return;
  if (value < 0 && keyword.startsWith('min')) return;
  field[keyword] = value;
}

function readNumber(schema: JsonObject, keyword: string, place: FieldPlace): number | undefined {
  const raw = own(schema, keyword);
  if (raw === undefined || raw === null) return undefined;
  if (typeof raw === 'number' && Number.isFinite(raw)) return raw;
  const value = typeof raw === 'string' && raw.trim() !== '' ? Number(raw) : Number.NaN;
  if (Number.isFinite(value)) {
    place.note(`writes "${keyword}" as text, which was read as a number`);
    return value;
  }
  place.note(`has a "${keyword}" that is not a number, which was left out`);
  return undefined;
}
