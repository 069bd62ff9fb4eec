import type { JsonObject } from '../json.ts';
import type { PatternBudget } from './pattern.ts';
import type { Dialect } from './types.ts';

/** Where a field stands. `note` gets the rest of a sentence that starts with the field's name. */
export interface FieldPlace {
  name: string;
  key: string;
  required: boolean;
  dialect: Dialect;
  root: JsonObject;
  patterns: PatternBudget;
  note: (sentence: string) => void;
}
