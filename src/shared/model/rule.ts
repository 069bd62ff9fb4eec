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
  /** The tokens it allows its one server in a day are gone, so that it asks until midnight. */
  usedUp: z.boolean(),
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
