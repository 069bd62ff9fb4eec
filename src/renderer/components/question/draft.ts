import { isObject } from '../../../shared/json.ts';
import type { PromptEdits } from '../../../shared/model/reverse-call.ts';
import type { FormModel } from '../../../shared/schema-form/index.ts';

/** What a person has entered and not sent. One shape for all stages of a question. */
export interface Draft {
  /** Form state, by `FormField.key`. */
  readonly values?: Readonly<Record<string, unknown>>;
  readonly edits?: PromptEdits;
  /** An edited answer, and the answer it was made from: another answer makes it stale. */
  readonly answer?: { readonly of: string; readonly text: string };
  /** The parts besides the text that are to be sent, by index, and the parts they were chosen from. */
  readonly parts?: { readonly of: string; readonly send: readonly number[] };
}

// By hand and not with the contract's schema: zod stays out of the window.
const readEdits = (raw: unknown): PromptEdits | undefined => {
  if (!isObject(raw)) return undefined;
  const { systemPrompt, texts, maxTokens, model } = raw;
  const edits: PromptEdits = {};
  if (typeof systemPrompt === 'string') edits.systemPrompt = systemPrompt;
  if (typeof maxTokens === 'number' && Number.isInteger(maxTokens) && maxTokens > 0)
    edits.maxTokens = maxTokens;
  if (typeof model === 'string') edits.model = model;
  if (isObject(texts)) {
    const kept = Object.entries(texts).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    );
    if (kept.length > 0) edits.texts = Object.fromEntries(kept);
  }
  return edits;
};

/** Reads a stored draft; what does not fit is left out. */
export const readDraft = (raw: unknown): Draft => {
  if (!isObject(raw)) return {};
  const edits = readEdits(raw.edits);
  const { answer, parts } = raw;
  return {
    ...(isObject(raw.values) ? { values: raw.values } : {}),
    ...(edits ? { edits } : {}),
    ...(isObject(answer) && typeof answer.of === 'string' && typeof answer.text === 'string'
      ? { answer: { of: answer.of, text: answer.text } }
      : {}),
    ...(isObject(parts) && typeof parts.of === 'string' && Array.isArray(parts.send)
      ? { parts: { of: parts.of, send: parts.send.filter((index) => Number.isInteger(index)) } }
      : {}),
  };
};

/** The draft as it may be stored: without what looks like a secret, which stays in this window only. */
export const storableDraft = (draft: Draft, model: FormModel | undefined): Draft => {
  if (!draft.values || !model?.fields.some((field) => field.secret)) return draft;
  const values = { ...draft.values };
  for (const field of model.fields) if (field.secret) delete values[field.key];
  return { ...draft, values };
};

/** The text of an answer with the person's edit, if that edit was made on this very answer. */
export const answerText = (draft: Draft, original: string): string =>
  draft.answer?.of === original ? draft.answer.text : original;

export const withAnswer = (draft: Draft, original: string, text: string): Draft => {
  const { answer: _, ...rest } = draft;
  return text === original ? rest : { ...rest, answer: { of: original, text } };
};

/** The parts that are to be sent, if they were chosen from these very parts (`of`). */
export const chosenParts = (draft: Draft, of: string): ReadonlySet<number> =>
  new Set(draft.parts?.of === of ? draft.parts.send : []);

/** Chooses one part, or no longer. */
export const withPart = (draft: Draft, of: string, index: number, on: boolean): Draft => {
  const { parts: _, ...rest } = draft;
  const send = [...chosenParts(draft, of)].filter((one) => one !== index);
  if (on) send.push(index);
  return send.length > 0 ? { ...rest, parts: { of, send } } : rest;
};

/** Without what was decided about an answer, which is thrown away. */
export const withoutAnswer = ({ answer: _a, parts: _p, ...rest }: Draft): Draft => rest;
