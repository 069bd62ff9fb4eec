import { isObject, type JsonObject, own, put } from '../json.ts';
import { isUnsafeKey } from './nested-schema.ts';
import { resolve } from './resolve.ts';
import { quoted } from './sentences.ts';

const MAX_DEPTH = 8;
const MAX_MEMBERS = 2_000;

interface Context {
  root: JsonObject;
  /** Whether a value is what a schema allows. */
  fits: (schema: JsonObject, value: unknown) => boolean;
  note: (sentence: string) => void;
}

/**
 * What an object argument starts with: the defaults of its members, or undefined if they have none. An optional part
 * whose defaults alone would not be an answer is left out, so that it does not have to be filled in.
 */
export function nestedDefaults(
  schema: JsonObject,
  required: boolean,
  context: Context,
): JsonObject | undefined {
  return members(schema, required, context, { left: MAX_MEMBERS }, []);
}

function members(
  schema: JsonObject,
  required: boolean,
  context: Context,
  budget: { left: number },
  path: readonly unknown[],
): JsonObject | undefined {
  const properties = own(schema, 'properties');
  if (!isObject(properties) || path.length > MAX_DEPTH) return undefined;
  const list = own(schema, 'required');
  const needed = new Set<unknown>(Array.isArray(list) ? list : []);
  const found: JsonObject = {};
  for (const [name, member] of Object.entries(properties)) {
    if (--budget.left < 0) break;
    // The form has no place for such a name; a definition that holds itself would go on for ever.
    if (isUnsafeKey(name) || path.includes(member)) continue;
    const resolved = resolve(member, { root: context.root, note: () => undefined });
    if (!resolved.ok) continue;
    const value = own(resolved.schema, 'default');
    if (value === undefined || value === null) {
      const inner = members(resolved.schema, needed.has(name), context, budget, [...path, member]);
      if (inner) put(found, name, inner);
    } else if (context.fits(resolved.schema, value)) put(found, name, value);
    else context.note(`has a default for ${quoted(name)} that it would not accept, which was left out`);
  }
  if (Object.keys(found).length === 0) return undefined;
  return required || context.fits(schema, found) ? found : undefined;
}
