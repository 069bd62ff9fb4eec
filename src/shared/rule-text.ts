import type { RuleDraft } from './model/rule.ts';

const VERB = { allow: 'Allow', deny: 'Deny', ask: 'Ask about' } as const;

/** The whole rule as one sentence; two rules that say the same have the same. Times are UTC. */
export function ruleText(rule: RuleDraft): string {
  const { server, kind, tool, model, decision, gates, limits, expiresAt, session } = rule;
  const parts = [
    `${VERB[decision]} ${kind} from ${server === '*' ? 'every server' : server}`,
    ...(tool === undefined ? [] : [` for ${tool}`]),
    ...(model === undefined ? [] : [` with ${model}`]),
    ...(gates === 'before' && decision === 'allow' ? [', and show the answer before it is sent'] : []),
    ...(limits?.perMinute === undefined ? [] : [`, at most ${limits.perMinute} a minute`]),
    ...(limits?.tokensPerDay === undefined ? [] : [`, at most ${limits.tokensPerDay} tokens a day`]),
    ...(expiresAt === undefined ? [] : [`, until ${dateOf(expiresAt)}`]),
    ...(session === undefined ? [] : [', until the app ends']),
  ];
  return `${parts.join('')}.`;
}

function dateOf(at: number): string {
  const date = new Date(at);
  return Number.isNaN(date.getTime()) ? String(at) : date.toISOString();
}

/** Why a rule can never do what it says, as one sentence with what to do; undefined when it can. */
export function ruleProblem({ kind, decision, gates, model, limits }: RuleDraft): string | undefined {
  if (kind === 'elicitation' && decision === 'allow') {
    return 'No rule answers a form or a link for you; choose to ask or to deny.';
  }
  if (kind === 'roots' && limits) {
    return 'Folders are told without a limit to servers you gave them; leave the limits out.';
  }
  if (model !== undefined && kind !== 'sampling') {
    return 'Only sampling asks a model; leave the model out.';
  }
  if (gates !== undefined && (kind !== 'sampling' || decision === 'deny')) {
    return 'Only sampling that is allowed has an answer to show or to send; leave the gates out.';
  }
  if (limits && decision === 'deny') return 'What is denied needs no limits; leave them out.';
  return undefined;
}
