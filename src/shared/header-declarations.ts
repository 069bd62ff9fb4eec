import { isObject } from './json.ts';

/** Where a tool wants an argument repeated as a header (SEP-2243; 2026-07-28, Streamable HTTP, Schema Extension). */
export interface HeaderDeclaration {
  /** Property names from the root of the arguments. */
  readonly path: readonly string[];
  readonly name: string;
}

export type HeaderReading =
  | { readonly ok: true; readonly declarations: readonly HeaderDeclaration[] }
  /** A tool like this must not be used over HTTP. `why` completes "its x-mcp-header ...". */
  | { readonly ok: false; readonly why: string };

const KEY = 'x-mcp-header';
const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const TYPES = new Set<unknown>(['string', 'integer', 'boolean']);

/** Keywords under which a declaration is not allowed: what stands there need not apply. */
const SINGLE = [
  'items',
  'contains',
  'additionalProperties',
  'unevaluatedProperties',
  'unevaluatedItems',
  'propertyNames',
  'not',
  'if',
  'then',
  'else',
];
const LISTS = ['prefixItems', 'oneOf', 'anyOf', 'allOf', 'items'];
const MAPS = ['patternProperties', 'dependentSchemas', '$defs', 'definitions'];

/** Reads the declarations of an `inputSchema`. */
export function readHeaderDeclarations(inputSchema: unknown): HeaderReading {
  const declarations: HeaderDeclaration[] = [];
  const names = new Set<string>();
  const visit = (schema: unknown, path: readonly string[], allowed: boolean): string | undefined => {
    if (!isObject(schema)) return undefined;
    if (Object.hasOwn(schema, KEY)) {
      const name = schema[KEY];
      if (!allowed || path.length === 0) return 'stands where it does not always apply';
      if (typeof name !== 'string' || !TOKEN.test(name)) return 'is not the name of a header';
      if (!TYPES.has(schema.type)) return `"${name}" belongs to no string, integer or boolean`;
      if (names.has(name.toLowerCase())) return `"${name}" is used twice`;
      names.add(name.toLowerCase());
      declarations.push({ path, name });
    }
    for (const [key, child] of Object.entries(isObject(schema.properties) ? schema.properties : {})) {
      const fault = visit(child, [...path, key], allowed);
      if (fault !== undefined) return fault;
    }
    for (const child of elsewhere(schema)) {
      const fault = visit(child, path, false);
      if (fault !== undefined) return fault;
    }
    return undefined;
  };
  const why = visit(inputSchema, [], true);
  return why === undefined ? { ok: true, declarations } : { ok: false, why };
}

function* elsewhere(schema: Record<string, unknown>): Iterable<unknown> {
  for (const key of SINGLE) yield schema[key];
  for (const key of LISTS) if (Array.isArray(schema[key])) yield* schema[key];
  for (const key of MAPS) if (isObject(schema[key])) yield* Object.values(schema[key]);
}
