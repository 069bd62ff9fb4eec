import type { OutputUnit } from '@cfworker/json-schema';
import { isObject, type JsonObject, own } from '../json.ts';
import { formatProblem, knownFormat } from './formats.ts';
import { FORMAT_PREFIX, PATTERN_PREFIX } from './harden.ts';
import { boundSentence, counted, patternSentence, TYPE_SENTENCES } from './sentences.ts';
import type { FieldError } from './types.ts';

/** Keywords that only say that something inside them failed. */
const WRAPPERS = new Set([
  ...[
    'properties',
    'items',
    'prefixItems',
    '$ref',
    'allOf',
    'if',
    'additionalProperties',
    'unevaluatedProperties',
  ],
  ...['unevaluatedItems', 'dependentSchemas', 'propertyNames'],
]);
const MAX_ERRORS = 100;

/** Turns the library's output into one plain sentence a place, its own words for none of them. */
export function explain(schema: JsonObject | boolean, value: unknown, output: OutputUnit[]): FieldError[] {
  const found = new Map<string, string>();
  const told = leaves(schema, value, output);
  for (const [place, values] of choices(schema, told)) found.set(place, enumSentence(values));
  for (const unit of told) {
    for (const error of sentencesFor(unit, schema, value)) {
      if (found.size < MAX_ERRORS && !found.has(error.field)) found.set(error.field, error.message);
    }
  }
  const errors = [...found].map(([field, message]) => ({ field, message }));
  return errors.length > 0 ? errors : [{ field: '', message: 'This does not fit the schema.' }];
}

/** Places where one of several constants must stand, with those constants. */
function choices(schema: JsonObject | boolean, told: OutputUnit[]): Map<string, unknown[]> {
  const places = new Map<string, unknown[]>();
  for (const unit of told) {
    if (!isConstant(schema, unit)) continue;
    const rule = ruleAt(schema, unit.keywordLocation);
    const field = tokens(unit.instanceLocation).join('.');
    const values = unit.keyword === 'const' ? [own(rule, 'const')] : (own(rule, 'enum') as unknown[]);
    places.set(field, [...(places.get(field) ?? []), ...values]);
  }
  return new Map([...places].filter(([, values]) => values.length > 1));
}

/** The units to tell: no wrappers, and of the branches of a union only the one that was plainly meant. */
function leaves(schema: JsonObject | boolean, value: unknown, output: OutputUnit[]): OutputUnit[] {
  const told: OutputUnit[] = [];
  for (let i = 0; i < output.length; i++) {
    const unit = output[i];
    if (!unit || WRAPPERS.has(unit.keyword)) continue;
    const inside = `${unit.keywordLocation}/`;
    let end = i + 1;
    while (end < output.length && output[end]?.keywordLocation.startsWith(inside)) end++;
    const branches = output.slice(i + 1, end);
    if ((unit.keyword === 'anyOf' || unit.keyword === 'oneOf') && branches.length > 0) {
      const meant = meantBranch(schema, branches, inside, unit.instanceLocation);
      if (meant) {
        told.push(...leaves(schema, value, meant));
        i = end - 1;
        continue;
      }
    }
    told.push(unit);
    if (unit.keyword === 'anyOf' || unit.keyword === 'oneOf' || unit.keyword === 'contains') i = end - 1;
  }
  return told;
}

/**
 * The branch of a union that was plainly meant, if there is one: the only one for the value's kind and its constants,
 * or else the only one that lacks nothing either.
 */
function meantBranch(
  schema: JsonObject | boolean,
  units: OutputUnit[],
  prefix: string,
  place: string,
): OutputUnit[] | undefined {
  const branches = new Map<string, OutputUnit[]>();
  for (const unit of units) {
    const index = unit.keywordLocation.slice(prefix.length).split('/', 1)[0] ?? '';
    branches.set(index, [...(branches.get(index) ?? []), unit]);
  }
  const all = [...branches.values()];
  const apt = all.filter((branch) => !branch.some((unit) => isOther(schema, unit, place)));
  if (apt.length === 1) return apt[0];
  if (apt.length === 0) return constantsOf(schema, all, place);
  const whole = apt.filter((branch) => !branch.some((unit) => rulesOut(unit, place)));
  return whole.length === 1 ? whole[0] : undefined;
}

/** The value is of another kind than a branch, or a member of it has another constant. */
function isOther(schema: JsonObject | boolean, unit: OutputUnit, place: string): boolean {
  if (unit.instanceLocation === place) return ['type', 'const', 'false'].includes(unit.keyword);
  return isConstant(schema, unit) && isMember(unit.instanceLocation, place);
}

function isConstant(schema: JsonObject | boolean, unit: OutputUnit): boolean {
  if (unit.keyword === 'const') return true;
  if (unit.keyword !== 'enum') return false;
  const values = own(ruleAt(schema, unit.keywordLocation), 'enum');
  return Array.isArray(values) && values.length === 1;
}

function isMember(location: string, place: string): boolean {
  return location.startsWith(`${place}/`) && !location.slice(place.length + 1).includes('/');
}

function rulesOut(unit: OutputUnit, place: string): boolean {
  return unit.instanceLocation === place && ['enum', 'required'].includes(unit.keyword);
}

/** Where all branches ask for another constant in one member, those messages: they are told as one choice. */
function constantsOf(
  schema: JsonObject | boolean,
  branches: OutputUnit[][],
  place: string,
): OutputUnit[] | undefined {
  const units = branches.map((branch) =>
    branch.find((unit) => isConstant(schema, unit) && isMember(unit.instanceLocation, place)),
  );
  const [first] = units;
  return first && units.length > 1 && units.every((unit) => unit?.instanceLocation === first.instanceLocation)
    ? units.filter((unit) => unit !== undefined)
    : undefined;
}

