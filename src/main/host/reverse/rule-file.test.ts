import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Rule } from '../../../shared/model/rule.ts';
import { changeText, RuleFile, type RulesChange } from './rule-file.ts';

let dir: string;
let file: string;
let open: RuleFile | undefined;
beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'gh-rules-'));
  file = path.join(dir, 'rules.json');
});
afterEach(() => {
  open?.close();
  rmSync(dir, { recursive: true, force: true });
});

const rule = (id: string, more: Partial<Rule> = {}): Rule => ({
  id,
  server: 's',
  kind: 'sampling',
  decision: 'allow',
  ...more,
});
const write = (...rules: object[]) => writeFileSync(file, JSON.stringify({ rules }));
const begin = (watchEveryMs = 0) => {
  open = new RuleFile(dir, { watchEveryMs });
  return open;
};
const ids = (rules: RuleFile) => rules.rules.map(({ id }) => id);
const inFile = () => (JSON.parse(readFileSync(file, 'utf8')) as { rules: Rule[] }).rules;

it('an edit in place, a file put in its place, a broken one and none at all', async () => {
  write(rule('a'));
  const rules = begin(10);
  const changes: RulesChange[] = [];
  rules.onChange((change) => changes.push(change));
  write(rule('a'), rule('b'));
  await vi.waitFor(() => expect(ids(rules)).toEqual(['a', 'b']));
  writeFileSync(`${file}.new`, JSON.stringify({ rules: [rule('a', { decision: 'deny' })] }));
  renameSync(`${file}.new`, file);
  await vi.waitFor(() => expect(rules.rules[0]?.decision).toBe('deny'));
  writeFileSync(file, '{"rules": [');
  await vi.waitFor(() => expect(rules.problems()).toHaveLength(1));
  expect(rules.problems()[0]).toMatch(
    /is not valid JSON at its end.*Until then your rules stay as they were\.$/,
  );
  expect(ids(rules)).toEqual(['a']);
  rmSync(file);
  await vi.waitFor(() => expect(ids(rules)).toEqual([]));
  expect(rules.problems()).toEqual([]);
  expect(changes.map(changeText)).toEqual([
    'rules.json was edited: added "b" (Allow sampling from s.)',
    'rules.json was edited: changed "a" (Deny sampling from s.), removed "b"',
    undefined,
    'rules.json was edited: removed "a"',
  ]);
});

it('a file that is gone for a moment, as some editors leave it, takes no rule away', async () => {
  write(rule('a', { decision: 'deny' }));
  const rules = begin(5);
  const seen: number[] = [];
  rules.onChange(() => seen.push(rules.rules.length));
  rmSync(file);
  await new Promise((resolve) => setTimeout(resolve, 50));
  write(rule('a', { decision: 'deny' }), rule('b'));
  await vi.waitFor(() => expect(ids(rules)).toEqual(['a', 'b']));
  expect(seen).toEqual([2]);
});

it.each([
  ['a limit that is mistyped', rule('a', { limits: { perminute: 1 } as never }), 'rules.0.limits.perminute'],
  ['a field nobody knows', { ...rule('a'), expires: 1 }, 'rules.0.expires'],
  ['a limit of none', rule('a', { limits: { perMinute: 0 } }), 'rules.0.limits.perMinute'],
  ['a name of every object', rule('__proto__'), 'rules.0.id'],
])('%s is no rule without it: the file is refused and nothing but folders depends on it', (_, bad, where) => {
  write(bad);
  const rules = begin();
  expect(rules.problems()[0]).toContain(`at "${where}"`);
  expect(rules.problems()[0]).toContain('no rule applies, and no server is told your folders');
  expect(rules.unread).toBe(true);
  expect(rules.rules).toEqual([{ id: 'rules.json', server: '*', kind: 'roots', decision: 'deny' }]);
  expect(() => rules.add({ server: 's', kind: 'roots', decision: 'deny' })).toThrow(
    /mend it or move it away/,
  );
});

it('two rules of one name are not told apart, so the file is refused', () => {
  write(rule('a'), rule('a'));
  expect(begin().problems()[0]).toContain('at "rules.1.id"');
});

