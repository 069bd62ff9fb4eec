import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import type { Caller } from '../ask.ts';
import { finish } from '../result.ts';

export const echoInput = z.looseObject({
  text: z.string().optional().describe('Any text; other arguments come back too'),
});

/** Asks nothing: returns its arguments, and what the client said about itself. */
export function echo(caller: Caller, args: z.infer<typeof echoInput>) {
  return finish('accepted', args.text ?? JSON.stringify(args), {
    arguments: args,
    meta: caller.ctx.mcpReq._meta ?? {},
    era: caller.era,
    clientCapabilities: caller.capabilities,
  });
}

export const slowInput = z.object({
  ms: z.int().min(0).max(600_000).optional().describe('How long to work, in milliseconds (default 2000)'),
  steps: z.int().min(1).max(1000).optional().describe('How many progress reports (default 10)'),
});

/** Works for a while and reports progress; stops at once when the call is cancelled. */
export async function slow(caller: Caller, args: z.infer<typeof slowInput>) {
  const ms = args.ms ?? 2000;
  const steps = args.steps ?? 10;
  const { signal, notify, _meta } = caller.ctx.mcpReq;
  const progressToken = _meta?.progressToken;
  for (let step = 1; step <= steps; step++) {
    await wait(ms / steps, undefined, { signal });
    if (progressToken !== undefined) {
      await notify({
        method: 'notifications/progress',
        params: { progressToken, progress: step, total: steps, message: `Step ${step} of ${steps}` },
      });
    }
  }
  return finish('accepted', `Worked for ${ms} ms in ${steps} steps.`, { ms, steps });
}
