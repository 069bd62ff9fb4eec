import type { ConnectionModel, ModelFacts } from '../../../../shared/model/models.ts';
import { listedModels } from '../model-list.ts';
import type { FoundModels, ModelEdit } from './file.ts';

/**
 * The models of a connection: what its endpoint said last, else our list, and what the person added. What is known of
 * each: our list, then the endpoint, then the person, each before the one before.
 */
export function knownModels(
  provider: string,
  found: FoundModels | undefined,
  edits: readonly ModelEdit[],
): ConnectionModel[] {
  const listed = new Map(listedModels(provider).map(({ id, ...facts }) => [id, facts as ModelFacts]));
  const models = new Map<string, ConnectionModel>();
  if (found) {
    for (const { id, facts } of found.models) {
      models.set(id, { id, facts: { ...listed.get(id), ...facts }, source: 'endpoint', hidden: false });
    }
  } else {
    for (const [id, facts] of listed) models.set(id, { id, facts, source: 'list', hidden: false });
  }
  for (const { model: id, facts = {}, hidden = false, added = false } of edits) {
    const known =
      models.get(id) ?? (added ? { id, facts: listed.get(id) ?? {}, source: 'person' } : undefined);
    if (known) models.set(id, { ...known, facts: { ...known.facts, ...facts }, hidden } as ConnectionModel);
  }
  return [...models.values()];
}
