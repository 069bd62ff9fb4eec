import { describe, expect, it } from 'vitest';
import type { RuleDraft } from '../../../shared/model/rule.ts';
import { ruleProblem } from '../../../shared/rule-text.ts';
import {
  expiryAt,
  newRule,
  previewSentence,
  readLimit,
  USUAL_LIMITS,
  untilText,
  verdictOf,
  verdictsFor,
  withKind,
  withLimit,
  withVerdict,
} from './rule-choices.ts';

const sampling: RuleDraft = { server: 's', kind: 'sampling', decision: 'deny' };

describe('what a rule decides', () => {
  it('is what the person chose, for every kind, and a rule that can do what it says', () => {
    for (const kind of ['sampling', 'elicitation', 'roots'] as const) {
      for (const { value } of verdictsFor(kind)) {
        const draft = withVerdict(newRule({ server: 's', kind, tool: 't' }), value);
        expect(verdictOf(draft)).toBe(value);
        expect(ruleProblem(draft)).toBeUndefined();
        expect(draft).toMatchObject({ server: 's', kind, tool: 't' });
      }
    }
  });

  it('never answers a form or a link', () => {
    expect(verdictsFor('elicitation').map(({ value }) => value)).toEqual(['ask', 'never']);
  });

  it('begins with the least: this session, the answer shown, and limits', () => {
    expect(newRule({ server: 's', kind: 'sampling' })).toEqual({
      server: 's',
      kind: 'sampling',
      decision: 'allow',
      session: true,
      gates: 'before',
      limits: USUAL_LIMITS,
    });
  });

  it('keeps what an allow has while it stays one, and drops what a deny has no use for', () => {
    const open: RuleDraft = { ...sampling, decision: 'allow', expiresAt: 9 };
    expect(withVerdict(open, 'session')).toEqual({
      ...sampling,
      decision: 'allow',
      session: true,
      gates: 'both',
    });
    const limited: RuleDraft = { ...open, gates: 'before', limits: { perMinute: 2 } };
    expect(withVerdict(limited, 'always')).toEqual(limited);
    expect(withVerdict(limited, 'never')).toEqual({ ...sampling, expiresAt: 9 });
    expect(withVerdict(limited, 'ask')).toEqual({ ...sampling, decision: 'ask', expiresAt: 9 });
  });

  it('fits the kind it moves to', () => {
    const draft = newRule({ server: 's', kind: 'sampling', tool: 't', model: 'anthropic/m' });
    expect(withKind(draft, 'elicitation')).toEqual({
      server: 's',
      kind: 'elicitation',
      tool: 't',
      decision: 'deny',
    });
    expect(withKind(withVerdict(draft, 'ask'), 'elicitation').decision).toBe('ask');
    expect(withKind(withVerdict(draft, 'always'), 'roots')).toEqual({
      server: 's',
      kind: 'roots',
      tool: 't',
      decision: 'allow',
    });
    expect(withKind(draft, 'sampling').model).toBe('anthropic/m');
  });
});

describe('limits', () => {
  it('are whole numbers, or nothing', () => {
    expect(readLimit(' 12 ')).toEqual({ value: 12 });
    expect(readLimit('')).toEqual({ value: undefined });
    for (const wrong of ['0', '-1', '1.5', '1e3', 'x', '99999999999999999999'])
      expect(readLimit(wrong)).toHaveProperty('problem');
  });

  it('are set and taken away one by one', () => {
    const both = withLimit(withLimit(sampling, 'perMinute', 3), 'tokensPerDay', 100);
    expect(both.limits).toEqual({ perMinute: 3, tokensPerDay: 100 });
    expect(withLimit(both, 'perMinute', undefined).limits).toEqual({ tokensPerDay: 100 });
    expect(withLimit(withLimit(both, 'perMinute', undefined), 'tokensPerDay', undefined)).toEqual(sampling);
  });
});

it('ends when the person said, counted from then', () => {
  const now = new Date(2026, 11, 30, 22, 15).getTime();
  expect(expiryAt('never', now, 5)).toBeUndefined();
  expect(expiryAt('kept', now, 5)).toBe(5);
  expect(expiryAt('hour', now, undefined)).toBe(now + 3_600_000);
  expect(expiryAt('midnight', now, undefined)).toBe(new Date(2026, 11, 31).getTime());
  expect(expiryAt('week', now, undefined)).toBe(now + 604_800_000);
  expect(untilText(now)).toBe('Until 30 Dec 2026, 22:15');
  expect(untilText(1e300)).toBe('Until a time that cannot be shown');
});

describe('the preview', () => {
  const call = (decision: 'allow' | 'ask' | 'deny') => ({
    reverseId: 'r',
    serverId: 's',
    at: 0,
    tools: [],
    decision,
  });
  it('says what the rule would have done', () => {
    const none = { of: 0, answered: 0, denied: 0, calls: [] };
    expect(previewSentence(none, { decision: 'allow' })).toContain('nothing to compare');
    const some = { of: 30, answered: 14, denied: 3, calls: [call('allow'), call('ask'), call('ask')] };
    expect(previewSentence({ ...some, calls: [] }, { decision: 'allow', gates: 'both' })).toBe(
      'This rule would have answered 14 of the last 30.',
    );
    expect(previewSentence(some, { decision: 'allow', gates: 'before' })).toBe(
      'This rule would have answered 14 of the last 30, and asked you about 2 more beyond its limits; you would have read each answer first.',
    );
    expect(previewSentence(some, { decision: 'deny' })).toBe(
      'This rule would have turned away 3 of the last 30.',
    );
    expect(previewSentence(some, { decision: 'ask' })).toBe(
      'This rule would have asked you about 2 of the last 30.',
    );
  });
});
