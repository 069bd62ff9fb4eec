import { describe, expect, it } from 'vitest';
import type { Rule } from '../../../shared/model/rule.ts';
import { decide, type RuleQuestion } from './rules.ts';

const rule = (change: Partial<Rule>): Rule => ({
  id: 'r',
  server: 'files',
  kind: 'sampling',
  decision: 'allow',
  ...change,
});

const asked = (change: Partial<RuleQuestion> = {}): RuleQuestion => ({
  server: 'files',
  kind: 'sampling',
  tools: ['summarise'],
  model: 'anthropic/claude-x',
  now: 1000,
  tokens: 0,
  tokensToday: () => 0,
  maxTokensPerDay: 1_000_000,
  usesInLastMinute: () => 0,
  ...change,
});

const decision = (rules: Rule[], question = asked()) => decide(rules, question).decision;

describe('rules', () => {
  it('ask without a rule; folders are the grant itself', () => {
    expect(decision([])).toBe('ask');
    expect(decision([], asked({ kind: 'roots' }))).toBe('allow');
  });

  it('are scoped by server, kind, tool and model; the last that matches decides', () => {
    expect(decision([rule({})])).toBe('allow');
    expect(decision([rule({ server: 'other' })])).toBe('ask');
    expect(decision([rule({ server: '*' })])).toBe('allow');
    expect(decision([rule({ kind: 'elicitation' })])).toBe('ask');
    expect(decision([rule({ tool: 'deploy' })])).toBe('ask');
    expect(decision([rule({ tool: 'summarise', model: 'anthropic/claude-x' })])).toBe('allow');
    expect(decision([rule({ server: '*' }), rule({ decision: 'deny' })])).toBe('deny');
    expect(decision([rule({ decision: 'deny' }), rule({ server: '*', decision: 'ask' })])).toBe('ask');
  });

  it('a rule for a tool or model never matches where that is not known', () => {
    expect(decision([rule({ tool: 'summarise' })], asked({ tools: [undefined] }))).toBe('ask');
    expect(decision([rule({ tool: 'summarise' })], asked({ tools: [] }))).toBe('ask');
    expect(decision([rule({ model: 'anthropic/claude-x' })], asked({ model: undefined }))).toBe('ask');
  });

  it('where several calls may have asked, an allow must fit all of them and a deny or ask one', () => {
    const both = asked({ tools: ['summarise', 'deploy'] });
    expect(decision([rule({ tool: 'summarise' })], both)).toBe('ask');
    expect(decision([rule({ tool: 'summarise' })], asked({ tools: ['summarise', 'summarise'] }))).toBe(
      'allow',
    );
    expect(decision([rule({}), rule({ tool: 'deploy', decision: 'deny' })], both)).toBe('deny');
    expect(decision([rule({}), rule({ tool: 'deploy', decision: 'ask' })], both)).toBe('ask');
    expect(decision([rule({}), rule({ tool: 'other', decision: 'deny' })], both)).toBe('allow');
  });

  it('a rule for a model waits for the model, and nothing before it decides meanwhile', () => {
    const rules = [rule({ decision: 'deny' }), rule({ model: 'anthropic/claude-x' })];
    expect(decide(rules, asked({ model: undefined }))).toEqual({ decision: 'ask' });
    expect(decision(rules, asked({}))).toBe('allow');
    expect(decision(rules, asked({ model: 'other/y' }))).toBe('deny');
    const forms = [
      rule({ kind: 'elicitation', decision: 'deny' }),
      rule({ kind: 'elicitation', model: 'm/x' }),
    ];
    expect(decision(forms, asked({ kind: 'elicitation', model: undefined }))).toBe('deny');
  });

  it('an elicitation is never answered by a rule, but may be declined', () => {
    const question = asked({ kind: 'elicitation' });
    expect(decision([rule({ kind: 'elicitation' })], question)).toBe('ask');
    expect(decision([rule({ kind: 'elicitation', decision: 'deny' })], question)).toBe('deny');
  });

  it('expire', () => {
    expect(decision([rule({ expiresAt: 1001 })])).toBe('allow');
    expect(decision([rule({ expiresAt: 1000 })])).toBe('ask');
  });

  it('an allow whose budget is used asks, and says why', () => {
    const limited = [rule({ limits: { perMinute: 2, tokensPerDay: 100 } })];
    expect(decide(limited, asked({ usesInLastMinute: () => 1 })).decision).toBe('allow');
    expect(decide(limited, asked({ usesInLastMinute: () => 2 }))).toMatchObject({
      decision: 'ask',
      reason: 'Your rule allows 2 a minute, and those are used.',
    });
    expect(decide(limited, asked({ tokensToday: () => 100 }))).toMatchObject({
      decision: 'ask',
      reason: 'Your rule allows 100 tokens a day, and those are used.',
    });
  });

  it('an allow ends before a limit of tokens, not after', () => {
    const limited = [rule({ limits: { tokensPerDay: 100 } })];
    expect(decision(limited, asked({ tokensToday: () => 60, tokens: 40 }))).toBe('allow');
    expect(decide(limited, asked({ tokensToday: () => 60, tokens: 41 }))).toMatchObject({
      decision: 'ask',
      reason: 'Your rule allows 100 tokens a day; 60 are used, and this may take 41.',
    });
    expect(decide([rule({})], asked({ maxTokensPerDay: 50, tokens: 51 }))).toMatchObject({
      decision: 'ask',
      reason: 'You allow 50 tokens today; 0 are used, and this may take 51.',
    });
  });
});
