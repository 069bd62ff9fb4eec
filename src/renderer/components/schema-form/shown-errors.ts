import type { FieldError } from '../../../shared/schema-form/index.ts';

/** The field an error is about: `a.b` may be a field, or inside field `a`. */
export const topOf = (field: string, names: ReadonlySet<string>): string => {
  for (let at = field.length; at > 0; at = field.lastIndexOf('.', at - 1)) {
    const name = field.slice(0, at);
    if (names.has(name)) return name;
  }
  return field;
};

/**
 * Which errors stand beside fields. What a check of the whole answer said (`given`) stays until its field changes;
 * a field the person has left is checked as they type. The first message for a field wins.
 */
export const shownErrors = (input: {
  readonly given: readonly FieldError[];
  readonly live: readonly FieldError[];
  /** Wire names of fields the person has left. */
  readonly left: ReadonlySet<string>;
  /** Wire names of fields that changed since `given` came. */
  readonly changed: ReadonlySet<string>;
  readonly names: ReadonlySet<string>;
}): Map<string, string> => {
  const { given, live, left, changed, names } = input;
  const failed = new Set(given.map((error) => topOf(error.field, names)));
  const shown = new Map<string, string>();
  for (const error of given) {
    if (!changed.has(topOf(error.field, names)) && !shown.has(error.field)) {
      shown.set(error.field, error.message);
    }
  }
  for (const error of live) {
    const top = topOf(error.field, names);
    // A field that failed a whole check is followed while it is mended, too.
    const followed = left.has(top) || (failed.has(top) && changed.has(top));
    if (followed && !shown.has(error.field)) shown.set(error.field, error.message);
  }
  return shown;
};
