import { isObject, type JsonObject, own, ownText, put } from '../json.ts';
import { madeOnce } from '../made-once.ts';
import { checkField } from './check-field.ts';
import { cleanSchema } from './clean-schema.ts';
import { checkBySchema, uncheckedParts } from './engine.ts';
import { nestedDefaults } from './nested-defaults.ts';
import { isUnsafeKey } from './nested-schema.ts';
import { oversize } from './oversize.ts';
import { PatternBudget } from './pattern.ts';
import { readField } from './read-field.ts';
import { resolve } from './resolve.ts';
import { quoted } from './sentences.ts';
import type { Dialect, FormField, FormModel, UndrawableField } from './types.ts';

const MAX_REPAIRS = 200;
/** Root keywords that tie fields together; the validator keeps them. */
const ROOT_RULES = [
  ...['allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else', 'dependentRequired', 'dependentSchemas'],
  ...['dependencies', 'minProperties', 'maxProperties', 'propertyNames', 'patternProperties'],
];

/** What a part of a schema needs from the whole to be checked alone. */
const DEFINITIONS = ['$schema', '$defs', 'definitions'];

/**
 * Reads an elicitation's `requestedSchema` or a tool's `inputSchema` as a form, once for all who ask; neither schema
 * nor form may be changed afterwards. Never throws and never fetches. Sloppy but unambiguous input is mended and noted
 * in `repairs`; what cannot be entered is in `undrawable`. 2025-11-25 and 2026-07-28, client/elicitation, "Requested
 * Schema".
 */
export function readSchema(raw: unknown, { dialect = 'elicitation' }: { dialect?: Dialect } = {}): FormModel {
  return isObject(raw) ? readObject[dialect](raw) : readAny(raw, dialect);
}

const readObject: Record<Dialect, (raw: JsonObject) => FormModel> = {
  elicitation: madeOnce((raw) => readAny(raw, 'elicitation')),
  arguments: madeOnce((raw) => readAny(raw, 'arguments')),
};

function readAny(raw: unknown, dialect: Dialect): FormModel {
  try {
    return read(raw, dialect);
  } catch {
    return refused(dialect, 'The schema of this form cannot be read.');
  }
}

function refused(dialect: Dialect, reason: string): FormModel {
  return {
    dialect,
    fields: [],
    repairs: [],
    undrawable: [{ name: '', reason, required: true }],
    canAccept: false,
    confirmOnly: false,
    schema: { type: 'object', properties: {} },
  };
}

function read(raw: unknown, dialect: Dialect): FormModel {
  if (!isObject(raw)) {
    if (dialect === 'arguments') return { ...empty(dialect), repairs: ['The tool describes no arguments.'] };
    return refused(dialect, 'The server sent no form to fill in.');
  }
  const tooBig = oversize(raw);
  if (tooBig) return refused(dialect, `The schema of this form ${tooBig}.`);

  const repairs: string[] = [];
  const note = (sentence: string): void => {
    if (repairs.length < MAX_REPAIRS && !repairs.includes(sentence)) repairs.push(sentence);
  };
  const resolved = resolve(raw, { root: raw, note: (sentence) => note(`The form ${sentence}.`) });
  if (!resolved.ok) return refused(dialect, `The form cannot be shown: ${resolved.reason}.`);
  const root = resolved.schema;
  const problem = readRootType(root, note);
  if (problem) return refused(dialect, problem);

  const properties = own(root, 'properties');
  if (properties !== undefined && !isObject(properties))
    note("The form's list of fields is malformed and was left out.");
  const members = isObject(properties) ? properties : {};
  const required = readRequired(root, members, note);

  const fields: FormField[] = [];
  const undrawable: UndrawableField[] = [];
  const raws = new Map<FormField, JsonObject>();
  const rules: JsonObject = {};
  const keys = new Set(Object.keys(members));
  const patterns = new PatternBudget();
  for (const [name, member] of Object.entries(members)) {
    const isRequired = required.has(name);
    const say = (sentence: string): void => note(`Field ${quoted(name)} ${sentence}.`);
    const place = {
      name,
      key: safeKey(name, keys),
      required: isRequired,
      dialect,
      root: raw,
      patterns,
      note: say,
    };
    const result =
      name === '__proto__'
        ? ({ ok: false, reason: 'its name cannot be sent safely' } as const)
        : readField(member, place);
    if (!result.ok) {
      undrawable.push({
        name,
        reason: `This cannot be entered here: ${result.reason}.`,
        required: isRequired,
      });
      continue;
    }
    if (place.key !== name) say('has a name that needs care and is kept under another one inside the form');
    readDefault(result.raw, result.field, raw, say);
    fields.push(result.field);
    raws.set(result.field, result.raw);
    if (result.rest) put(rules, name, result.rest);
  }
  for (const name of required) {
    if (Object.hasOwn(members, name)) continue;
    undrawable.push({ name, reason: 'This is required, but the form does not describe it.', required: true });
  }

  const model = empty(dialect);
  const title = ownText(root, 'title');
  const description = ownText(root, 'description');
  if (title) model.title = title;
  if (description) model.description = description;
  model.fields = fields;
  model.repairs = repairs;
  model.undrawable = undrawable;
  model.canAccept = undrawable.every((entry) => !entry.required);
  model.confirmOnly = fields.length === 0 && undrawable.length === 0;
  model.schema = cleanSchema(model, raws, raw);
  const constraints = dialect === 'arguments' ? raw : readRules(raw, root, rules);
  if (constraints) {
    model.constraints = constraints;
    for (const part of uncheckedParts(constraints)) note(`The schema holds ${part}; that is not checked.`);
  }
  return model;
}

