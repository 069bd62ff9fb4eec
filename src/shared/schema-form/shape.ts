import { isObject, type JsonObject, own } from '../json.ts';

/** In a nested schema of a form: the alternatives. No library looks there, so none chooses one or fills it in. */
export const ALTERNATIVES = 'x-gatehouse-alternatives';
/** In a nested schema of a form: what it is called where it stands, instead of its title or name. */
export const LABEL = 'x-gatehouse-label';

const WORDS: readonly (readonly [string, readonly string[]])[] = [
  ['object', ['properties', 'additionalProperties']],
  ['array', ['items', 'prefixItems', 'minItems', 'maxItems']],
  ['string', ['format', 'pattern', 'minLength', 'maxLength']],
  ['number', ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf']],
];

/** The type that the other keywords of a schema can only mean, where it names none. */
export function guessType(schema: JsonObject): string | undefined {
  return WORDS.find(([, words]) => words.some((word) => Object.hasOwn(schema, word)))?.[0];
}

/** The alternatives of a nested schema, none where there is but one kind of value. */
export function alternativesOf(schema: JsonObject): readonly JsonObject[] {
  const found = own(schema, ALTERNATIVES);
  return Array.isArray(found) ? found.filter(isObject) : [];
}

/** True if a nested schema has no fields of its own: any value, an object of unknown members, a list of anything. */
export function isOpenEnded(schema: JsonObject): boolean {
  if (alternativesOf(schema).length > 0 || Array.isArray(own(schema, 'enum'))) return false;
  switch (own(schema, 'type')) {
    case 'string':
    case 'number':
    case 'integer':
    case 'boolean':
    case 'null':
      return false;
    case 'object':
      return !hasMembers(own(schema, 'properties')) && !saysMuch(own(schema, 'additionalProperties'));
    case 'array':
      return !Array.isArray(own(schema, 'items')) && !saysMuch(own(schema, 'items'));
    default:
      return true;
  }
}

function hasMembers(properties: unknown): boolean {
  return isObject(properties) && Object.keys(properties).length > 0;
}

/** Whether a schema of entries says more of them than what they are called. */
function saysMuch(entries: unknown): boolean {
  return isObject(entries) && !isAnything(entries);
}

function isAnything(schema: JsonObject): boolean {
  return (
    own(schema, 'type') === undefined &&
    !Array.isArray(own(schema, 'enum')) &&
    alternativesOf(schema).length === 0
  );
}
