import { describe, expect, it } from 'vitest';
import type { RuleView } from '../../../shared/model/rule.ts';
import { factsOf, typedOf } from './model-draft.ts';
import { keyText, limitsText, notesOf, priceText, readNumber, ruleSentence, usedText } from './words.ts';

describe('a key', () => {
  it('on disk says whether the keychain protects it', () => {
    expect(keyText('kept', 'os')).toContain('encrypted by the keychain');
    expect(keyText('kept', 'weak')).toContain('any program you run could read it');
  });
});

describe('a model', () => {
  it('keeps every fact through the form', () => {
    const facts = {
      label: 'House',
      cost: 0.29,
      speed: 0,
      intelligence: 1,
      inputPrice: 0.25,
      outputPrice: 15,
      contextTokens: 200_000,
      images: true,
      tools: false,
    };
    expect(factsOf(typedOf(facts))).toEqual({ facts, problems: {} });
    expect(factsOf(typedOf({}))).toEqual({ facts: {}, problems: {} });
    expect(typedOf(facts).cost).toBe('29');
  });

  it('with something typed that is no number has no facts, and says where', () => {
    const read = factsOf({ ...typedOf({}), cost: '101', contextTokens: '1.5', inputPrice: ' 3 ' });
    expect(read.facts).toBeUndefined();
    expect(Object.keys(read.problems)).toEqual(['cost', 'contextTokens']);
  });

  it('says what else is known of it', () => {
    const model = {
      id: 'm',
      source: 'person',
      hidden: true,
      facts: { images: false, contextTokens: 9000 },
    } as const;
    expect(notesOf(model)).toBe('hidden, added by you, up to 9,000 tokens, no images');
    expect(notesOf({ ...model, source: 'list', hidden: false, facts: { images: true } })).toBe('');
    expect(priceText(0)).toBe('0');
    expect(priceText(undefined)).toBe('');
  });

  it.each(['-1', 'x', '1e9', 'Infinity', '0x'])('refuses %s as a score', (typed) => {
    expect(readNumber(typed, 100)).toHaveProperty('problem');
  });
});

describe('a rule', () => {
  const view: RuleView = {
    rule: {
      id: 'r',
      server: 's',
      kind: 'sampling',
      tool: 't',
      decision: 'allow',
      limits: { perMinute: 5, tokensPerDay: 20_000 },
      expiresAt: 1,
    },
    text: '',
    position: 0,
    expired: false,
    usedUp: false,
    usedToday: 2,
    tokensToday: 1234,
  };

  it('is one sentence without its limits and its end, which stand beside it', () => {
    expect(ruleSentence(view.rule)).toBe('Allow sampling from s for t.');
    expect(limitsText(view.rule)).toBe('at most 5 a minute, at most 20,000 tokens a day');
    expect(limitsText({ ...view.rule, limits: undefined })).toBe('no limit of its own');
    expect(limitsText({ ...view.rule, decision: 'deny', limits: undefined })).toBe('');
  });

  it('says what it did today', () => {
    expect(usedText(view)).toBe('answered 2 today, 1,234 tokens');
    expect(usedText({ ...view, rule: { ...view.rule, decision: 'deny' }, tokensToday: 0 })).toBe(
      'turned away 2 today',
    );
    expect(usedText({ ...view, usedToday: 0 })).toBe('not used today');
  });
});
