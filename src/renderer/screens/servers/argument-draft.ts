import { isJson, type JsonObject, own, put, sameJson } from '../../../shared/json.ts';
import {
  clean,
  type FormField,
  type FormModel,
  initialValues,
  unknownKeys,
  type Values,
} from '../../../shared/schema-form/index.ts';
import { canShow } from '../../components/schema-form/can-show.ts';
import { readArguments, writeArguments } from './argument-json.ts';

export type ArgumentView = 'form' | 'json';

/**
 * What a person entered for a tool, seen as a form or as JSON. The two flow into each other, and what only one of them
 * can hold stays where it is: unknown names, nulls and odd types in the JSON, half-typed values in the form.
 */
export interface ArgumentDraft {
  readonly view: ArgumentView;
  /** Form state. */
  readonly values: Values;
  /** The JSON as typed, also while it is none. */
  readonly text?: string;
  /** Where the two views met last: what the JSON said, and what the form said of it. */
  readonly met?: { readonly json: JsonObject; readonly form: JsonObject };
}

/** Nothing but the schema's defaults; as JSON where no form can be drawn. */
export const startDraft = (model: FormModel): ArgumentDraft => {
  const draft: ArgumentDraft = { view: 'form', values: initialValues(model) };
  return hasForm(model) || model.undrawable.length === 0 ? draft : showJson(model, draft);
};

export const hasForm = (model: FormModel): boolean => model.fields.length > 0;

/** The draft for arguments that were sent before. What is not among them stays as it is only where `keep` says so. */
export const fillDraft = (
  model: FormModel,
  draft: ArgumentDraft,
  args: JsonObject,
  keep: (field: FormField) => boolean,
): ArgumentDraft => {
  const kept: Values = {};
  const full: JsonObject = { ...args };
  const before = formArguments(model, draft.values);
  for (const field of model.fields) {
    if (Object.hasOwn(args, field.name) || !keep(field)) continue;
    if (Object.hasOwn(draft.values, field.key)) put(kept, field.key, draft.values[field.key]);
    if (Object.hasOwn(before, field.name)) put(full, field.name, before[field.name]);
  }
  const values = fill(model, kept, formArguments(model, kept), full);
  const met = { json: full, form: formArguments(model, values) };
  const next: ArgumentDraft = { view: 'form', values, met };
  return draft.view === 'json' ? showJson(model, next) : next;
};

export const changeForm = (draft: ArgumentDraft, values: Values): ArgumentDraft => ({ ...draft, values });

/** Shows the JSON: as it was typed while the form has not been changed since, else with those changes in it. */
export const showJson = (model: FormModel, draft: ArgumentDraft): ArgumentDraft => {
  const json = jsonArguments(model, draft);
  const text =
    draft.text !== undefined && draft.met && sameJson(json, draft.met.json)
      ? draft.text
      : writeArguments(json);
  return {
    view: 'json',
    values: draft.values,
    text,
    met: { json, form: formArguments(model, draft.values) },
  };
};

/** Shows the form. The caller sees to it that the text is JSON. */
export const showForm = (draft: ArgumentDraft): ArgumentDraft => ({ ...draft, view: 'form' });

/** The person typed JSON. While it is none, the form keeps what it said last. */
export const changeText = (model: FormModel, draft: ArgumentDraft, text: string): ArgumentDraft => {
  const reading = readArguments(text);
  if (!reading.ok) return { ...draft, text };
  const values = fill(model, draft.values, draft.met?.json ?? {}, reading.args);
  return { ...draft, text, values, met: { json: reading.args, form: formArguments(model, values) } };
};

/** What the form would send; half-typed JSON inside it is not among it. */
export const formArguments = (model: FormModel, values: Values): JsonObject => {
  const args: JsonObject = {};
  for (const [name, value] of Object.entries(clean(model, values))) if (isJson(value)) put(args, name, value);
  return args;
};

/** What the JSON says, with what was changed in the form since. */
export const jsonArguments = (model: FormModel, draft: ArgumentDraft): JsonObject => {
  const now = formArguments(model, draft.values);
  if (!draft.met) return now;
  const { json, form } = draft.met;
  const out: JsonObject = {};
  const unchanged = (name: string): boolean => sameJson(own(form, name), own(now, name));
  for (const name of Object.keys(json)) {
    if (unchanged(name)) put(out, name, json[name]);
    else if (Object.hasOwn(now, name)) put(out, name, now[name]);
  }
  for (const name of Object.keys(now)) {
    if (!Object.hasOwn(json, name) && !unchanged(name)) put(out, name, now[name]);
  }
  return out;
};

/** Where the views are not the same, by names. */
export interface Gaps {
  /** In the JSON, but not or otherwise in the form. */
  readonly onlyJson: readonly string[];
  /** Sent by the form as well, though it shows no field for them. */
  readonly extra: readonly string[];
  /** Not finished in the form, and so not in the JSON. */
  readonly unfinished: readonly string[];
}

export const gapsOf = (model: FormModel, draft: ArgumentDraft): Gaps => {
  const form = formArguments(model, draft.values);
  const json = jsonArguments(model, draft);
  const all = clean(model, draft.values);
  return {
    onlyJson: Object.keys(json).filter((name) => !sameJson(json[name], own(form, name))),
    extra: unknownKeys(model, draft.values).filter((name) => Object.hasOwn(form, name)),
    unfinished: Object.keys(all).filter((name) => !isJson(all[name])),
  };
};

const fill = (model: FormModel, values: Values, before: JsonObject, args: JsonObject): Values => {
  const next: Values = {};
  for (const field of model.fields) {
    const value = own(args, field.name);
    // What was not touched keeps what was typed for it, also where that is not finished.
    if (sameJson(own(before, field.name), value)) {
      if (Object.hasOwn(values, field.key)) put(next, field.key, values[field.key]);
    } else if (value !== undefined && canShow(field, value)) put(next, field.key, value);
  }
  for (const name of unknownKeys(model, args)) put(next, name, args[name]);
  return next;
};
