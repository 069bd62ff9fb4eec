import { isObject, type JsonObject, own, put } from './json.ts';
import { resolve } from './schema-form/resolve.ts';
import { looksSecret } from './schema-form/secret.ts';

const MAX_DEPTH = 32;

/** Values that are a secret whatever they are called: user and password in an address, keys of well-known services. */
const SECRET_VALUES = [
  /\b[a-z][a-z0-9+.-]*:\/\/[^/\s:@]*:[^/\s@]+@/i,
  /\b(?:bearer|basic)\s+[A-Za-z0-9+/=_~.-]{12,}/i,
  /\b(?:gh[pousr]_|github_pat_|glpat-|xox[abprs]-|sk-|rk_live_|sk_live_|npm_|hf_|AKIA|AIza|ya29\.)[\w-]{10,}/,
  /\beyJ[\w-]{10,}\.[\w-]{10,}\./,
  /-----BEGIN [A-Z ]*PRIVATE KEY-----/,
];

/**
 * Arguments without what looks like a password, key, token or card, judged by names, by the schema's titles and
 * descriptions where there is a schema, and by the values themselves. What is below 32 levels is left out.
 */
export function withoutSecrets(args: JsonObject, schema?: unknown): JsonObject {
  const root = isObject(schema) ? schema : {};
  return members(args, [root], root, 0);
}

function members(
  value: JsonObject,
  schemas: readonly JsonObject[],
  root: JsonObject,
  depth: number,
): JsonObject {
  const kept: JsonObject = {};
  // `{ "name": "API_KEY", "value": "..." }` says with one member what the other is.
  const label = own(value, 'name') ?? own(value, 'key');
  const labelled = typeof label === 'string' && looksSecret('text', undefined, { name: label });
  for (const [key, member] of Object.entries(value)) {
    const below = schemas.flatMap((schema) => memberSchemas(schema, key, root));
    if (labelled && key === 'value') continue;
    if (typeof member !== 'boolean' && (below.length > 0 ? below : [{}]).some((each) => secret(key, each)))
      continue;
    const clean = strip(member, below, root, depth + 1);
    if (clean !== undefined) put(kept, key, clean);
  }
  return kept;
}

/** Undefined where nothing may be kept. */
function strip(value: unknown, schemas: readonly JsonObject[], root: JsonObject, depth: number): unknown {
  if (depth > MAX_DEPTH) return undefined;
  if (typeof value === 'string') return SECRET_VALUES.some((shape) => shape.test(value)) ? undefined : value;
  if (Array.isArray(value)) {
    const items = schemas.flatMap((schema) => variants(own(schema, 'items'), root));
    const kept = value.map((item) => strip(item, items, root, depth + 1));
    // A list with a gap would be another list.
    return kept.includes(undefined) ? undefined : kept;
  }
  return isObject(value) ? members(value, schemas, root, depth) : value;
}

function secret(key: string, schema: JsonObject): boolean {
  const kind = Array.isArray(own(schema, 'enum')) ? 'choice' : 'text';
  const [title, description] = [own(schema, 'title'), own(schema, 'description')];
  return (
    own(schema, 'writeOnly') === true ||
    looksSecret(kind, own(schema, 'format'), {
      name: key,
      title: typeof title === 'string' ? title : undefined,
      description: typeof description === 'string' ? description : undefined,
    })
  );
}

function memberSchemas(schema: JsonObject, key: string, root: JsonObject): JsonObject[] {
  const properties = own(schema, 'properties');
  const named = isObject(properties) ? own(properties, key) : undefined;
  return variants(named ?? own(schema, 'additionalProperties'), root);
}

/** What a value may have to follow: the schema with its references followed, and its alternatives. */
function variants(raw: unknown, root: JsonObject, depth = 0): JsonObject[] {
  if (!isObject(raw) || depth > 4) return [];
  const resolved = resolve(raw, { root, note: () => undefined });
  const schema = resolved.ok ? resolved.schema : raw;
  const more = ['anyOf', 'oneOf', 'allOf'].flatMap((keyword) => {
    const list = own(schema, keyword);
    return Array.isArray(list) ? list.slice(0, 50).flatMap((each) => variants(each, root, depth + 1)) : [];
  });
  return [schema, ...more];
}
