import { z } from 'zod';

const score = z.number().min(0).max(1);
/** US dollars per million tokens. */
const price = z.number().min(0).max(100_000);

/**
 * What is known of a model; what is absent is not known. Scores go from 0 to 1, where 1 is the cheapest, the fastest,
 * the cleverest (client/sampling, model preferences).
 */
export const ModelFacts = z.strictObject({
  label: z.string().min(1).max(200).optional(),
  cost: score.optional(),
  speed: score.optional(),
  intelligence: score.optional(),
  inputPrice: price.optional(),
  outputPrice: price.optional(),
  /** The most tokens of a prompt. */
  contextTokens: z.number().int().min(1).max(1_000_000_000).optional(),
  images: z.boolean().optional(),
  tools: z.boolean().optional(),
});
export type ModelFacts = z.infer<typeof ModelFacts>;

/** A model of a connection. `source`: our list, the provider's models endpoint, or the person who added it. */
export const ConnectionModel = z.object({
  /** The name the API takes. */
  id: z.string(),
  facts: ModelFacts,
  source: z.enum(['list', 'endpoint', 'person']),
  /** Never offered, never chosen. */
  hidden: z.boolean(),
});
export type ConnectionModel = z.infer<typeof ConnectionModel>;

/** The kinds of providers a connection can be made to. */
export const ProviderKind = z.enum(['anthropic']);
export type ProviderKind = z.infer<typeof ProviderKind>;

/** Where the key of a connection is; the key itself never leaves main. */
export const KeyState = z.enum(['none', 'environment', 'kept', 'memory', 'unreadable']);
export type KeyState = z.infer<typeof KeyState>;

/**
 * A place that answers: provider, address and key. The built-in one is made of ANTHROPIC_API_KEY and
 * ANTHROPIC_BASE_URL; it can be neither changed nor removed.
 */
export const ConnectionView = z.object({
  id: z.string(),
  provider: ProviderKind,
  name: z.string(),
  baseUrl: z.string(),
  builtIn: z.boolean(),
  /** Its models can be asked now. */
  ready: z.boolean(),
  /** Where prompts go, or why nothing can be asked and what to do: plain sentences. */
  detail: z.string(),
  key: KeyState,
  models: z.array(ConnectionModel),
  /** When its models endpoint was read last. */
  readAt: z.number().optional(),
  /** What went wrong last, as one plain sentence. */
  problem: z.string().optional(),
});
export type ConnectionView = z.infer<typeof ConnectionView>;

/** What can keep a key on this computer: the system's keychain, one any program can read, or nothing. */
export const KeychainView = z.object({ kind: z.enum(['os', 'weak', 'none']), sentence: z.string() });
export type KeychainView = z.infer<typeof KeychainView>;

/** A name people read: one line of visible characters. */
export const ConnectionName = z
  .string()
  .trim()
  .min(1, 'Give the connection a name.')
  .max(64, 'The name of a connection has at most 64 characters.')
  .regex(/^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+$/u, 'The name of a connection is one line of visible characters.');

/** The name of a model as the API takes it. */
export const ModelName = z
  .string()
  .trim()
  .min(1, 'Give the name of the model.')
  .max(200, 'The name of a model has at most 200 characters.')
  .regex(/^[\x21-\x7e]+$/, 'The name of a model has letters, digits and signs only, no spaces.');

/** What the person does with one model of a connection. */
export const ModelChange = z.strictObject({
  connection: z.string().min(1).max(512),
  model: ModelName,
  /** Take the place of what is known; what is absent is as the list and the endpoint say. */
  facts: ModelFacts.optional(),
  hidden: z.boolean().optional(),
  /** It is in no list: the person names it. */
  add: z.boolean().optional(),
  /** Takes away what the person said about it, and the model itself where only they named it. */
  remove: z.boolean().optional(),
});
export type ModelChange = z.infer<typeof ModelChange>;

/** Where a key that was taken is kept; `weak-consented`: the person agreed to a keychain any program can read. */
export const KeyKeeping = z.enum(['memory', 'keychain', 'weak-consented']);
export type KeyKeeping = z.infer<typeof KeyKeeping>;

export const KeyTaken = z.enum(['kept', 'memory', 'nothing-there', 'needs-consent']);
export type KeyTaken = z.infer<typeof KeyTaken>;
