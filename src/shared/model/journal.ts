import { z } from 'zod';

export const JournalType = z.enum([
  'call-started',
  'call-ended',
  'reverse',
  'decision',
  'answer',
  'disclosure',
  'session',
  'trust',
]);
export type JournalType = z.infer<typeof JournalType>;

/** One durable line of what happened. `detail` is JSON without secrets. */
export const JournalEntry = z.object({
  seq: z.number(),
  at: z.number(),
  type: JournalType,
  serverId: z.string().optional(),
  callId: z.number().optional(),
  reverseId: z.string().optional(),
  text: z.string(),
  detail: z.unknown().optional(),
});
export type JournalEntry = z.infer<typeof JournalEntry>;
