import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Rule } from '../../../shared/model/rule.ts';
import { LEGACY_SESSION } from '../testing/reverse-call.ts';
import { RuleBook, type RuleBookDeps } from './rule-book.ts';
import type { ReverseInput } from './types.ts';

const START = Date.UTC(2026, 5, 1);
beforeEach(() => {
  vi.useFakeTimers({ now: START });
});
afterEach(() => {
  vi.useRealTimers();
});

const allow: Rule = { id: 'a', server: 's', kind: 'sampling', decision: 'allow' };
const input = (more: Partial<ReverseInput> = {}): ReverseInput => ({
  serverId: 's',
  session: LEGACY_SESSION,
  road: 'request',
  method: 'sampling/createMessage',
  params: {},
  cause: { callId: 1, certainty: 'inferred', candidates: [] },
  round: 1,
  roundSize: 1,
  ...more,
});
const book = (rules: Rule[], more: Partial<RuleBookDeps> = {}) =>
  new RuleBook({
    rules: () => rules,
    tokensToday: () => 0,
    maxTokensPerDay: () => 1_000_000,
    toolOf: (callId) => (callId === 1 ? 'one' : 'two'),
    usesSince: () => [],
    lastEntryAt: undefined,
    ...more,
  });
const said = (one: RuleBook, what = input(), tokens = 0) => one.decide(what, 'm/m', () => tokens).decision;

it('a clock that is set back does not bring back what has expired', () => {
  const rules = book([{ ...allow, expiresAt: START + 1000 }]);
  expect(said(rules)).toBe('allow');
  vi.setSystemTime(START + 1000);
  expect(said(rules)).toBe('ask');
  vi.setSystemTime(START - 5_000_000);
  expect(said(rules)).toBe('ask');
  expect(said(book([{ ...allow, expiresAt: START + 1000 }], { lastEntryAt: START + 2000 }))).toBe('ask');
});

it('nor what a minute allows, and set back it does not refuse for longer', () => {
  const rules = book([{ ...allow, limits: { perMinute: 1 } }]);
  rules.use(allow, 's', 0);
  vi.setSystemTime(START + 3_600_000);
  expect(said(rules)).toBe('ask');
  vi.setSystemTime(START - 3_600_000);
  vi.advanceTimersByTime(60_000);
  expect(said(rules)).toBe('allow');
});

it('nor a new start: what was let through just before counts', () => {
  const usesSince = () => [{ ruleId: 'a', at: START - 20_000 }];
  const rules = book([{ ...allow, limits: { perMinute: 1 } }], { usesSince });
  expect(said(rules)).toBe('ask');
  vi.advanceTimersByTime(40_000);
  expect(said(rules)).toBe('allow');
});

it('tokens of answers on their way count, until they are over', () => {
  const rules = book([{ ...allow, limits: { tokensPerDay: 100 } }]);
  const over = rules.use(allow, 's', 60);
  expect(said(rules, input(), 60)).toBe('ask');
  expect(said(rules, input(), 40)).toBe('allow');
  over();
  over();
  expect(said(rules, input(), 100)).toBe('allow');
});

it('a rule for a tool is held against every call that may have asked', () => {
  const rules = book([{ ...allow, tool: 'one' }]);
  const unknown = (...candidates: number[]) => input({ cause: { certainty: 'unknown', candidates } });
  expect(said(rules)).toBe('allow');
  expect(said(rules, unknown(1, 1))).toBe('allow');
  expect(said(rules, unknown(1, 2))).toBe('ask');
  expect(said(rules, input({ cause: { certainty: 'none', candidates: [] } }))).toBe('ask');
});

it('what waited for the person is not allowed by a rule made since, but may be denied', () => {
  expect(said(book([allow]), input({ waited: true }))).toBe('ask');
  expect(said(book([{ ...allow, decision: 'deny' }]), input({ waited: true }))).toBe('deny');
  expect(book([]).decide(input({ waited: true, method: 'roots/list' })).decision).toBe('allow');
});

it('a rule holds while it is there, unchanged and not expired', () => {
  const expiring = { ...allow, expiresAt: START + 1000 };
  const rules = [expiring];
  const holding = book(rules);
  expect(holding.holds({ ...expiring })).toBe(true);
  expect(holding.holds({ ...expiring, limits: { perMinute: 9 } })).toBe(false);
  vi.setSystemTime(START + 1000);
  expect(holding.holds({ ...expiring })).toBe(false);
});

it('while rules are paused none allows or sends anything, and what is denied stays denied', () => {
  let paused = true;
  const deny: Rule = { id: 'd', server: 's', kind: 'sampling', decision: 'deny' };
  const rules = book([allow], { paused: () => paused });
  expect(rules.decide(input(), 'm/m')).toMatchObject({
    decision: 'ask',
    rule: allow,
    reason: 'You paused your rules, so it waits for you.',
  });
  expect(rules.holds(allow)).toBe(false);
  expect(said(book([allow, deny], { paused: () => paused }))).toBe('deny');
  paused = false;
  expect(said(rules)).toBe('allow');
  expect(rules.holds(allow)).toBe(true);
});