function empty(dialect: Dialect): FormModel {
  return {
    dialect,
    fields: [],
    repairs: [],
    undrawable: [],
    canAccept: true,
    confirmOnly: true,
    schema: { type: 'object', properties: {} },
  };
}

function readRootType(root: JsonObject, note: (sentence: string) => void): string | undefined {
  const raw = own(root, 'type');
  const type = typeof raw === 'string' ? raw.toLowerCase() : raw;
  if (type === 'object') return undefined;
  if (type === undefined || type === null) {
    note('The form names no type and was read as an object.');
    return undefined;
  }
  if (Array.isArray(type) && type.includes('object')) {
    note('The form allows several types and was read as an object.');
    return undefined;
  }
  return 'The form does not ask for named values, so it cannot be shown.';
}

/** `required` as a list of names; also the flag on a property that old schemas carry. */
function readRequired(root: JsonObject, members: JsonObject, note: (sentence: string) => void): Set<string> {
  const raw = own(root, 'required');
  const names = new Set<string>();
  if (Array.isArray(raw)) {
    for (const name of raw) if (typeof name === 'string') names.add(name);
    if (raw.some((name) => typeof name !== 'string'))
      note('The list of required fields holds more than names.');
  } else if (raw !== undefined) note('The list of required fields is malformed and was left out.');
  for (const [name, member] of Object.entries(members)) {
    if (!isObject(member) || typeof own(member, 'required') !== 'boolean') continue;
    note(`Field ${quoted(name)} says by itself whether it is required, which was followed.`);
    if (own(member, 'required') === true) names.add(name);
  }
  return names;
}

/** Keeps a default only where it is an answer the field would take. */
function readDefault(
  raw: JsonObject,
  field: FormField,
  root: JsonObject,
  note: (sentence: string) => void,
): void {
  const value = own(raw, 'default');
  if (value === undefined || value === null) {
    if (field.kind !== 'object') return;
    const fits = (schema: JsonObject, part: unknown): boolean => fitsSchema(schema, root, part);
    const inner = nestedDefaults(raw, field.required, { root, fits, note });
    if (inner) field.default = inner;
    return;
  }
  const complex = field.kind === 'object' || field.kind === 'array' || field.kind === 'json';
  const fits = complex ? fitsSchema(raw, root, value) : rightType(field, value);
  // An empty text or list is no answer to an optional field, so it needs no note either.
  if (value === '' && (field.kind === 'text' || field.kind === 'multiline')) {
    if (field.required && !checkField(field, value)) field.default = value;
  } else if (Array.isArray(value) && value.length === 0 && field.kind === 'multi-choice') {
    if (field.required && !checkField(field, value)) field.default = value;
  } else if (!fits) note('has a default of the wrong type, which was left out');
  else if (value !== '' && checkField(field, value))
    note('has a default it would not accept, which was left out');
  else field.default = value;
}

function fitsSchema(raw: JsonObject, root: JsonObject, value: unknown): boolean {
  const schema: JsonObject = { properties: { value: raw } };
  for (const keyword of DEFINITIONS) if (Object.hasOwn(root, keyword)) schema[keyword] = root[keyword];
  return checkBySchema(schema, { value }).errors.length === 0;
}

function rightType(field: FormField, value: unknown): boolean {
  switch (field.kind) {
    case 'text':
    case 'multiline':
      return typeof value === 'string';
    case 'number':
      return typeof value === 'number';
    case 'integer':
      return Number.isInteger(value);
    case 'boolean':
      return typeof value === 'boolean';
    case 'multi-choice':
      return Array.isArray(value);
    default:
      return true;
  }
}

function safeKey(name: string, taken: Set<string>): string {
  if (!isUnsafeKey(name)) return name;
  let key = `field:${name}`;
  while (taken.has(key)) key = `${key}_`;
  taken.add(key);
  return key;
}

/** What ties fields together, as a schema of its own with the definitions it may refer to. */
function readRules(raw: JsonObject, root: JsonObject, fieldRules: JsonObject): JsonObject | undefined {
  const rules: JsonObject = {};
  for (const keyword of ROOT_RULES) if (Object.hasOwn(root, keyword)) rules[keyword] = root[keyword];
  if (Object.keys(rules).length === 0 && Object.keys(fieldRules).length === 0) return undefined;
  const properties: JsonObject = {};
  const members = own(root, 'properties');
  if (isObject(members))
    for (const name of Object.keys(members)) put(properties, name, own(fieldRules, name) ?? true);
  rules.properties = properties;
  for (const keyword of DEFINITIONS) {
    if (Object.hasOwn(raw, keyword)) rules[keyword] = raw[keyword];
  }
  return rules;
}
