import type { ModelOption } from '../../../shared/model/reverse-call.ts';
import { listedModels, type ModelScores } from './model-list.ts';
import type { ModelPreferences } from './types.ts';

/** The chosen model. */
export interface Choice {
  readonly option: ModelOption;
  /** Why this one, for the screen. */
  readonly reason: string;
}

/**
 * Chooses among the models that are ready: the server's hints in their order, as case-insensitive parts of a name
 * (client/sampling, model preferences; several that fit: the priorities decide), then the person's default, then
 * the first. Hints never choose a model nobody asks: `manual` is chosen by the person or for want of another.
 */
export function chooseModel(
  options: readonly ModelOption[],
  preferences: ModelPreferences | undefined,
  defaultModel: string,
  isManual: (option: ModelOption) => boolean = () => false,
): Choice | undefined {
  for (const { name } of preferences?.hints ?? []) {
    const hint = name?.trim().toLowerCase();
    if (!hint) continue;
    const fits = options.filter(
      (option) =>
        !isManual(option) &&
        (option.id.toLowerCase().includes(hint) || option.label.toLowerCase().includes(hint)),
    );
    const option = best(fits, preferences ?? {});
    if (option) return { option, reason: `The server asked for "${name?.trim()}".` };
  }
  const chosen = options.find((option) => option.id === defaultModel);
  if (chosen) return { option: chosen, reason: 'Your default model.' };
  const [first] = options;
  if (!first) return undefined;
  const reason = isManual(first)
    ? 'No model is set up, so you write the answer.'
    : 'The first model that is ready.';
  return { option: first, reason };
}

function best(fits: readonly ModelOption[], preferences: ModelPreferences): ModelOption | undefined {
  const { costPriority = 0, speedPriority = 0, intelligencePriority = 0 } = preferences;
  const worth = (option: ModelOption) => {
    const { cost, speed, intelligence } = scoresOf(option);
    return costPriority * cost + speedPriority * speed + intelligencePriority * intelligence;
  };
  // The first of equals stays first.
  return fits.reduce<ModelOption | undefined>(
    (top, option) => (top === undefined || worth(option) > worth(top) ? option : top),
    undefined,
  );
}

function scoresOf(option: ModelOption): ModelScores {
  return (
    listedModels(option.provider).find(({ id }) => id === option.model) ?? {
      cost: 0,
      speed: 0,
      intelligence: 0,
    }
  );
}
