/** How strictly a schema is read: `elicitation` allows flat primitives only, `arguments` any JSON Schema object. */
export type Dialect = 'elicitation' | 'arguments';

/** What a field is drawn as. `object`, `array` and `json` exist only in the `arguments` dialect. */
export type FieldKind =
  | 'text'
  | 'multiline'
  | 'number'
  | 'integer'
  | 'boolean'
  | 'choice'
  | 'multi-choice'
  | 'object'
  | 'array'
  | 'json';

/** The string formats the elicitation specification names; any other is noted and not checked. */
export type FieldFormat = 'email' | 'uri' | 'date' | 'date-time';

/** One option of a choice. `value` goes to the server, `label` is what the person reads. */
export interface FieldOption {
  value: string | number | boolean;
  label: string;
}

/** One entry of a form. Text in it comes from a server and is hostile. */
export interface FormField {
  /** The property's name on the wire. */
  name: string;
  /** The property's name in `schema` and in form state; differs from `name` only where `name` is unsafe as a key. */
  key: string;
  label: string;
  description?: string;
  required: boolean;
  kind: FieldKind;
  format?: FieldFormat;
  options?: FieldOption[];
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  exclusiveMaximum?: number;
  multipleOf?: number;
  /** In code points, as JSON Schema counts. */
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  /** An ECMA regular expression, checked by a linear-time engine; absent if that engine cannot express it. */
  pattern?: string;
  /** What of the schema is not checked here, as a sentence for the person; the server checks it. */
  unchecked?: string;
  default?: unknown;
  /** In the `arguments` dialect: an explicit null is an answer too (a question's answer has no null). */
  nullable?: boolean;
  /** Looks like a password, key, token or card; the specification forbids asking for those by form. */
  secret: boolean;
}

/** A property that cannot be entered, and why. An empty `name` means the whole form. */
export interface UndrawableField {
  name: string;
  reason: string;
  required: boolean;
}

/** A JSON Schema object rebuilt from known keywords only: no `$schema`, `$ref`, `pattern`, `const`, `default`. */
export interface CleanSchema {
  type: 'object';
  title?: string;
  description?: string;
  properties: Record<string, Record<string, unknown>>;
  required?: string[];
  [keyword: string]: unknown;
}

/** A schema as a form. Plain JSON throughout, so it may cross the contract. */
export interface FormModel {
  dialect: Dialect;
  fields: FormField[];
  title?: string;
  description?: string;
  /** One plain sentence for each thing that was mended or is not checked. */
  repairs: string[];
  undrawable: UndrawableField[];
  /** False when something required cannot be entered: the form may be declined or cancelled, never accepted. */
  canAccept: boolean;
  /** The form asks for nothing but a yes. */
  confirmOnly: boolean;
  /** For the form renderer; keyed by `FormField.key`. */
  schema: CleanSchema;
  /** What the fields alone do not express (`if`, `anyOf`, ... or a whole argument schema), for the validator. */
  constraints?: Record<string, unknown>;
}

/** One thing wrong with an answer. `field` is the property's name (a dotted path when nested), empty for the whole. */
export interface FieldError {
  field: string;
  message: string;
}
