import { isObject, type JsonObject, own, put, sameJson } from '../json.ts';
import { madeOnce } from '../made-once.ts';
import { LIMITS } from './oversize.ts';

/** A property's schema with references followed and wrappers taken off, or why that is not possible. */
export type Resolved = { ok: true; schema: JsonObject; nullable: boolean } | { ok: false; reason: string };

/** What `resolve` needs to know: the document that `#/...` points into, and where to note a repair. */
export interface ResolveContext {
  root: JsonObject;
  note: (sentence: string) => void;
}

const MAX_STEPS = 64;

/**
 * What a reference means inside `root`: `#`, `#/json/pointer`, `#anchor`, or the `$id` of a part with any of these.
 * Nothing is ever fetched.
 */
export function follow(root: JsonObject, ref: string): unknown {
  const [base = '', fragment = ''] = splitOnce(ref, '#');
  const document = base === '' ? root : namedParts(root).get(base);
  if (!isObject(document)) return undefined;
  let pointer: string;
  try {
    pointer = decodeURIComponent(fragment);
  } catch {
    return undefined;
  }
  if (pointer === '') return document;
  if (!pointer.startsWith('/')) return namedParts(document).get(`#${pointer}`);
  let node: unknown = document;
  for (const token of pointer.slice(1).split('/')) {
    const key = token.replaceAll('~1', '/').replaceAll('~0', '~');
    if (Array.isArray(node)) node = /^\d+$/.test(key) ? node[Number(key)] : undefined;
    else node = isObject(node) ? own(node, key) : undefined;
  }
  return node;
}

function splitOnce(text: string, mark: string): [string, string] {
  const at = text.indexOf(mark);
  return at === -1 ? [text, ''] : [text.slice(0, at), text.slice(at + mark.length)];
}

const DATA = new Set(['enum', 'const', 'default', 'examples']);

/** The parts of a schema that carry an `$id` (as written) or an anchor (as `#name`). */
const namedParts = madeOnce((root: JsonObject): Map<string, JsonObject> => {
  const parts = new Map<string, JsonObject>();
  const add = (name: string, part: JsonObject): unknown => parts.has(name) || parts.set(name, part);
  const stack: unknown[] = [root];
  for (let left = LIMITS.nodes; stack.length > 0 && left > 0; left--) {
    const node = stack.pop();
    if (!isObject(node)) {
      if (Array.isArray(node)) stack.push(...node);
      continue;
    }
    for (const key of ['$id', 'id']) {
      const id = own(node, key);
      if (typeof id === 'string') add(id.startsWith('#') ? id : id.replace(/#$/, ''), node);
    }
    for (const key of ['$anchor', '$dynamicAnchor']) {
      const anchor = own(node, key);
      if (typeof anchor === 'string') add(`#${anchor}`, node);
    }
    for (const [key, child] of Object.entries(node)) if (!DATA.has(key)) stack.push(child);
  }
  return parts;
});

/** Reads through `$ref`, `allOf`, one-branch unions and "or null", as schema generators write them. */
export function resolve(raw: unknown, context: ResolveContext): Resolved {
  return unwrap(raw, context, { left: MAX_STEPS });
}

function unwrap(raw: unknown, context: ResolveContext, steps: { left: number }): Resolved {
  if (--steps.left < 0) return { ok: false, reason: 'its definition refers to itself' };
  if (raw === true) return { ok: true, schema: {}, nullable: false };
  if (raw === false) return { ok: false, reason: 'the schema allows no value here' };
  if (!isObject(raw)) return { ok: false, reason: 'its definition is not a schema' };

  const ref = own(raw, '$ref');
  if (typeof ref === 'string') {
    const target = follow(context.root, ref);
    if (target === undefined)
      return { ok: false, reason: 'it refers to a definition that is not in the schema' };
    const resolved = unwrap(target, context, steps);
    if (!resolved.ok) return resolved;
    context.note('refers to a shared definition, which was filled in');
    return joinWith(omit(raw, '$ref'), resolved, context, steps);
  }

  const all = own(raw, 'allOf');
  if (Array.isArray(all) && all.length > 0) {
    let rest: Resolved = { ok: true, schema: {}, nullable: true };
    for (const part of all) {
      const resolved = unwrap(part, context, steps);
      if (!resolved.ok) return resolved;
      const joined: JsonObject | undefined = rest.ok ? combine(rest.schema, resolved.schema) : undefined;
      if (!joined) return { ok: false, reason: 'it combines definitions that do not fit together' };
      rest = { ok: true, schema: joined, nullable: rest.ok && rest.nullable && resolved.nullable };
    }
    context.note('combines several definitions, which were merged');
    return joinWith(omit(raw, 'allOf'), rest, context, steps);
  }

  for (const union of ['anyOf', 'oneOf'] as const) {
    const branches = own(raw, union);
    if (!Array.isArray(branches) || branches.length === 0) continue;
    const others = branches.filter((branch) => !isNull(branch));
    const nullable = others.length < branches.length;
    if (nullable) context.note('also accepts "null", which a form leaves out instead');
    const [only] = others;
    if (others.length === 0) return { ok: false, reason: 'it accepts nothing but "null"' };
    if (others.length === 1 && !isOption(only)) {
      const resolved = unwrap(only, context, steps);
      if (!resolved.ok) return resolved;
      const joined = joinWith(omit(raw, union), resolved, context, steps);
      return joined.ok ? { ...joined, nullable: joined.nullable || nullable } : joined;
    }
    if (nullable) {
      const rest = unwrap(put({ ...raw }, union, others), context, steps);
      return rest.ok ? { ...rest, nullable: true } : rest;
    }
  }

  const type = own(raw, 'type');
  if (Array.isArray(type) && type.length > 1 && type.includes('null')) {
    context.note('also accepts "null", which a form leaves out instead');
    const others = type.filter((name) => name !== 'null');
    return {
      ok: true,
      schema: put({ ...raw }, 'type', others.length === 1 ? others[0] : others),
      nullable: true,
    };
  }
  if (Array.isArray(type) && type.length === 1) {
    return { ok: true, schema: put({ ...raw }, 'type', type[0]), nullable: false };
  }
  return { ok: true, schema: raw, nullable: own(raw, 'nullable') === true };
}

function joinWith(
  siblings: JsonObject,
  target: Resolved,
  context: ResolveContext,
  steps: { left: number },
): Resolved {
  if (!target.ok) return target;
  const rest = unwrap(siblings, context, steps);
  if (!rest.ok) return rest;
  const schema = combine(target.schema, rest.schema);
  if (!schema) return { ok: false, reason: 'it combines definitions that do not fit together' };
  return { ok: true, schema, nullable: target.nullable };
}

function omit(object: JsonObject, key: string): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([name]) => name !== key));
}