function sentencesFor(unit: OutputUnit, schema: JsonObject | boolean, root: unknown): FieldError[] {
  const path = tokens(unit.instanceLocation);
  const field = path.join('.');
  const rule = ruleAt(schema, unit.keywordLocation);
  const value = at(root, path);
  const limit = own(rule, unit.keyword);
  const one = (message: string): FieldError[] => [{ field, message }];
  switch (unit.keyword) {
    case 'required':
      return missing(Array.isArray(limit) ? limit : [], value, path, 'Fill this in; it is required.');
    case 'dependentRequired':
      return dependents(own(rule, 'dependentRequired'), value, path);
    case 'type':
      return one(typeSentence(limit));
    case 'enum':
      return one(enumSentence(limit));
    case 'const':
      return one(`This must be ${shown(limit)}.`);
    case 'format':
      return one(formatSentence(limit, value));
    case 'false':
      return one('The schema has no place for this.');
    case 'anyOf':
      return one(
        alternatives(limit, 'at least one') ?? 'This does not fit any of the forms the schema allows.',
      );
    case 'oneOf':
      return one(
        alternatives(limit, 'exactly one') ?? 'This must fit exactly one of the forms the schema allows.',
      );
    case 'not':
      return one('The schema does not allow this value.');
    case 'contains':
      return one('An entry of the kind that must be in this list is missing.');
    case 'uniqueItems':
      return one('Enter each entry only once.');
    case 'multipleOf':
    case 'minimum':
    case 'maximum':
    case 'exclusiveMinimum':
    case 'exclusiveMaximum':
      return one(boundSentence(unit.keyword, Number(limit)));
    default:
      return one(countSentence(unit.keyword, Number(limit)));
  }
}

function countSentence(keyword: string, limit: number): string {
  switch (keyword) {
    case 'minLength':
      return `Enter at least ${counted(limit, 'character')}.`;
    case 'maxLength':
      return `Enter at most ${counted(limit, 'character')}.`;
    case 'minItems':
      return `Enter at least ${counted(limit, 'item')}.`;
    case 'maxItems':
      return `Enter at most ${counted(limit, 'item')}.`;
    case 'minProperties':
      return `Fill in at least ${counted(limit, 'value')}.`;
    case 'maxProperties':
      return `Fill in at most ${counted(limit, 'value')}.`;
    case 'minContains':
      return 'This list holds too few entries of the kind it must hold.';
    case 'maxContains':
      return 'This list holds too many entries of one kind.';
    default:
      return 'This does not fit the schema.';
  }
}

function missing(names: unknown[], value: unknown, path: string[], message: string): FieldError[] {
  return names
    .filter(
      (name): name is string => typeof name === 'string' && !(isObject(value) && Object.hasOwn(value, name)),
    )
    .map((name) => ({ field: [...path, name].join('.'), message }));
}

function dependents(rules: unknown, value: unknown, path: string[]): FieldError[] {
  if (!isObject(rules) || !isObject(value)) return [];
  return Object.entries(rules).flatMap(([name, needed]) =>
    Object.hasOwn(value, name) && Array.isArray(needed)
      ? missing(needed, value, path, `Fill this in too; it goes with "${name}".`)
      : [],
  );
}

/** "Fill in at least one of: a, b." where a union says nothing but which names must be there. */
function alternatives(branches: unknown, how: string): string | undefined {
  if (!Array.isArray(branches) || branches.length === 0) return undefined;
  const names = branches.map((branch) =>
    isObject(branch) &&
    Object.keys(branch).every((key) => key === 'required') &&
    Array.isArray(branch.required)
      ? branch.required.join(' with ')
      : undefined,
  );
  return names.every((name) => name) ? `Fill in ${how} of: ${names.join(', ')}.` : undefined;
}

function typeSentence(limit: unknown): string {
  const types = (Array.isArray(limit) ? limit : [limit]).map(String);
  const [only] = types;
  if (types.length === 1 && only !== undefined) return TYPE_SENTENCES[only] ?? 'This has the wrong type.';
  return `This must be one of these types: ${types.join(', ')}.`;
}

function enumSentence(limit: unknown): string {
  const values = Array.isArray(limit) ? limit.map(shown) : [];
  const list = values.join(', ');
  return values.length <= 10 && list.length <= 200
    ? `Choose one of: ${list}.`
    : 'This is not one of the allowed values.';
}

function formatSentence(limit: unknown, value: unknown): string {
  const name = String(limit);
  if (name.startsWith(PATTERN_PREFIX)) return patternSentence(name.slice(PATTERN_PREFIX.length));
  const format = knownFormat(name.slice(FORMAT_PREFIX.length));
  return (format && formatProblem(format, String(value))) ?? 'This has the wrong format.';
}

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? '';
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}

function tokens(location: string): string[] {
  return location
    .split('/')
    .slice(1)
    .map((token) => decodeURIComponent(token).replaceAll('~1', '/').replaceAll('~0', '~'));
}

function at(root: unknown, path: string[]): unknown {
  let node = root;
  for (const key of path) {
    if (typeof node !== 'object' || node === null || !Object.hasOwn(node, key)) return undefined;
    node = (node as JsonObject)[key];
  }
  return node;
}

/** The schema that holds the keyword at a location, across references. */
function ruleAt(schema: JsonObject | boolean, location: string): JsonObject {
  let node: unknown = schema;
  for (const token of tokens(location).slice(0, -1)) {
    if (token === '$ref' && isObject(node)) {
      const name = String(own(node, '$ref')).slice('#/$defs/'.length);
      const defs = isObject(schema) ? own(schema, '$defs') : undefined;
      node = isObject(defs) ? own(defs, name) : undefined;
    } else node = at(node, [token]);
  }
  return isObject(node) ? node : {};
}
