import { isObject, type JsonObject, own, put } from '../json.ts';
import { knownFormat } from './formats.ts';
import { PatternBudget } from './pattern.ts';
import { follow } from './resolve.ts';
import { typeNamed } from './type-names.ts';

/** A schema rebuilt so that the library can run it safely, whoever wrote it. */
export interface Hardened {
  schema: JsonObject | boolean;
  /** Checks the library calls by the name put in `format`. */
  formats: Map<string, (text: string) => boolean>;
  /** Sentences on what is not checked. */
  notes: Set<string>;
  /** The schema depends on the keys of the value, so it may serve for one value only. */
  perValue: boolean;
}

/** Prefixes of the names in `format`; what follows is the pattern or the format. */
export const PATTERN_PREFIX = 'gatehouse-pattern:';
export const FORMAT_PREFIX = 'gatehouse-format:';

const MAX_NODES = 100_000;
const NUMBERS = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'];
const COUNTS = [
  ...['minLength', 'maxLength', 'minItems', 'maxItems', 'minProperties', 'maxProperties'],
  ...['minContains', 'maxContains'],
];
const SINGLE = [
  ...['additionalProperties', 'unevaluatedProperties', 'propertyNames', 'unevaluatedItems', 'contains'],
  ...['not', 'if', 'then', 'else'],
];

/**
 * Rebuilds a schema of draft 4 to 2020-12 from known keywords only:
 * - `pattern` and `format` become our own named checks (linear time, the four formats);
 * - `patternProperties` becomes `properties` for the keys the value really has (`keys`), so no RegExp is ever made;
 * - references become `#/$defs/rN`, resolved here and never fetched; older spellings become the 2020-12 ones;
 * - every evaluation of a subschema calls `tick`, which may throw to end a run that explodes.
 *
 * Throws on a schema too large to rebuild.
 */
export function harden(raw: unknown, keys: readonly string[], tick: () => void): Hardened {
  const run = new Hardener(isObject(raw) ? raw : {}, keys, tick);
  return { schema: run.build(raw), formats: run.formats, notes: run.notes, perValue: run.perValue };
}

class Hardener {
  readonly formats = new Map<string, (text: string) => boolean>();
  readonly notes = new Set<string>();
  perValue = false;
  private nodes = 0;
  private readonly patterns = new PatternBudget();
  private readonly defs: JsonObject = {};
  private readonly names = new Map<unknown, string>();
  private readonly queue: { name: string; target: unknown }[] = [];
  private readonly oldRefs: boolean;
  private readonly root: JsonObject;
  private readonly keys: readonly string[];
  private readonly tick: () => void;

  constructor(root: JsonObject, keys: readonly string[], tick: () => void) {
    this.root = root;
    this.keys = keys;
    this.tick = tick;
    // Up to draft 7 nothing beside a reference counts.
    this.oldRefs = /draft-0[3-7]\b/.test(String(own(root, '$schema') ?? ''));
  }

  build(raw: unknown): JsonObject | boolean {
    const schema = this.node(raw);
    for (let entry = this.queue.pop(); entry; entry = this.queue.pop()) {
      put(this.defs, entry.name, this.node(entry.target));
    }
    if (typeof schema === 'object' && Object.keys(this.defs).length > 0) schema.$defs = this.defs;
    return schema;
  }

  private node(raw: unknown): JsonObject | boolean {
    if (++this.nodes > MAX_NODES) throw new Error('too large');
    if (typeof raw === 'boolean') return raw;
    if (!isObject(raw)) {
      this.notes.add('a part that is not a schema');
      return true;
    }
    const out: JsonObject = {};
    const tick = this.tick;
    // The library reads each keyword once per evaluation; reading this one (rewritten below) is what counts them.
    Object.defineProperty(out, 'dependencies', {
      enumerable: false,
      get: () => {
        tick();
        return undefined;
      },
    });
    const reference = this.reference(raw);
    if (reference !== undefined) out.$ref = reference;
    if (reference !== undefined && this.oldRefs) return out;
    this.values(raw, out);
    this.texts(raw, out);
    this.members(raw, out);
    this.lists(raw, out);
    return out;
  }

  private reference(raw: JsonObject): string | undefined {
    if (Object.hasOwn(raw, '$dynamicRef')) this.notes.add('a reference that changes its meaning by place');
    const written = own(raw, '$ref') ?? own(raw, '$recursiveRef');
    if (typeof written !== 'string') return undefined;
    const target = follow(this.root, written);
    if (target === undefined) {
      this.notes.add('a reference to a definition that is not in the schema');
      return undefined;
    }
    return this.refTo(target);
  }

  private refTo(target: unknown): string {
    let name = this.names.get(target);
    if (name === undefined) {
      name = `r${this.names.size}`;
      this.names.set(target, name);
      this.queue.push({ name, target });
    }
    return `#/$defs/${name}`;
  }

