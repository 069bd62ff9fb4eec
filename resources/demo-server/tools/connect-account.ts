import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { type Caller, canLink, converse, link, type Turn } from '../ask.ts';
import { finish } from '../result.ts';

export const connectAccountInput = z.object({
  service: z.string().max(64).optional().describe('The service to connect (default "calendar")'),
  ticket: z.string().max(200).optional().describe('A ticket from an earlier visit, instead of a link'),
  repeat: z
    .int()
    .min(0)
    .max(5)
    .optional()
    .describe('How often to offer the same link again before it counts as visited'),
});

/** URL elicitation: the person visits a page; the ticket that the page would know stays out of the conversation. */
export function connectAccount(caller: Caller, args: z.infer<typeof connectAccountInput>) {
  const service = args.service ?? 'calendar';
  const repeat = args.repeat ?? 0;

  const turn: Turn<{ id: string; asked: number }> = async (state, answer) => {
    if (args.ticket !== undefined) {
      return { done: finish('accepted', `Connected ${service} with the ticket that you gave.`, { service }) };
    }
    if (!state && !canLink(caller.capabilities)) {
      return {
        done: finish(
          'unavailable',
          'The argument `ticket` is missing, and this client cannot open a link for you. Call again with it.',
          { missing: ['ticket'] },
        ),
      };
    }
    const id = state?.id ?? randomUUID();
    const url = `https://example.com/connect?service=${encodeURIComponent(service)}&id=${id}`;
    const asked = state?.asked ?? 0;
    if (state) {
      const reply = answer('visit');
      if (reply.kind === 'elicit' && reply.action === 'decline') {
        return {
          done: finish('declined', `You declined, so ${service} is not connected.`, { service, url }),
        };
      }
      if (reply.kind === 'elicit' && reply.action === 'cancel') {
        return {
          done: finish('cancelled', `You cancelled, so ${service} is not connected.`, { service, url }),
        };
      }
      if (reply.kind === 'refused') {
        return {
          done: finish('denied', `The link was refused, so ${service} is not connected.`, {
            service,
            url,
            error: { code: reply.code, message: reply.message },
          }),
        };
      }
      if (reply.kind !== 'elicit') {
        return {
          done: finish('invalid', 'The answer to the question `visit` is missing.', { service, url }),
        };
      }
      if (asked > repeat) {
        if (caller.era === 'legacy') {
          await caller.ctx.mcpReq.notify({
            method: 'notifications/elicitation/complete',
            params: { elicitationId: id },
          });
        }
        return { done: finish('accepted', `Connected ${service}.`, { service, url, asked }) };
      }
    }
    const message =
      asked === 0
        ? `Sign in to ${service} to connect it.`
        : `The sign-in to ${service} is not finished. Open the page again, or say that you have finished.`;
    const visit = link(caller.era, { message, url, elicitationId: id });
    return { ask: { visit }, state: { id, asked: asked + 1 } };
  };
  return converse(caller, 'connect_account', args, turn);
}
