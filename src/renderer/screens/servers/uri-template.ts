import { ownText } from '../../../shared/json.ts';

/** The expressions of RFC 6570 that servers use: `{name}`, `{+path}`, `{/a,b}`, `{?q*}`. */
const EXPRESSION = /\{([+#./;?&]?)([^{}]+)\}/g;

const PREFIX: Record<string, [first: string, between: string, named: boolean]> = {
  '': ['', ',', false],
  '+': ['', ',', false],
  '#': ['#', ',', false],
  '.': ['.', '.', false],
  '/': ['/', '/', false],
  ';': [';', ';', true],
  '?': ['?', '&', true],
  '&': ['&', '&', true],
};

const namesIn = (list: string): string[] =>
  list.split(',').map((name) => name.trim().replace(/(\*|:\d+)$/, ''));

/** The blanks of a template, each once, in order. */
export const templateNames = (template: string): string[] => [
  ...new Set([...template.matchAll(EXPRESSION)].flatMap((match) => namesIn(match[2] ?? ''))),
];

// Half a surrogate pair makes encodeURIComponent throw.
const wellFormed = (value: string): string => value.replace(/\p{Cs}/gu, '\ufffd');

const encode = (value: string, operator: string): string =>
  operator === '+' || operator === '#' ? encodeURI(wellFormed(value)) : encodeURIComponent(wellFormed(value));

/** The address with its blanks filled; a blank without a value stays as it is, so that one sees it is missing. */
export const expandTemplate = (template: string, values: Readonly<Record<string, string>>): string =>
  template.replace(EXPRESSION, (whole, operator: string, list: string) => {
    const names = namesIn(list);
    if (names.some((name) => !ownText(values, name))) return whole;
    const [first, between, named] = PREFIX[operator] ?? ['', ',', false];
    const parts = names.map((name) => {
      const value = encode(ownText(values, name) ?? '', operator);
      return named ? `${name}=${value}` : value;
    });
    return first + parts.join(between);
  });

/** Whether an address could have been made from the template: its fixed parts come in order. */
export const matchesTemplate = (template: string, uri: string): boolean => {
  const fixed = template.split(/\{[^{}]*\}/);
  const first = fixed.shift() ?? '';
  const last = fixed.pop() ?? '';
  if (!uri.startsWith(first) || !uri.endsWith(last) || uri.length < first.length + last.length) return false;
  let at = first.length;
  for (const part of fixed) {
    const found = uri.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return at <= uri.length - last.length;
};
