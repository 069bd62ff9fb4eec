import type { ReverseKind } from '../../../shared/model/reverse-call.ts';
import type { Rule } from '../../../shared/model/rule.ts';

/** What a rule is held against. */
export interface RuleQuestion {
  readonly server: string;
  readonly kind: ReverseKind;
  /** The tools (prompts, resources) of every call that may have asked; none where no call was running. */
  readonly tools: readonly (string | undefined)[];
  /** `connection/model`; undefined while none is chosen yet. */
  readonly model?: string | undefined;
  readonly now: number;
  /** The most model tokens that answering may take; 0 where it takes none or is not known yet. */
  readonly tokens: number;
  /** Tokens of that server since local midnight, those on their way with them. */
  readonly tokensToday: () => number;
  /** Tokens the person lets that server use in a day. */
  readonly maxTokensPerDay: number;
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
  // The handler asks again when it knows the model; a rule before this one must not decide meanwhile.
  if (rule.model !== undefined && question.model === undefined) return { decision: 'ask' };
  if (rule.decision !== 'allow') return { decision: rule.decision, rule };
  if (question.kind === 'elicitation') return { decision: 'ask', rule };
  const reason = question.kind === 'roots' ? undefined : overLimit(rule, question);
  return reason === undefined ? { decision: 'allow', rule } : { decision: 'ask', rule, reason };
}

/** Why an allow asks instead: nobody watches it, so it ends before a limit and not after. */
function overLimit(rule: Rule, question: RuleQuestion): string | undefined {
  const { perMinute, tokensPerDay } = rule.limits ?? {};
  if (perMinute !== undefined && question.usesInLastMinute(rule.id) >= perMinute) {
    return `Your rule allows ${perMinute} a minute, and those are used.`;
  }
  const used = question.tokensToday();
  if (tokensPerDay !== undefined && used >= tokensPerDay) {
    return `Your rule allows ${tokensPerDay} tokens a day, and those are used.`;
  }
  if (tokensPerDay !== undefined && used + question.tokens > tokensPerDay) {
    return `Your rule allows ${tokensPerDay} tokens a day; ${used} are used, and this may take ${question.tokens}.`;
  }
  const { maxTokensPerDay } = question;
  if (used + question.tokens > maxTokensPerDay) {
    return `You allow ${maxTokensPerDay} tokens today; ${used} are used, and this may take ${question.tokens}.`;
  }
  return undefined;
}

function matches(rule: Rule, question: RuleQuestion): boolean {
  return (
    rule.kind === question.kind &&
    (rule.server === '*' || rule.server === question.server) &&
    matchesTool(rule, question.tools) &&
    matchesModel(rule, question) &&
    (rule.expiresAt === undefined || question.now < rule.expiresAt)
  );
}

/** Where several calls may have asked, an allow must hold for each of them, and a deny or ask for one. */
function matchesTool({ tool, decision }: Rule, tools: RuleQuestion['tools']): boolean {
  if (tool === undefined) return true;
  if (decision === 'allow') return tools.length > 0 && tools.every((one) => one === tool);
  return tools.includes(tool);
}

function matchesModel({ model }: Rule, question: RuleQuestion): boolean {
  if (model === undefined || model === question.model) return true;
  return question.model === undefined && question.kind === 'sampling';
}
