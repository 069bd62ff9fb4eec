import { countText, numberText } from '../../lib/words.ts';

/** Two significant digits: an estimate that looked exact would be taken for exact. */
export const aboutTokens = (tokens: number): string => {
  const unit = tokens < 100 ? 1 : 10 ** (String(Math.round(tokens)).length - 2);
  const rounded = Math.round(tokens / unit) * unit;
  return `about ${countText(rounded, 'token')}`;
};

/** What the person approves, and who gets it. */
export const promptFooter = (input: {
  server: string;
  model: string;
  manual: boolean;
  messages: number;
  tokens: number;
  images: number;
}): string => {
  if (input.manual) return `goes nowhere yet: you write the answer next, and ${input.server} waits.`;
  const parts = [countText(input.messages, 'message'), aboutTokens(input.tokens)];
  if (input.images > 0) parts.push(countText(input.images, 'image'));
  return `goes to ${input.model}: ${parts.join(', ')}. Nothing goes to ${input.server} yet.`;
};

/** Instead of `promptFooter` where the model cannot take what is in the prompt, or something entered is wrong. */
export const blockedPrompt = (model: string, why: string): string => `goes to ${model}: nothing. ${why}`;

/** What would be sent of an answer. */
export interface Sending {
  readonly characters: number;
  readonly calls: number;
  readonly ofCalls: number;
}

/** Why an answer cannot be sent; undefined where it can. */
export const nothingToSend = (
  { characters, calls, ofCalls }: Sending,
  manual: boolean,
): string | undefined => {
  if (characters > 0 || calls > 0) return undefined;
  if (ofCalls > 0) return 'Tick a tool call to send it, or write an answer.';
  return manual ? 'Write an answer to send it.' : 'Write an answer, or ask again.';
};

/** "goes to files: the text (24 characters) and 1 of 2 tool calls, with the model's name." */
export const answerFooter = (server: string, { characters, calls, ofCalls }: Sending): string => {
  const parts = [
    ...(characters > 0 ? [`the text (${countText(characters, 'character')})`] : []),
    ...(ofCalls > 0
      ? [`${calls === 0 ? 'none' : numberText(calls)} of ${countText(ofCalls, 'tool call')}`]
      : []),
  ];
  return `goes to ${server}: ${parts.join(' and ')}, with the model's name.`;
};

/** How long the provider asks to wait, and what the main button does; `waitMs` below 0 is over. */
export const retryWords = (waitMs: number | undefined): string => {
  const seconds = waitMs === undefined ? 0 : Math.ceil(waitMs / 1000);
  if (seconds <= 0) return 'Approve tries again, with this model or another.';
  const time = seconds < 120 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`;
  return `Wait ${time} more, or choose another model; Approve tries again.`;
};

export const DEPRECATED =
  'Sampling is deprecated in MCP 2026-07-28; earliest removal: first revision on or after 2027-07-28. Servers can call a model themselves instead.';
