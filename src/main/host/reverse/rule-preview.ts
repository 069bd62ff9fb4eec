import type { Rule, RulePreview, RulePreviewCall } from '../../../shared/model/rule.ts';
import { dayOf } from '../journal/today.ts';
import type { PastReverse } from '../journal/types.ts';
import { decide } from './rules.ts';

/** What a draft is held against. */
export interface PreviewDeps {
  /** All rules with the draft in its place. */
  readonly rules: readonly Rule[];
  readonly draft: Rule;
  /** Newest first, all of the kind of the draft. */
  readonly past: readonly PastReverse[];
  /** The tool of a call, where the entry does not say it yet. */
  readonly toolOf: (callId: number) => string | undefined;
  readonly maxTokensPerDay: number;
  readonly now: number;
}

const MINUTE_MS = 60_000;

interface Facts {
  readonly tools: readonly (string | undefined)[];
  readonly gate: string | undefined;
  readonly model: string | undefined;
  readonly tokens: number;
}

/**
 * What a draft would have done with reverse calls of the past, each after the ones before it, so that its limits count.
 * The model and the tokens are those of then; where none was asked, a rule for a model does not match.
 */
export function previewOf(deps: PreviewDeps): RulePreview {
  const { now } = deps;
  // What still waits was not answered by anybody, and no new rule answers it.
  const past = deps.past.filter(({ end }) => end !== undefined);
  const uses: number[] = [];
  const spent = new Map<string, number>();
  const calls = past.toReversed().map((one): RulePreviewCall => {
    const facts = factsOf(one, deps.toolOf);
    const day = `${one.serverId}\n${dayOf(new Date(one.at))}`;
    const outcome = held(one, facts, deps, {
      now,
      used: uses.filter((at) => one.at - at < MINUTE_MS).length,
      spent: spent.get(day) ?? 0,
    });
    if (outcome.decision === 'allow') uses.push(one.at);
    // What the person let through counts against the day as well.
    if (outcome.decision !== 'deny') spent.set(day, (spent.get(day) ?? 0) + facts.tokens);
    return {
      reverseId: one.reverseId,
      serverId: one.serverId,
      at: one.at,
      tools: facts.tools.filter((tool) => tool !== undefined),
      ...outcome,
    };
  });
  const count = (decision: RulePreviewCall['decision']) =>
    calls.filter((one) => one.decision === decision).length;
  return { of: calls.length, answered: count('allow'), denied: count('deny'), calls: calls.toReversed() };
}

function held(
  one: PastReverse,
  { tools, gate, model, tokens }: Facts,
  { rules, draft, maxTokensPerDay }: PreviewDeps,
  { now, used, spent }: { now: number; used: number; spent: number },
): Pick<RulePreviewCall, 'decision' | 'reason'> {
  if (gate !== undefined && gate !== 'rules') {
    return { decision: 'other', reason: 'It was refused before any rule was looked at.' };
  }
  const decision = decide(rules, {
    server: one.serverId,
    kind: draft.kind,
    tools,
    // Where no model was asked there is none to hold a rule against.
    model: model ?? '',
    now,
    tokens,
    tokensToday: () => spent,
    maxTokensPerDay,
    usesInLastMinute: () => used,
  });
  if (decision.rule?.id !== draft.id) {
    return {
      decision: 'other',
      reason: decision.rule ? `Rule "${decision.rule.id}" decides.` : 'It does not match.',
    };
  }
  return {
    decision: decision.decision,
    ...(decision.reason === undefined ? {} : { reason: decision.reason }),
  };
}

function factsOf({ asked, end, callId }: PastReverse, toolOf: PreviewDeps['toolOf']): Facts {
  const [before, after] = [(asked ?? {}) as Record<string, unknown>, (end ?? {}) as Record<string, unknown>];
  const text = (value: unknown) => (typeof value === 'string' ? value : undefined);
  return {
    tools: Array.isArray(before.tools)
      ? before.tools.map(text)
      : callId === undefined
        ? []
        : [toolOf(callId)],
    gate: text(after.gate),
    model: text(after.model),
    tokens: typeof after.tokens === 'number' ? after.tokens : 0,
  };
}
