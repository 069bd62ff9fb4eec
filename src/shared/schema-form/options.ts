import { isObject, type JsonObject, own, ownText, sameJson } from '../json.ts';
import { follow } from './resolve.ts';
import type { FieldOption } from './types.ts';

/** A schema's closed list of values, if it has one. */
export interface OptionList {
  options: FieldOption[];
  /** The list also allowed "null". */
  nullable: boolean;
  /** Entries that no form can offer (objects, arrays). */
  dropped: number;
  /** The union the list was read from; `enum` and `const` otherwise. */
  union?: 'oneOf' | 'anyOf';
}

/**
 * Reads `enum` (with the legacy `enumNames`), `const`, and `oneOf`/`anyOf` of `const` + `title`
 * (2025-11-25 client/elicitation, "Enum"; SEP-1330). Undefined if the schema has no closed list.
 */
export function readOptions(schema: JsonObject, root: JsonObject): OptionList | undefined {
  const values = own(schema, 'enum');
  if (Array.isArray(values)) {
    const names = own(schema, 'enumNames');
    const labels = Array.isArray(names) ? names : [];
    const entries = values.map((value, index) => ({ value, title: labels[index] }));
    return collect(
      Object.hasOwn(schema, 'const') ? entries.filter(({ value }) => sameJson(value, schema.const)) : entries,
    );
  }
  if (Object.hasOwn(schema, 'const')) return collect([{ value: schema.const, title: undefined }]);
  for (const union of ['oneOf', 'anyOf'] as const) {
    const branches = own(schema, union);
    if (!Array.isArray(branches) || branches.length === 0) continue;
    const entries = branches.map((branch) => entriesOf(branch, root));
    if (entries.every((entry) => entry !== undefined)) return { ...collect(entries.flat()), union };
  }
  return undefined;
}

interface Entry {
  value: unknown;
  title: unknown;
}

function entriesOf(raw: unknown, root: JsonObject): Entry[] | undefined {
  let branch = raw;
  for (let hops = 0; hops < 8 && isObject(branch) && typeof own(branch, '$ref') === 'string'; hops++) {
    branch = follow(root, own(branch, '$ref') as string);
  }
  if (!isObject(branch)) return undefined;
  if (Object.hasOwn(branch, 'const')) {
    return [{ value: branch.const, title: ownText(branch, 'title') ?? ownText(branch, 'description') }];
  }
  const values = own(branch, 'enum');
  if (!Array.isArray(values))
    return own(branch, 'type') === 'null' ? [{ value: null, title: undefined }] : undefined;
  const title = values.length === 1 ? ownText(branch, 'title') : undefined;
  return values.map((value) => ({ value, title }));
}

function collect(entries: Entry[]): OptionList {
  const options: FieldOption[] = [];
  const seen = new Set<unknown>();
  let nullable = false;
  let dropped = 0;
  for (const { value, title } of entries) {
    if (value === null) nullable = true;
    else if (typeof value !== 'string' && typeof value !== 'boolean' && !Number.isFinite(value)) dropped++;
    else if (!seen.has(value)) {
      seen.add(value);
      options.push({ value: value as FieldOption['value'], label: labelOf(value, title) });
    }
  }
  return { options: tellApart(options), nullable, dropped };
}

function labelOf(value: unknown, title: unknown): string {
  if (typeof title === 'string' && title.trim() !== '') return title;
  if (typeof title === 'number') return String(title);
  if (value === '') return '(empty text)';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return String(value);
}

/** Two options that read the same must not hide two different values. */
function tellApart(options: FieldOption[]): FieldOption[] {
  const counts = new Map<string, number>();
  for (const { label } of options) counts.set(label, (counts.get(label) ?? 0) + 1);
  return options.map((option) =>
    (counts.get(option.label) ?? 0) > 1
      ? { value: option.value, label: `${option.label} (${JSON.stringify(option.value)})` }
      : option,
  );
}
