import { format as library } from '@cfworker/json-schema';
import type { FieldFormat } from './types.ts';

const FORMATS: Record<FieldFormat, { check: (text: string) => boolean; message: string }> = {
  email: {
    check: (text) => passes('email', text),
    message: 'Enter an e-mail address, such as name@example.com.',
  },
  uri: {
    check: (text) => passes('uri', text),
    message: 'Enter a full address, such as https://example.com/page.',
  },
  date: {
    check: (text) => passes('date', text),
    message: 'Enter a real date as year-month-day, such as 2026-03-08.',
  },
  'date-time': {
    // RFC 3339 lets two sides agree on a space instead of T; nobody agreed here.
    check: (text) => passes('date-time', text) && !/\s/.test(text),
    message: 'Enter a real date and time with its zone, such as 2026-03-08T14:30:00+01:00.',
  },
};

/** The formats that are checked. */
export const KNOWN_FORMATS = Object.keys(FORMATS) as FieldFormat[];

function passes(name: FieldFormat, text: string): boolean {
  return library[name]?.(text) ?? true;
}

/** The format if it is one of the four the elicitation specification names. */
export function knownFormat(name: unknown): FieldFormat | undefined {
  return typeof name === 'string' && Object.hasOwn(FORMATS, name) ? (name as FieldFormat) : undefined;
}

/** A plain sentence if `text` is not of the format (real calendar dates, RFC 3339, RFC 3986), else undefined. */
export function formatProblem(format: FieldFormat, text: string): string | undefined {
  return FORMATS[format].check(text) ? undefined : FORMATS[format].message;
}
