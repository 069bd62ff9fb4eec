import list from '../../../../resources/models.json' with { type: 'json' };

/** How good a model is at each thing a server may prefer, 0 to 1; `cost` 1 is the cheapest (ModelPreferences). */
export interface ModelScores {
  readonly cost: number;
  readonly speed: number;
  readonly intelligence: number;
}

export interface ListedModel extends ModelScores {
  readonly id: string;
  readonly label: string;
}

/** The models a provider is known to have (resources/models.json), in the order they are offered. */
export function listedModels(provider: string): readonly ListedModel[] {
  const models: Readonly<Record<string, readonly ListedModel[]>> = list;
  return Object.hasOwn(models, provider) ? (models[provider] ?? []) : [];
}
