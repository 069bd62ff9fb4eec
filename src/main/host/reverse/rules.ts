import { z } from 'zod';
import { ReverseKind } from '../../../shared/model/reverse-call.ts';

/** What the person decided in advance. `server: '*'` is every server; the last rule that matches wins. */
export const Rule = z.object({
  server: z.string(),
  kind: ReverseKind,
  decision: z.enum(['ask', 'deny', 'allow']),
});
export type Rule = z.infer<typeof Rule>;

/**
 * The decision of the rules. Elicitation is never allowed by a rule: the specification wants the person to review
 * it, and consent for every URL. Roots need no rule: the workspace grant is the consent.
 */
export function decide(rules: readonly Rule[], serverId: string, kind: ReverseKind): Rule['decision'] {
  const rule = rules.findLast((r) => r.kind === kind && (r.server === '*' || r.server === serverId));
  const decision = rule?.decision ?? (kind === 'roots' ? 'allow' : 'ask');
  return kind === 'elicitation' && decision === 'allow' ? 'ask' : decision;
}
