export { readSchema } from './read.ts';
export type {
  CleanSchema,
  Dialect,
  FieldError,
  FieldFormat,
  FieldKind,
  FieldOption,
  FormField,
  FormModel,
  UndrawableField,
} from './types.ts';
export { validate, validateAgainst } from './validate.ts';
export { applyDefaults, clean, initialValues, unknownKeys, type Values } from './values.ts';