  /** Keywords whose value is data. */
  private values(raw: JsonObject, out: JsonObject): void {
    const type = own(raw, 'type');
    const types = (Array.isArray(type) ? type : [type]).map((name) =>
      typeof name === 'string' ? typeNamed(name) : undefined,
    );
    const known = types.filter((name) => name !== undefined);
    if (known.length > 0) out.type = known.length === 1 ? known[0] : known;
    if (Array.isArray(own(raw, 'enum'))) out.enum = raw.enum;
    if (Object.hasOwn(raw, 'const') && raw.const !== undefined) out.const = raw.const;
    if (own(raw, 'uniqueItems') === true) out.uniqueItems = true;
    for (const keyword of [...NUMBERS, ...COUNTS]) {
      const value = own(raw, keyword);
      const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
      if (typeof number === 'number' && Number.isFinite(number)) out[keyword] = number;
    }
    for (const [strict, plain] of [
      ['exclusiveMinimum', 'minimum'],
      ['exclusiveMaximum', 'maximum'],
    ] as const) {
      if (own(raw, strict) === true && out[plain] !== undefined) out[strict] = out[plain];
    }
    if (typeof out.multipleOf === 'number' && out.multipleOf <= 0) delete out.multipleOf;
    const required = own(raw, 'required');
    if (Array.isArray(required)) out.required = required.filter((name) => typeof name === 'string');
  }

  private texts(raw: JsonObject, out: JsonObject): void {
    const checks: string[] = [];
    const pattern = own(raw, 'pattern');
    if (typeof pattern === 'string') {
      const compiled = this.patterns.compile(pattern);
      if (compiled.ok) {
        checks.push(PATTERN_PREFIX + pattern);
        this.formats.set(PATTERN_PREFIX + pattern, compiled.test);
      } else this.notes.add(`a pattern, because ${compiled.reason}`);
    }
    const format = knownFormat(own(raw, 'format'));
    if (format) checks.push(FORMAT_PREFIX + format);
    const [first, ...others] = checks;
    if (first !== undefined) out.format = first;
    if (others.length > 0) out.allOf = others.map((name) => ({ format: name }));
  }

  private members(raw: JsonObject, out: JsonObject): void {
    for (const keyword of ['properties', 'dependentSchemas'] as const) {
      const members = own(raw, keyword);
      if (!isObject(members)) continue;
      const built: JsonObject = {};
      for (const [name, member] of Object.entries(members)) put(built, name, this.node(member));
      out[keyword] = built;
    }
    const needs = own(raw, 'dependentRequired');
    if (isObject(needs)) for (const [name, list] of Object.entries(needs)) this.needs(out, name, list);
    const old = own(raw, 'dependencies');
    if (isObject(old)) {
      for (const [name, entry] of Object.entries(old)) {
        if (Array.isArray(entry)) this.needs(out, name, entry);
        else
          out.dependentSchemas = put(
            { ...(isObject(out.dependentSchemas) ? out.dependentSchemas : {}) },
            name,
            this.node(entry),
          );
      }
    }
    for (const keyword of SINGLE) if (isSchema(own(raw, keyword))) out[keyword] = this.node(raw[keyword]);
    const patterns = own(raw, 'patternProperties');
    if (isObject(patterns)) this.patternProperties(patterns, out);
  }

  private needs(out: JsonObject, name: string, list: unknown): void {
    if (!Array.isArray(list)) return;
    const before = isObject(out.dependentRequired) ? out.dependentRequired : {};
    out.dependentRequired = put(
      { ...before },
      name,
      list.filter((other) => typeof other === 'string'),
    );
  }

  private patternProperties(patterns: JsonObject, out: JsonObject): void {
    this.perValue = true;
    const properties: JsonObject = {};
    for (const [name, member] of Object.entries(isObject(out.properties) ? out.properties : {}))
      put(properties, name, member);
    for (const [pattern, member] of Object.entries(patterns)) {
      const compiled = this.patterns.compile(pattern);
      if (!compiled.ok) {
        this.notes.add(`a rule for names, because ${compiled.reason}`);
        // Which names the rule covers is unknown, so "all others" is unknown too.
        delete out.additionalProperties;
        delete out.unevaluatedProperties;
        continue;
      }
      for (const key of this.keys) {
        if (!compiled.test(key)) continue;
        if (++this.nodes > MAX_NODES) throw new Error('too large');
        const rule = { $ref: this.refTo(member) };
        const before = own(properties, key);
        put(properties, key, before === undefined ? rule : { allOf: [before, rule] });
      }
    }
    out.properties = properties;
  }

  private lists(raw: JsonObject, out: JsonObject): void {
    for (const keyword of ['allOf', 'anyOf', 'oneOf'] as const) {
      const parts = own(raw, keyword);
      if (!Array.isArray(parts)) continue;
      const built = parts.map((part) => this.node(part));
      out[keyword] = keyword === 'allOf' && Array.isArray(out.allOf) ? [...out.allOf, ...built] : built;
    }
    const items = own(raw, 'items');
    const prefix = Array.isArray(items) ? items : own(raw, 'prefixItems');
    const rest = Array.isArray(items) ? own(raw, 'additionalItems') : items;
    if (Array.isArray(prefix)) out.prefixItems = prefix.map((part) => this.node(part));
    if (isSchema(rest)) out.items = this.node(rest);
  }
}

function isSchema(value: unknown): boolean {
  return typeof value === 'boolean' || isObject(value);
}
