import type { PromptEdits, SamplingPromptView } from '../../../shared/model/reverse-call.ts';

/** The key of a text in `PromptEdits.texts`. */
export const textKey = (message: number, block: number): string => `${message}.${block}`;

/** Sets the text of one block; a text that is as the server sent it is no edit. */
export const withText = (edits: PromptEdits, key: string, original: string, text: string): PromptEdits => {
  const { texts = {}, ...rest } = edits;
  const { [key]: _, ...others } = texts;
  const next = text === original ? others : { ...others, [key]: text };
  return Object.keys(next).length > 0 ? { ...rest, texts: next } : rest;
};

export const withSystemPrompt = (
  edits: PromptEdits,
  original: string | undefined,
  text: string,
): PromptEdits => {
  const { systemPrompt: _, ...rest } = edits;
  return text === (original ?? '') ? rest : { ...rest, systemPrompt: text };
};

export const withModel = (edits: PromptEdits, chosen: string, model: string): PromptEdits => {
  const { model: _, ...rest } = edits;
  return model === chosen ? rest : { ...rest, model };
};

/** `Max tokens` as typed: what is wrong with it, or the edit. It may be lowered, never raised. */
export const readMaxTokens = (typed: string, most: number): { value: number } | { problem: string } => {
  if (!/^\d+$/.test(typed.trim())) return { problem: 'Enter a whole number.' };
  const value = Number(typed.trim());
  if (value < 1) return { problem: 'Enter 1 or more.' };
  if (value > most)
    return { problem: `The server asked for at most ${most}. You can lower it, not raise it.` };
  return { value };
};

export const withMaxTokens = (edits: PromptEdits, asked: number, value: number): PromptEdits => {
  const { maxTokens: _, ...rest } = edits;
  return value === asked ? rest : { ...rest, maxTokens: value };
};

/** Images of the prompt. */
export const countImages = ({ messages }: SamplingPromptView): number =>
  messages.flatMap(({ blocks }) => blocks).filter(({ type }) => type === 'image').length;
