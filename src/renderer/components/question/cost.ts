import type { ModelFacts } from '../../../shared/model/models.ts';
import type { PromptEdits, SamplingPromptView } from '../../../shared/model/reverse-call.ts';
import { textTokens } from '../../../shared/text-tokens.ts';
import { numberText } from '../../lib/words.ts';
import { textKey } from './edits.ts';

const PER = 1_000_000;
/** Fewer dollars are not told apart. */
const LEAST = 0.0001;

/** The estimate of main for a prompt, with the person's edits; in tokens, rounded up. */
export const promptTokens = (prompt: SamplingPromptView, edits: PromptEdits): number => {
  let change = 0;
  const replaced = (before: string, now: string): void => {
    if (now !== before) change += textTokens(now) - textTokens(before);
  };
  if (edits.systemPrompt !== undefined) replaced(prompt.systemPrompt ?? '', edits.systemPrompt);
  for (const [i, message] of prompt.messages.entries()) {
    for (const [j, block] of message.blocks.entries()) {
      if (block.type === 'text') replaced(block.text, edits.texts?.[textKey(i, j)] ?? block.text);
    }
  }
  return Math.max(0, Math.ceil(prompt.inputTokens + change));
};

/** US dollars with two significant digits, and cents from one dollar on; `up` never says less than it is. */
export const dollarsText = (dollars: number, up = false): string => {
  if (dollars === 0) return '$0';
  if (dollars < LEAST) return `less than $${LEAST}`;
  const scale = dollars >= 1 ? 100 : 10 ** (1 - Math.floor(Math.log10(dollars)));
  // A product of decimal prices may lie a hair above the number it is meant to be.
  const rounded = (up ? Math.ceil(dollars * scale - 1e-9) : Math.round(dollars * scale)) / scale;
  return rounded >= 1 ? `$${rounded.toFixed(2)}` : `$${String(Number(rounded.toPrecision(2)))}`;
};

/** "about $0.004 for the prompt, at most $0.03 in all"; undefined where no price is known. */
export const costText = (
  { inputPrice, outputPrice }: Pick<ModelFacts, 'inputPrice' | 'outputPrice'>,
  inputTokens: number,
  maxTokens: number,
): string | undefined => {
  if (inputPrice === undefined && outputPrice === undefined) return undefined;
  if ((inputPrice ?? 0) === 0 && (outputPrice ?? 0) === 0) {
    return inputPrice === undefined || outputPrice === undefined ? undefined : 'no cost';
  }
  const prompt = inputPrice === undefined ? undefined : (inputTokens * inputPrice) / PER;
  const answer = outputPrice === undefined ? undefined : (maxTokens * outputPrice) / PER;
  if (prompt === undefined) return `at most ${dollarsText(answer ?? 0, true)} for the answer`;
  const about = `${prompt < LEAST ? '' : 'about '}${dollarsText(prompt)} for the prompt`;
  return answer === undefined ? about : `${about}, at most ${dollarsText(prompt + answer, true)} in all`;
};

const priceText = (price: number): string => `$${price < 1 ? String(price) : numberText(price)}`;

/** "$1 in, $5 out per million tokens"; undefined where no price is known. */
export const pricesText = ({
  inputPrice,
  outputPrice,
}: Pick<ModelFacts, 'inputPrice' | 'outputPrice'>): string | undefined => {
  const parts = [
    ...(inputPrice === undefined ? [] : [`${priceText(inputPrice)} in`]),
    ...(outputPrice === undefined ? [] : [`${priceText(outputPrice)} out`]),
  ];
  return parts.length === 0 ? undefined : `${parts.join(', ')} per million tokens`;
};
