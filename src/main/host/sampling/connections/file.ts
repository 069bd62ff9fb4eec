import path from 'node:path';
import { z } from 'zod';
import { ModelFacts, ProviderKind } from '../../../../shared/model/models.ts';
import { JsonFile } from '../../files/json-file.ts';

/** What the person says of one model. */
const Edit = z.looseObject({
  model: z.string(),
  facts: ModelFacts.optional(),
  hidden: z.boolean().optional(),
  added: z.boolean().optional(),
});
export type ModelEdit = z.infer<typeof Edit>;

/** What a models endpoint said; it holds for the place that said it. */
const Found = z.looseObject({
  origin: z.string(),
  at: z.number(),
  models: z.array(z.looseObject({ id: z.string(), facts: ModelFacts })),
});
export type FoundModels = z.infer<typeof Found>;

const Connection = z.looseObject({
  id: z
    .string()
    .min(1)
    .max(128)
    .regex(/^[a-z0-9][a-z0-9-]*$/),
  provider: ProviderKind,
  name: z.string().min(1).max(64),
  baseUrl: z.string().max(2048),
});

const ModelsOf = z.looseObject({
  /** The connection. */
  connection: z.string(),
  edits: z.array(Edit).optional(),
  found: Found.optional(),
});
export type SavedModels = z.infer<typeof ModelsOf>;

const ConnectionsFile = z.looseObject({
  connections: z.array(Connection).optional(),
  models: z.array(ModelsOf).optional(),
});
export type ConnectionsFile = z.infer<typeof ConnectionsFile>;

/** The person's connections and what they know of models, in `connections.json`; keys are never in it. */
export const connectionsFile = (dataDir: string): JsonFile<ConnectionsFile> =>
  new JsonFile<ConnectionsFile>(path.join(dataDir, 'connections.json'), ConnectionsFile, () => ({}));
