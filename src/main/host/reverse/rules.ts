import { z } from 'zod';
import { ReverseKind } from '../../../shared/model/reverse-call.ts';

/**
 * What the person decided in advance, in `rules.json`. `server: '*'` is every server; `tool` is the tool (prompt,
 * resource) whose call asked; `model` is `provider/model`. The last rule that matches decides.
 */
export const Rule = z.object({
  /** Named in the journal with each decision it made. */
  id: z.string().min(1).max(64),
  server: z.string(),
  kind: ReverseKind,
  tool: z.string().optional(),
  model: z.string().optional(),
  decision: z.enum(['ask', 'deny', 'allow']),
  /** Beyond these an `allow` asks; nothing is passed silently because a budget began anew unseen. */
  limits: z
    .object({
      perMinute: z.number().int().min(1).optional(),
      /** Model tokens of that server since local midnight. */
      tokensPerDay: z.number().int().min(1).optional(),
    })
    .optional(),
  /** Milliseconds since 1970; from then on the rule is as if it were not there. */
  expiresAt: z.number().optional(),
});
export type Rule = z.infer<typeof Rule>;

/** What a rule is held against. */
export interface RuleQuestion {
  readonly server: string;
  readonly kind: ReverseKind;
  /** Known only when the cause is. A rule for a tool never matches a question whose cause is a guess. */
  readonly tool: string | undefined;
  /** Known once a model is chosen. A rule for a model does not match before. */
  readonly model?: string | undefined;
  readonly now: number;
  readonly tokensToday: () => number;
  /** Uses of that rule in the last minute, this one not counted. */
  readonly usesInLastMinute: (ruleId: string) => number;
}

/** What the rules say about one reverse call, and the rule that said it. */
export interface Decision {
  readonly decision: Rule['decision'];
  readonly rule?: Rule;
  /** One plain sentence where a limit turned an allow into ask. */
  readonly reason?: string;
}

/**
 * The decision of the rules. Elicitation is never allowed by a rule: the specification wants the person to review
 * it, and consent for every URL. Roots need no rule: the workspace grant is the consent, and a rule may only deny.
 */
export function decide(rules: readonly Rule[], question: RuleQuestion): Decision {
  const rule = rules.findLast((one) => matches(one, question));
  if (!rule) return { decision: question.kind === 'roots' ? 'allow' : 'ask' };
  if (rule.decision !== 'allow') return { decision: rule.decision, rule };
  if (question.kind === 'elicitation') return { decision: 'ask', rule };
  const { perMinute, tokensPerDay } = rule.limits ?? {};
  if (perMinute !== undefined && question.usesInLastMinute(rule.id) >= perMinute) {
    return { decision: 'ask', rule, reason: `Your rule allows ${perMinute} a minute, and those are used.` };
  }
  if (tokensPerDay !== undefined && question.tokensToday() >= tokensPerDay) {
    return {
      decision: 'ask',
      rule,
      reason: `Your rule allows ${tokensPerDay} tokens a day, and those are used.`,
    };
  }
  return { decision: 'allow', rule };
}

function matches(rule: Rule, question: RuleQuestion): boolean {
  return (
    rule.kind === question.kind &&
    (rule.server === '*' || rule.server === question.server) &&
    (rule.tool === undefined || rule.tool === question.tool) &&
    (rule.model === undefined || rule.model === question.model) &&
    (rule.expiresAt === undefined || question.now < rule.expiresAt)
  );
}
