import { z } from 'zod';

const text = z.string().max(100_000);

/**
 * The person types a value and asks the server what it could be (2025-11-25 and 2026-07-28,
 * server/utilities/completion). `uri` is the template, with its blanks.
 */
export const CompletionRequest = z.strictObject({
  serverId: z.string(),
  ref: z.discriminatedUnion('type', [
    z.strictObject({ type: z.literal('ref/prompt'), name: z.string().max(8192) }),
    z.strictObject({ type: z.literal('ref/resource'), uri: z.string().max(8192) }),
  ]),
  argument: z.strictObject({ name: z.string().max(8192), value: text }),
  /** The other values that are filled in. */
  context: z.record(z.string(), text),
});
export type CompletionRequest = z.infer<typeof CompletionRequest>;

/** What the server offers: untrusted texts, each once. Empty when it offers nothing or could not be asked. */
export const Completions = z.object({
  values: z.array(z.string()).max(100),
  /** The server knows more than `values`. */
  hasMore: z.boolean(),
});
export type Completions = z.infer<typeof Completions>;
