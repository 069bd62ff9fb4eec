import type { ElicitRequestFormParams } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { type Caller, canForm, converse, form, type Turn } from '../ask.ts';
import { finish } from '../result.ts';

const ENVIRONMENTS = ['development', 'staging', 'production'] as const;
const CHANNELS = ['email', 'chat', 'pager'] as const;

/** What a deployment needs; the same rules check the arguments and the answers of the form. */
const deployment = z.object({
  environment: z.enum(ENVIRONMENTS),
  replicas: z.int().min(1).max(10).default(2),
  confirm: z.boolean(),
  notify: z.email().optional(),
  when: z.iso.date().optional(),
  channels: z.array(z.enum(CHANNELS)).optional(),
});

export const deployInput = z.object({
  environment: z.enum(ENVIRONMENTS).optional().describe('Where to deploy'),
  replicas: z.int().min(1).max(10).optional().describe('How many copies to run (default 2)'),
  confirm: z.boolean().optional().describe('Whether to really deploy'),
  notify: z.email().optional().describe('Who hears about it'),
  when: z.iso.date().optional().describe('The day, as YYYY-MM-DD'),
  channels: z.array(z.enum(CHANNELS)).optional().describe('How to announce it'),
});

export const deployOutput = z.looseObject({
  outcome: z.string(),
  entered: z.record(z.string(), z.unknown()).optional(),
  deployment: deployment.optional(),
});

type Properties = ElicitRequestFormParams['requestedSchema']['properties'];

const FIELDS: Properties = {
  environment: {
    type: 'string',
    title: 'Environment',
    description: 'Where to deploy',
    oneOf: [
      { const: 'development', title: 'Development' },
      { const: 'staging', title: 'Staging' },
      { const: 'production', title: 'Production (customers see it)' },
    ],
  },
  replicas: { type: 'integer', title: 'Replicas', minimum: 1, maximum: 10, default: 2 },
  confirm: { type: 'boolean', title: 'Really deploy?' },
  notify: { type: 'string', title: 'Notify', description: 'Who hears about it', format: 'email' },
  when: { type: 'string', title: 'When', description: 'The day of the deployment', format: 'date' },
  channels: {
    type: 'array',
    title: 'Channels',
    description: 'How to announce it',
    items: {
      anyOf: [
        { const: 'email', title: 'E-mail' },
        { const: 'chat', title: 'Chat' },
        { const: 'pager', title: 'Pager' },
      ],
    },
  },
};
const REQUIRED = ['environment', 'confirm'] as const;

/** Form elicitation: asks for everything that the arguments leave open, unless nothing required is open. */
export function deploy(caller: Caller, args: z.infer<typeof deployInput>) {
  const missing = REQUIRED.filter((name) => args[name] === undefined);

  const turn: Turn<{ asked: true }> = (state, answer) => {
    if (missing.length === 0) return { done: decide(args, args) };
    if (!state) {
      if (!canForm(caller.capabilities)) {
        return { done: cannotAsk(missing) };
      }
      const open = Object.entries(FIELDS).filter(([name]) => !(name in args));
      const question = form('Answer these questions to deploy the demo application.', {
        type: 'object',
        properties: Object.fromEntries(open),
        required: missing,
      });
      return { ask: { deployment: question }, state: { asked: true } };
    }
    const reply = answer('deployment');
    if (reply.kind === 'elicit') {
      if (reply.action === 'decline') {
        return { done: finish('declined', 'You declined, so nothing was deployed.') };
      }
      if (reply.action === 'cancel') {
        return { done: finish('cancelled', 'You cancelled, so nothing was deployed.') };
      }
      const entered = reply.content ?? {};
      return { done: decide({ ...args, ...entered }, entered) };
    }
    if (reply.kind === 'refused') {
      return {
        done: finish('denied', 'The question was refused, so nothing was deployed.', {
          error: { code: reply.code, message: reply.message },
        }),
      };
    }
    return { done: finish('invalid', 'The answer to the question `deployment` is missing.') };
  };
  return converse(caller, 'deploy', args, turn);
}

function decide(values: Record<string, unknown>, entered: Record<string, unknown>) {
  const checked = deployment.safeParse(values);
  if (!checked.success) {
    const problems = checked.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
    return finish('invalid', `Nothing was deployed. ${problems.join('; ')}.`, { entered, problems });
  }
  const { environment, replicas, confirm } = checked.data;
  const sentence = confirm
    ? `Deployed to ${environment} with ${replicas} ${replicas === 1 ? 'replica' : 'replicas'}.`
    : 'You did not confirm, so nothing was deployed.';
  return finish('accepted', sentence, { entered, deployment: checked.data, deployed: confirm });
}

function cannotAsk(missing: readonly string[]) {
  const named = missing.map((name) => `\`${name}\``).join(' and ');
  const sentence =
    missing.length === 1
      ? `The argument ${named} is missing, and this client cannot be asked for it. Call again with it.`
      : `The arguments ${named} are missing, and this client cannot be asked for them. Call again with them.`;
  return finish('unavailable', sentence, { missing });
}
