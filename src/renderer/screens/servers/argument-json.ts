import { isObject, type JsonObject } from '../../../shared/json.ts';
import { readJson } from '../../../shared/json-text.ts';
import { parseNumber } from '../../../shared/schema-form/numbers.ts';

/** What a text of arguments says, with one plain sentence for each thing that is sent otherwise than it stands. */
export type ArgumentReading =
  | { readonly ok: true; readonly args: JsonObject; readonly notes: readonly string[] }
  /** One plain sentence: what is wrong, and where. */
  | { readonly ok: false; readonly problem: string };

const MAX_NOTES = 5;
const TOKEN = /"(?:[^"\\]+|\\.)*"|[{}[\],:]|[^\s"{}[\],:]+/g;

/** Reads arguments as JSON text. Nothing at all means no arguments. */
export const readArguments = (text: string): ArgumentReading => {
  if (text.trim() === '') return { ok: true, args: {}, notes: [] };
  const reading = readJson(text);
  if (!reading.ok) return { ok: false, problem: `This is not JSON yet: it goes wrong at ${reading.where}.` };
  if (!isObject(reading.value)) {
    return { ok: false, problem: 'Arguments are one JSON object: { "name": value, … }.' };
  }
  const { problem, notes } = look(text);
  return problem === undefined ? { ok: true, args: reading.value, notes } : { ok: false, problem };
};

/** Arguments as a person reads them. */
export const writeArguments = (args: JsonObject): string => JSON.stringify(args, null, 2);

/** Indents valid JSON and changes nothing else of it: numbers keep their digits, and no key is lost. */
export const formatArguments = (text: string): string => {
  let out = '';
  let depth = 0;
  const line = (): string => `\n${'  '.repeat(depth)}`;
  const tokens = text.match(TOKEN) ?? [];
  tokens.forEach((token, at) => {
    if (token === '{' || token === '[') {
      depth += 1;
      out += isClosing(tokens[at + 1]) ? token : token + line();
    } else if (isClosing(token)) {
      depth -= 1;
      out += isOpening(tokens[at - 1]) ? token : line() + token;
    } else if (token === ',') out += token + line();
    else out += token === ':' ? ': ' : token;
  });
  return out;
};

const isOpening = (token: string | undefined): boolean => token === '{' || token === '[';
const isClosing = (token: string | undefined): boolean => token === '}' || token === ']';

/** What parsing does not tell: keys that stand twice, numbers that come out changed, and what cannot be sent. */
const look = (text: string): { problem?: string; notes: string[] } => {
  const notes = new Set<string>();
  const open: (Set<string> | undefined)[] = [];
  const tokens = text.match(TOKEN) ?? [];
  for (const [at, token] of tokens.entries()) {
    if (token === '{') open.push(new Set());
    else if (token === '[') open.push(undefined);
    else if (isClosing(token)) open.pop();
    else if (token.startsWith('"')) {
      if (tokens[at + 1] !== ':') continue;
      const key = JSON.parse(token) as string;
      if (key === '__proto__') {
        return { problem: 'The name "__proto__" cannot be sent safely. Take it out.', notes: [] };
      }
      const keys = open.at(-1);
      if (keys?.has(key)) notes.add(`${short(token)} stands twice; the last one is sent.`);
      keys?.add(key);
    } else if (/^[-\d]/.test(token) && !parseNumber(token).ok) {
      const sent = Number(token);
      if (!Number.isFinite(sent)) {
        return { problem: `The number ${short(token)} is too large to send.`, notes: [] };
      }
      notes.add(`${short(token)} has more digits than can be sent; it becomes ${JSON.stringify(sent)}.`);
    }
  }
  return { notes: [...notes].slice(0, MAX_NOTES) };
};

const short = (token: string): string => (token.length > 60 ? `${token.slice(0, 60)}…` : token);
