import type { ReverseKind } from '../../../shared/model/reverse-call.ts';
import type { RuleDraft, RulePreview } from '../../../shared/model/rule.ts';
import { numberText } from '../../lib/words.ts';

/** What a rule decides, as a person chooses it. */
export type Verdict = 'session' | 'always' | 'ask' | 'never';

const VERDICTS: Record<ReverseKind, readonly { value: Verdict; label: string }[]> = {
  sampling: [
    { value: 'session', label: 'Allow for this session' },
    { value: 'always', label: 'Always allow' },
    { value: 'ask', label: 'Always ask me' },
    { value: 'never', label: 'Never' },
  ],
  // No rule answers a form or a link: the specification wants the person.
  elicitation: [
    { value: 'ask', label: 'Always ask me' },
    { value: 'never', label: 'Always decline' },
  ],
  roots: [
    { value: 'always', label: 'Tell the folders you gave it' },
    { value: 'never', label: 'Never tell folders' },
  ],
};

/** What a rule of that kind can decide. */
export const verdictsFor = (kind: ReverseKind): readonly { value: Verdict; label: string }[] =>
  VERDICTS[kind];

export const verdictOf = ({ decision, session }: RuleDraft): Verdict =>
  decision === 'deny' ? 'never' : decision === 'ask' ? 'ask' : session ? 'session' : 'always';

/** Offered with an allow, so that none is without a limit unless the person takes it away. */
export const USUAL_LIMITS = { perMinute: 5, tokensPerDay: 20_000 } as const;

/** The draft with another decision, and without what that decision has no use for. */
export const withVerdict = (draft: RuleDraft, verdict: Verdict): RuleDraft => {
  const { session: _s, gates, limits, expiresAt, decision, ...rest } = draft;
  const expires = expiresAt === undefined || verdict === 'session' ? {} : { expiresAt };
  if (verdict === 'ask' || verdict === 'never') {
    return { ...rest, decision: verdict === 'ask' ? 'ask' : 'deny', ...expires };
  }
  const allowed: RuleDraft = { ...rest, decision: 'allow', ...expires };
  if (verdict === 'session') allowed.session = true;
  if (draft.kind !== 'sampling') return allowed;
  allowed.gates = gates ?? (decision === 'allow' ? 'both' : 'before');
  const kept = decision === 'allow' ? limits : { ...USUAL_LIMITS };
  if (kept !== undefined) allowed.limits = kept;
  return allowed;
};

/** The draft about another kind, with a decision that kind can have. */
export const withKind = (draft: RuleDraft, kind: ReverseKind): RuleDraft => {
  const { model, gates: _g, limits: _l, ...rest } = draft;
  const moved: RuleDraft = {
    ...rest,
    kind,
    // Only sampling asks a model.
    ...(kind === 'sampling' && model !== undefined ? { model } : {}),
    decision: 'deny',
  };
  const now = verdictOf(draft);
  return withVerdict(moved, VERDICTS[kind].some(({ value }) => value === now) ? now : 'never');
};

/** The rule a person begins with: the least an allow can give, and nothing of it outlives the app. */
export const newRule = (about: Pick<RuleDraft, 'server' | 'kind' | 'tool' | 'model'>): RuleDraft =>
  withVerdict({ ...about, decision: 'deny' }, about.kind === 'sampling' ? 'session' : 'never');

/** The draft with one limit set, or taken away. */
export const withLimit = (
  draft: RuleDraft,
  limit: 'perMinute' | 'tokensPerDay',
  value: number | undefined,
): RuleDraft => {
  const { limits = {}, ...rest } = draft;
  const { [limit]: _, ...others } = limits;
  const next = value === undefined ? others : { ...others, [limit]: value };
  return Object.keys(next).length > 0 ? { ...rest, limits: next } : rest;
};

/** A limit as typed; nothing typed is no limit. */
export const readLimit = (typed: string): { value: number | undefined } | { problem: string } => {
  const text = typed.trim();
  if (text === '') return { value: undefined };
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < 1 || !Number.isSafeInteger(value)) {
    return { problem: 'Enter a whole number of 1 or more, or nothing for no limit.' };
  }
  return { value };
};

export type Expiry = 'never' | 'kept' | 'hour' | 'midnight' | 'week' | 'month';

const HOUR_MS = 3_600_000;

/** When a rule ends, in milliseconds since 1970; `kept` is what it has already. */
export const expiryAt = (choice: Expiry, now: number, kept: number | undefined): number | undefined => {
  switch (choice) {
    case 'never':
      return undefined;
    case 'kept':
      return kept;
    case 'hour':
      return now + HOUR_MS;
    case 'midnight': {
      const date = new Date(now);
      return new Date(date.getFullYear(), date.getMonth(), date.getDate() + 1).getTime();
    }
    case 'week':
      return now + 7 * 24 * HOUR_MS;
    case 'month':
      return now + 30 * 24 * HOUR_MS;
  }
};

const moment = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
});

/** "Until 3 Dec 2026, 14:05". */
export const untilText = (at: number): string =>
  Number.isNaN(new Date(at).getTime()) ? 'Until a time that cannot be shown' : `Until ${moment.format(at)}`;

/** What a draft would have done with the requests of the past. */
export const previewSentence = (
  { of, answered, denied, calls }: RulePreview,
  { decision, gates }: Pick<RuleDraft, 'decision' | 'gates'>,
): string => {
  if (of === 0) return 'No request like this came before, so there is nothing to compare it with.';
  const last = `of the last ${numberText(of)}`;
  if (decision === 'deny') return `This rule would have turned away ${numberText(denied)} ${last}.`;
  const asks = calls.filter((call) => call.decision === 'ask').length;
  if (decision === 'ask') return `This rule would have asked you about ${numberText(asks)} ${last}.`;
  return [
    `This rule would have answered ${numberText(answered)} ${last}`,
    ...(asks > 0 ? [`, and asked you about ${numberText(asks)} more beyond its limits`] : []),
    gates === 'before' && answered > 0 ? '; you would have read each answer first.' : '.',
  ].join('');
};
