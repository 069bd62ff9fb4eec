import { z } from 'zod';

/** What arguments are remembered for: resources have none. */
export const RememberedItem = z.strictObject({
  serverId: z.string().max(512),
  method: z.enum(['tools/call', 'prompts/get']),
  name: z.string().max(8192),
});
export type RememberedItem = z.infer<typeof RememberedItem>;

export const Arguments = z.record(z.string(), z.unknown());
export type Arguments = z.infer<typeof Arguments>;
