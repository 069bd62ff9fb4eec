import { z } from 'zod';

export const CallMethod = z.enum(['tools/call', 'prompts/get', 'resources/read']);
export type CallMethod = z.infer<typeof CallMethod>;

/** What the person starts. For `resources/read`, `name` is the URI. */
export const CallRequest = z.strictObject({
  serverId: z.string(),
  method: CallMethod,
  name: z.string().max(8192),
  args: z.record(z.string(), z.unknown()).optional(),
  /** By its schema something in `args` is a secret: none of it may reach the disk. */
  secretArguments: z.boolean().optional(),
});
export type CallRequest = z.infer<typeof CallRequest>;

export const CallState = z.enum(['running', 'waiting', 'suspended', 'done', 'failed', 'cancelled']);
export type CallState = z.infer<typeof CallState>;

export const CallProgress = z.object({
  progress: z.number(),
  total: z.number().optional(),
  message: z.string().optional(),
});
export type CallProgress = z.infer<typeof CallProgress>;

/** A forward request by the person. `running` waits for the server, `waiting` for the person. */
export const CallView = z.object({
  id: z.number(),
  serverId: z.string(),
  method: CallMethod,
  name: z.string(),
  title: z.string().optional(),
  args: z.record(z.string(), z.unknown()).optional(),
  state: CallState,
  startedAt: z.number(),
  endedAt: z.number().optional(),
  round: z.number(),
  progress: CallProgress.optional(),
  /** One plain sentence of ours about why the answer may never come. */
  hint: z.string().optional(),
  result: z.unknown().optional(),
  isError: z.boolean().optional(),
  /** One plain sentence when the call failed or was ended locally. */
  error: z.object({ code: z.union([z.string(), z.number()]), message: z.string() }).optional(),
});
export type CallView = z.infer<typeof CallView>;
