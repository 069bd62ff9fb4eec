import { format as libraryFormats, type OutputUnit, type Schema, Validator } from '@cfworker/json-schema';
import { isObject } from '../json.ts';
import { explain } from './explain.ts';
import { formatProblem, KNOWN_FORMATS } from './formats.ts';
import { FORMAT_PREFIX, type Hardened, harden } from './harden.ts';
import { oversize } from './oversize.ts';
import type { FieldError } from './types.ts';

/** Evaluations of subschemas one check may take; far above real schemas, far below a stall. */
const MAX_TICKS = 100_000;
/** The library compares unique items pairwise. */
const MAX_VALUE_NODES = 20_000;

/** What a check by schema found. `checked` is false where the schema or value is beyond what can be checked here. */
export interface SchemaCheck {
  checked: boolean;
  errors: FieldError[];
}

interface Prepared {
  hardened: Hardened;
  validator: Validator;
  budget: { ticks: number };
}

const cache = new WeakMap<object, Prepared>();

/** Checks a JSON value against a schema as received, under 2020-12 (draft-07 and older spellings understood). */
export function checkBySchema(raw: unknown, value: unknown): SchemaCheck {
  const unchecked: SchemaCheck = { checked: false, errors: [] };
  if (!isObject(raw) && typeof raw !== 'boolean') return unchecked;
  if (oversize(raw) || oversize(value, { depth: 64, nodes: MAX_VALUE_NODES })) return unchecked;
  try {
    const prepared = prepare(raw, value);
    prepared.budget.ticks = MAX_TICKS;
    const result = withFormats(prepared.hardened.formats, () => prepared.validator.validate(value));
    if (result.valid) return { checked: true, errors: [] };
    return { checked: true, errors: explain(prepared.hardened.schema, value, result.errors as OutputUnit[]) };
  } catch {
    return unchecked;
  }
}

/** What of a schema will not be checked, each the end of a sentence. */
export function uncheckedParts(raw: unknown): string[] {
  if (!isObject(raw)) return [];
  try {
    return [...prepare(raw, {}).hardened.notes];
  } catch {
    return ['its rules, because they are too large'];
  }
}

function prepare(raw: Schema | boolean, value: unknown): Prepared {
  const known = typeof raw === 'object' ? cache.get(raw) : undefined;
  if (known) return known;
  const budget = { ticks: MAX_TICKS };
  const tick = (): void => {
    if (--budget.ticks < 0) throw new Error('too complex');
  };
  const first = harden(raw, [], tick);
  const hardened = first.perValue ? harden(raw, keysOf(value), tick) : first;
  const prepared = { hardened, validator: new Validator(hardened.schema, '2020-12', false), budget };
  if (!hardened.perValue && typeof raw === 'object') cache.set(raw, prepared);
  return prepared;
}

/** All names of members anywhere in a value. */
function keysOf(value: unknown): string[] {
  const keys = new Set<string>();
  const stack = [value];
  while (stack.length > 0) {
    const node = stack.pop();
    if (typeof node !== 'object' || node === null) continue;
    if (!Array.isArray(node)) for (const key of Object.keys(node)) keys.add(key);
    for (const child of Object.values(node)) stack.push(child);
  }
  return [...keys];
}

/** The library looks checks up in one table by name; ours are in it only while it runs. */
function withFormats<T>(formats: Hardened['formats'], run: () => T): T {
  const added: string[] = [];
  const add = (name: string, check: (text: string) => boolean): void => {
    libraryFormats[name] = check;
    added.push(name);
  };
  try {
    for (const [name, check] of formats) add(name, check);
    for (const name of KNOWN_FORMATS)
      add(FORMAT_PREFIX + name, (text) => formatProblem(name, text) === undefined);
    return run();
  } finally {
    for (const name of added) delete libraryFormats[name];
  }
}
