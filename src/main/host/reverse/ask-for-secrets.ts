import { isObject } from '../../../shared/json.ts';
import { type FormModel, readSchema } from '../../../shared/schema-form/index.ts';
import type { Parsed } from './read.ts';

const secretsOf = (model: FormModel) => model.fields.filter((field) => field.secret);

/** The form of a reverse call, where it is one that asks for what looks like a password, key, token or card. */
function secretForm(parsed: Parsed): FormModel | undefined {
  if (parsed.kind !== 'elicitation' || parsed.mode !== 'form') return undefined;
  const model = readSchema(parsed.schema);
  return secretsOf(model).length > 0 ? model : undefined;
}

/** Whether it is a form that asks for what the specification says no form may ask for (client/elicitation). */
export const asksForSecrets = (parsed: Parsed): boolean => secretForm(parsed) !== undefined;

/** A draft as it may reach the disk: whatever the window sent, without what was typed into fields for secrets. */
export function draftToKeep(parsed: Parsed, draft: unknown): unknown {
  const form = secretForm(parsed);
  if (!form || !isObject(draft) || !isObject(draft.values)) return draft;
  const secret = new Set(secretsOf(form).flatMap(({ key, name }) => [key, name]));
  const values = Object.entries(draft.values).filter(([key]) => !secret.has(key));
  return { ...draft, values: Object.fromEntries(values) };
}
