import type { ModelOption } from '../../../shared/model/reverse-call.ts';
import type { ModelPreferences } from './types.ts';

/** The chosen model. */
export interface Choice {
  readonly option: ModelOption;
  /** Why this one, for the screen. */
  readonly reason: string;
}

/**
 * Chooses among the models that are ready (client/sampling, model preferences): the server's hints in their order, as
 * case-insensitive parts of a name; where several fit, or none and there are no better words, the three priorities
 * against what is known of the models; then the person's default, then the first. A server never chooses a model
 * nobody asks: `manual` is chosen by the person or for want of another.
 */
export function chooseModel(
  options: readonly ModelOption[],
  preferences: ModelPreferences | undefined,
  defaultModel: string,
  isManual: (option: ModelOption) => boolean = () => false,
): Choice | undefined {
  const askable = options.filter((option) => !isManual(option));
  const chosen = options.find((option) => option.id === defaultModel);
  for (const { name } of preferences?.hints ?? []) {
    const hint = name?.trim().toLowerCase();
    if (!hint) continue;
    const fits = askable.filter((option) => namesOf(option).some((one) => one.includes(hint)));
    const [first] = fits;
    if (!first) continue;
    const weighed = fits.length > 1 ? weigh(fits, preferences, chosen) : undefined;
    const asked = `The server asked for "${name?.trim().slice(0, MAX_HINT)}"`;
    if (weighed) return { option: weighed.option, reason: `${asked}, and ${weighed.words}.` };
    const usual = chosen && fits.includes(chosen) ? chosen : first;
    return { option: usual, reason: `${asked}.` };
  }
  const weighed = weigh(askable, preferences, chosen);
  if (weighed) {
    return {
      option: weighed.option,
      reason: `The server ${weighed.words}: ${weighed.option.label} fits best.`,
    };
  }
  if (chosen) return { option: chosen, reason: 'Your default model.' };
  const [first] = options;
  if (!first) return undefined;
  const reason = isManual(first)
    ? 'No model is set up, so you write the answer.'
    : 'The first model that is ready.';
  return { option: first, reason };
}

/** A hint is the server's text, and goes into a sentence. */
const MAX_HINT = 80;

const namesOf = ({ id, model, label, facts }: ModelOption): string[] =>
  [id, model, facts?.label ?? label].map((name) => name.toLowerCase());

const SCORES = [
  ['cost', 'costPriority'],
  ['speed', 'speedPriority'],
  ['intelligence', 'intelligencePriority'],
] as const;

/**
 * The model that is worth most by the priorities; of equals the person's default, else the first. Undefined where the
 * server gave none, or nothing is known of any model that it could be held against.
 */
function weigh(
  options: readonly ModelOption[],
  preferences: ModelPreferences | undefined,
  usual: ModelOption | undefined,
): { option: ModelOption; words: string } | undefined {
  const weights = SCORES.flatMap(([score, key]) => {
    const weight = preferences?.[key] ?? 0;
    return weight > 0 ? [{ score, weight }] : [];
  }).sort((a, b) => b.weight - a.weight);
  const known = options.filter(({ facts }) => weights.some(({ score }) => facts?.[score] !== undefined));
  if (known.length === 0) return undefined;
  const worth = ({ facts }: ModelOption) =>
    weights.reduce((sum, { score, weight }) => sum + weight * (facts?.[score] ?? 0), 0);
  const top = Math.max(...known.map(worth));
  const best = known.filter((option) => worth(option) > top - 1e-9);
  const option = usual && best.includes(usual) ? usual : best[0];
  if (!option) return undefined;
  const said = weights.map(({ score, weight }) => `${score} ${Number(weight.toFixed(2))}`);
  return { option, words: `weighs ${said.join(' over ')}` };
}
