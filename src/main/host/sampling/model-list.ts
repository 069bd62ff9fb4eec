import list from '../../../../resources/models.json' with { type: 'json' };
import type { ModelFacts } from '../../../shared/model/models.ts';

/** A model of our list. What is not known for sure is absent: prices and limits are the person's to fill in. */
export type ListedModel = ModelFacts & { readonly id: string };

/** The models a provider is known to have (resources/models.json), in the order they are offered. */
export function listedModels(provider: string): readonly ListedModel[] {
  const models: Readonly<Record<string, readonly ListedModel[]>> = list;
  return Object.hasOwn(models, provider) ? (models[provider] ?? []) : [];
}
