import { createContext, use } from 'react';
import type { Dialect, FormField } from '../../../shared/schema-form/index.ts';

/** Where a value stands in a form: property keys and array indexes from the root. */
export type FieldPath = readonly (string | number)[];

/** What every field of one form shares. React context, because RJSF compares its own context by value. */
export interface FormState {
  readonly fields: ReadonlyMap<string, FormField>;
  readonly dialect: Dialect;
  /** Messages by path, see `errorKey`. */
  readonly errors: ReadonlyMap<string, string>;
  readonly disabled: boolean;
  /** The person left a field: from now on it is checked as they type. */
  readonly onLeave: (path: FieldPath) => void;
}

export const FormContext = createContext<FormState>({
  fields: new Map(),
  dialect: 'elicitation',
  errors: new Map(),
  disabled: false,
  onLeave: () => undefined,
});

export const useForm = (): FormState => use(FormContext);

/** The model's field at a path; only the root has any. */
export const fieldAt = (fields: ReadonlyMap<string, FormField>, path: FieldPath): FormField | undefined =>
  path.length === 1 ? fields.get(String(path[0])) : undefined;

/** The key of an error: wire names joined by dots, as the engine writes them. */
export const errorKey = (fields: ReadonlyMap<string, FormField>, path: FieldPath): string => {
  const [first, ...rest] = path;
  if (first === undefined) return '';
  return [fields.get(String(first))?.name ?? String(first), ...rest].join('.');
};