it('says which rule can never do what it says', () => {
  write(rule('a', { kind: 'elicitation' }));
  expect(begin().problems()).toEqual([
    'Rule "a": No rule answers a form or a link for you; choose to ask or to deny.',
  ]);
});

it('adds, changes and removes without losing what was edited meanwhile, or keys of the person', () => {
  write(rule('a'));
  const rules = begin();
  writeFileSync(file, JSON.stringify({ note: 'mine', rules: [rule('a'), rule('hand')] }));
  const { id } = rules.add({ server: '*', kind: 'roots', decision: 'deny' });
  expect(ids(rules)).toEqual(['a', 'hand', id]);
  rules.change('hand', { server: 's', kind: 'sampling', decision: 'ask' });
  write(rule('a'), rule('hand', { decision: 'ask' }), rule('late'), inFile()[2] as Rule);
  rules.remove('a');
  expect(inFile().map((one) => one.id)).toEqual(['hand', 'late', id]);
  expect(() => rules.remove('a')).toThrow('That rule is no longer there.');
  expect(() => rules.change('a', { server: 's', kind: 'roots', decision: 'deny' })).toThrow(
    'no longer there',
  );
});

it('a server that is another one now is asked about, and keeps what denies it', () => {
  write(
    rule('a', { limits: { perMinute: 3 } }),
    rule('d', { decision: 'deny' }),
    rule('all', { server: '*' }),
  );
  const rules = begin();
  rules.pause('s');
  expect(inFile()).toEqual([
    rule('a', { decision: 'ask', limits: { perMinute: 3 } }),
    rule('d', { decision: 'deny' }),
    rule('all', { server: '*' }),
  ]);
});

it('also where the file cannot be changed', () => {
  write(rule('a'));
  const rules = begin();
  rmSync(file);
  mkdirSync(file);
  rules.pause('s');
  expect(rules.rules).toEqual([rule('a', { decision: 'ask' })]);
});

it('a rule for this session decides, is in no file, and is gone with the app', () => {
  write(rule('a'));
  const rules = begin();
  const changes: RulesChange[] = [];
  rules.onChange((change) => changes.push(change));
  const { id } = rules.add({ server: 's', kind: 'sampling', decision: 'allow', session: true });
  expect(ids(rules)).toEqual(['a', id]);
  expect(inFile().map((one) => one.id)).toEqual(['a']);
  expect(changeText(changes[0] as RulesChange)).toBe(
    `Your rules were changed: added "${id}" (Allow sampling from s, until the app ends.)`,
  );
  open?.close();
  expect(ids(begin())).toEqual(['a']);
});

it('a rule made after one for this session decides before it', () => {
  write(rule('a'));
  const rules = begin();
  const draft = { server: 's', kind: 'sampling', decision: 'allow' } as const;
  const session = rules.add({ ...draft, session: true }).id;
  const later = rules.add({ ...draft, decision: 'deny' }).id;
  const last = rules.add({ ...draft, session: true }).id;
  expect(ids(rules)).toEqual(['a', session, later, last]);
  rules.remove('a');
  expect(ids(rules)).toEqual([session, later, last]);
});

it('a rule moves between the file and this session under its name', () => {
  write(rule('a'), rule('b'));
  const rules = begin();
  const draft = { server: 's', kind: 'sampling', decision: 'ask' } as const;
  rules.change('a', { ...draft, session: true });
  expect(ids(rules)).toEqual(['b', 'a']);
  expect(inFile().map((one) => one.id)).toEqual(['b']);
  rules.change('a', { ...draft, decision: 'deny', session: true });
  expect(rules.rules[1]).toEqual({ id: 'a', ...draft, decision: 'deny', session: true });
  rules.change('a', draft);
  expect(inFile()).toEqual([rule('b'), { id: 'a', ...draft }]);
  expect(() => rules.remove('c')).toThrow('no longer there');
});

it('another program under the name of a server ends what this session allowed it', () => {
  const rules = begin();
  rules.add({ server: 's', kind: 'sampling', decision: 'allow', session: true });
  rules.pause('s');
  expect(rules.rules.map((one) => one.decision)).toEqual(['ask']);
});

it('a file cannot hold a rule for one session', () => {
  write(rule('a', { session: true }));
  expect(begin().problems()[0]).toContain('rules.0.session');
});