function isNull(branch: unknown): boolean {
  if (!isObject(branch)) return false;
  if (own(branch, 'type') === 'null') return true;
  return Object.hasOwn(branch, 'const') && own(branch, 'const') === null;
}

function isOption(branch: unknown): boolean {
  return isObject(branch) && Object.hasOwn(branch, 'const');
}

const ANNOTATIONS = new Set([
  'title',
  'description',
  'default',
  'examples',
  'enumNames',
  'format',
  '$comment',
]);
const TIGHTER: Record<string, (a: number, b: number) => number> = {
  minimum: Math.max,
  exclusiveMinimum: Math.max,
  minLength: Math.max,
  minItems: Math.max,
  maximum: Math.min,
  exclusiveMaximum: Math.min,
  maxLength: Math.min,
  maxItems: Math.min,
};

/** Both schemas in one: joined where that can be said, else with the second left to the validator in `allOf`. */
function combine(a: JsonObject, b: JsonObject): JsonObject | undefined {
  const joined = join(a, b);
  if (joined) return joined;
  const [first, second] = [own(a, 'type'), own(b, 'type')];
  if (
    typeof first === 'string' &&
    typeof second === 'string' &&
    first !== second &&
    !isIntegerPair(first, second)
  ) {
    return undefined;
  }
  const before = own(a, 'allOf');
  return put({ ...a }, 'allOf', [...(Array.isArray(before) ? before : []), b]);
}

/** One schema that means both (annotations of `b` win), or undefined where that cannot be said in one. */
function join(a: JsonObject, b: JsonObject): JsonObject | undefined {
  const out: JsonObject = {};
  for (const [key, value] of Object.entries(a)) put(out, key, value);
  for (const [key, value] of Object.entries(b)) {
    const before = own(out, key);
    if (key === 'allOf' && Array.isArray(before) && Array.isArray(value)) {
      put(out, key, [...before, ...value]);
      continue;
    }
    if (before === undefined || sameJson(before, value) || ANNOTATIONS.has(key)) {
      put(out, key, value);
      continue;
    }
    const tighter = Object.hasOwn(TIGHTER, key) ? TIGHTER[key] : undefined;
    if (tighter && typeof before === 'number' && typeof value === 'number')
      put(out, key, tighter(before, value));
    else if (key === 'enum' && Array.isArray(before) && Array.isArray(value)) {
      put(
        out,
        key,
        before.filter((item) => value.some((other) => sameJson(item, other))),
      );
    } else if (key === 'type' && isIntegerPair(before, value)) put(out, key, 'integer');
    else if (key === 'required' && Array.isArray(before) && Array.isArray(value)) {
      put(out, key, [...new Set([...before, ...value])]);
    } else if (
      (key === 'properties' || key === '$defs' || key === 'definitions') &&
      isObject(before) &&
      isObject(value)
    ) {
      const members: JsonObject = {};
      for (const [name, member] of Object.entries(before)) put(members, name, member);
      for (const [name, member] of Object.entries(value)) {
        const first = own(members, name);
        put(
          members,
          name,
          first === undefined || sameJson(first, member) ? member : { allOf: [first, member] },
        );
      }
      put(out, key, members);
    } else return undefined;
  }
  return out;
}

function isIntegerPair(a: unknown, b: unknown): boolean {
  return (a === 'integer' && b === 'number') || (a === 'number' && b === 'integer');
}
