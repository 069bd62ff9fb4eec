import { z } from 'zod';
import { ReverseKind } from './reverse-call.ts';

const name = z.string().min(1).max(2048);

/** What a rule is about, without the name it goes by. Strict: a mistyped limit must not be no limit. */
export const RuleDraft = z.strictObject({
  /** A server's name; `*` is every server. */
  server: name,
  kind: ReverseKind,
  /** The tool (prompt, resource) whose call asks. */
  tool: name.optional(),
  /** `connection/model`, for sampling. */
  model: name.optional(),
  decision: z.enum(['ask', 'deny', 'allow']),
  /**
   * Which of the two gates around a model an `allow` opens, for sampling: `before` asks the model and shows you its
   * answer; `both`, the default, also sends it.
   */
  gates: z.enum(['before', 'both']).optional(),
  /** Beyond these an `allow` asks. */
  limits: z
    .strictObject({
      perMinute: z.number().int().min(1).optional(),
      /** Model tokens of that server since local midnight, whoever let them through. */
      tokensPerDay: z.number().int().min(1).optional(),
    })
    .optional(),
  /** Milliseconds since 1970; from then on the rule is as if it were not there. */
  expiresAt: z.number().optional(),
  /** Ends with the app: it is kept in memory and never written. */
  session: z.literal(true).optional(),
});
export type RuleDraft = z.infer<typeof RuleDraft>;

/** What the person decided in advance, in `rules.json`. The last rule that matches decides. */
export const Rule = RuleDraft.extend({
  /** Named in the journal with each decision it made; no two rules share one. */
  id: z
    .string()
    .min(1)
    .max(64)
    .regex(/^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+$/u)
    .refine((id) => !(id in {})),
});
export type Rule = z.infer<typeof Rule>;

/** A rule as the Rules screen shows it. */
export const RuleView = z.object({
  rule: Rule,
  /** The rule as one sentence. */
  text: z.string(),
  /** Its place: the last that matches decides. */
  position: z.number(),
  expired: z.boolean(),
  /** Why it can never do what it says, in one sentence. */
  problem: z.string().optional(),
  /** Times it decided since local midnight, and the model tokens those took. */
  usedToday: z.number(),
  tokensToday: z.number(),
  lastUsedAt: z.number().optional(),
});
export type RuleView = z.infer<typeof RuleView>;

/** One reverse call of the past, and what a draft would have done with it. */
export const RulePreviewCall = z.object({
  reverseId: z.string(),
  serverId: z.string(),
  at: z.number(),
  /** The tools (prompts, resources) that may have asked. */
  tools: z.array(z.string()),
  /** What the draft says of it; `other`: another rule, or a gate before the rules, decides. */
  decision: z.enum(['allow', 'deny', 'ask', 'other']),
  /** Why it would not have been decided by the draft, in one sentence. */
  reason: z.string().optional(),
});
export type RulePreviewCall = z.infer<typeof RulePreviewCall>;

/** "Would have answered `answered` (turned away `denied`) of the last `of`." Newest first. */
export const RulePreview = z.object({
  of: z.number(),
  answered: z.number(),
  denied: z.number(),
  calls: z.array(RulePreviewCall),
});
export type RulePreview = z.infer<typeof RulePreview>;

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
