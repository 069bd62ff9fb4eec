import type { ConnectionModel, ModelChange } from '../../../../shared/model/models.ts';
import type { ModelOption } from '../../../../shared/model/reverse-call.ts';
import type { ConnectionsFile, FoundModels, SavedModels } from './file.ts';
import { knownModels } from './known-models.ts';
import type { Standing } from './standing.ts';

/** What the models endpoint of a connection said last; undefined where it was asked at another place. */
export function foundModels(file: ConnectionsFile, one: Standing): FoundModels | undefined {
  const found = savedOf(file, one.id)?.found;
  return one.address.ok && found?.origin === one.address.origin ? found : undefined;
}

/** All models of a connection, the hidden ones too. */
export function modelsOf(file: ConnectionsFile, one: Standing): ConnectionModel[] {
  return knownModels(one.provider, foundModels(file, one), savedOf(file, one.id)?.edits ?? []);
}

/** Those a person can choose. */
export function modelOptions(file: ConnectionsFile, one: Standing): ModelOption[] {
  return modelsOf(file, one).flatMap(({ id, facts, hidden }): ModelOption[] => {
    if (hidden) return [];
    const label = facts.label ?? id;
    return [
      {
        id: `${one.id}/${id}`,
        provider: one.id,
        model: id,
        label: one.builtIn ? label : `${label} (${one.name})`,
        facts,
      },
    ];
  });
}

/** The file after a models endpoint has answered. */
export const withFoundModels = (
  file: ConnectionsFile,
  connection: string,
  found: FoundModels,
): ConnectionsFile => withModels(file, connection, (saved) => ({ ...saved, found }));

/** The file after the person has said something of a model, or taken it back. */
export function withModelChange(
  file: ConnectionsFile,
  { connection, model, facts, hidden, add = false, remove = false }: ModelChange,
): ConnectionsFile {
  return withModels(file, connection, (saved) => {
    const edits = saved.edits ?? [];
    const old = edits.find((edit) => edit.model === model);
    const others = edits.filter((edit) => edit.model !== model);
    if (remove) return { ...saved, edits: others };
    const edit = {
      ...old,
      model,
      ...(facts && { facts }),
      ...(hidden !== undefined && { hidden }),
      ...(add && { added: true }),
    };
    return { ...saved, edits: old ? edits.map((e) => (e === old ? edit : e)) : [...others, edit] };
  });
}

const savedOf = (file: ConnectionsFile, id: string): SavedModels | undefined =>
  file.models?.find(({ connection }) => connection === id);

function withModels(
  file: ConnectionsFile,
  connection: string,
  edit: (saved: SavedModels) => SavedModels,
): ConnectionsFile {
  const all = file.models ?? [];
  const old = all.find((one) => one.connection === connection);
  const next = edit(old ?? { connection });
  return { ...file, models: old ? all.map((one) => (one === old ? next : one)) : [...all, next] };
}
