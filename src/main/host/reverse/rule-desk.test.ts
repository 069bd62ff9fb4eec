import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RuleDraft } from '../../../shared/model/rule.ts';
import type { SqliteJournal } from '../journal/journal.ts';
import { openJournal } from '../journal/open.ts';
import { RuleDesk } from './rule-desk.ts';
import { RuleFile } from './rule-file.ts';

const NOON = new Date('2026-03-01T12:00:00').getTime();
let dir: string;
let at: number;
let journal: SqliteJournal;
let file: RuleFile;
let desk: RuleDesk;
beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'gh-desk-'));
  at = NOON;
  journal = openJournal(':memory:', { now: () => at }).journal;
  file = new RuleFile(dir, { watchEveryMs: 0 });
  desk = new RuleDesk({
    file,
    journal,
    maxTokensPerDay: () => 1_000_000,
    toolOf: () => 'old',
    now: () => at,
  });
});
afterEach(() => {
  file.close();
  journal.close();
  rmSync(dir, { recursive: true, force: true });
});

const allow: RuleDraft = { server: 's', kind: 'sampling', decision: 'allow' };

describe('the list', () => {
  it('has the rules in their order, with what each did today and when last', () => {
    const first = desk.add({ ...allow, expiresAt: NOON + 10 }).id;
    const second = desk.add({ server: 's', kind: 'elicitation', decision: 'deny' }).id;
    journal.ruleUsed(first, 1, 30);
    at += 5;
    journal.ruleUsed(first, 1, 12);
    expect(desk.list()).toMatchObject([
      {
        rule: { id: first },
        position: 0,
        expired: false,
        usedToday: 2,
        tokensToday: 42,
        lastUsedAt: NOON + 5,
      },
      { rule: { id: second }, position: 1, text: 'Deny elicitation from s.', usedToday: 0, tokensToday: 0 },
    ]);
    expect(desk.list()[1]?.lastUsedAt).toBeUndefined();
    at += 24 * 3_600_000;
    expect(desk.list()[0]).toMatchObject({
      expired: true,
      usedToday: 0,
      tokensToday: 0,
      lastUsedAt: NOON + 5,
    });
  });

  it('says that a rule is used up by what its server took, whoever let it through', () => {
    const limited = { ...allow, limits: { tokensPerDay: 100 } };
    desk.add(limited);
    const everywhere = desk.add({ ...limited, server: '*' }).id;
    desk.add(allow);
    const usedUp = () => desk.list().map((view) => view.usedUp);
    journal.addTokens('s', 99);
    journal.addTokens('other', 500);
    expect(usedUp()).toEqual([false, false, false]);
    journal.addTokens('s', 1);
    expect(usedUp()).toEqual([true, false, false]);
    journal.ruleUsed(everywhere, 3, 100);
    // It goes on for other servers.
    expect(usedUp()).toEqual([true, false, false]);
    at += 24 * 3_600_000;
    expect(usedUp()).toEqual([false, false, false]);
  });

  it('changes and removes', () => {
    const { id } = desk.add(allow);
    desk.change(id, { ...allow, decision: 'ask' });
    expect(desk.list()).toMatchObject([{ rule: { id, decision: 'ask' } }]);
    desk.remove(id);
    expect(desk.list()).toEqual([]);
  });

  it.each<[RuleDraft, string]>([
    [
      { ...allow, kind: 'elicitation' },
      'No rule answers a form or a link for you; choose to ask or to deny.',
    ],
    [{ ...allow, kind: 'roots', model: 'm/x' }, 'Only sampling asks a model; leave the model out.'],
    [
      { ...allow, decision: 'deny', limits: { perMinute: 1 } },
      'What is denied needs no limits; leave them out.',
    ],
    [{ ...allow, expiresAt: NOON }, 'The rule would be over already; choose a later time.'],
  ])('refuses a rule that can never do what it says: %j', (draft, sentence) => {
    expect(() => desk.add(draft)).toThrow(sentence);
    const { id } = desk.add(allow);
    expect(() => desk.change(id, draft)).toThrow(sentence);
    expect(desk.list()).toHaveLength(1);
  });
});

describe('the preview', () => {
  let n = 0;
  const past = (
    end: object | undefined,
    asked: object = { tools: ['t'] },
    { server = 's', method = 'sampling/createMessage', callId = 1 } = {},
  ) => {
    n += 1;
    at += 1000;
    const entry = { serverId: server, callId, reverseId: `r-${n}` };
    journal.note({ ...entry, type: 'reverse', text: `${server} asked: ${method}`, detail: asked });
    if (end) journal.note({ ...entry, type: 'decision', text: 'x', detail: end });
    return `r-${n}`;
  };
  const counts = (draft: RuleDraft, id?: string) => {
    const { answered, denied, of } = desk.preview(draft, id);
    return { answered, denied, of };
  };

  it('looks at the last 30 of that server and kind', () => {
    for (let i = 0; i < 40; i += 1) past({ outcome: 'accepted' });
    past({ outcome: 'accepted' }, {}, { server: 'other' });
    past({ outcome: 'accepted' }, {}, { method: 'elicitation/create' });
    expect(counts(allow)).toEqual({ answered: 30, denied: 0, of: 30 });
    expect(counts({ ...allow, server: '*' })).toEqual({ answered: 30, denied: 0, of: 30 });
    expect(counts({ ...allow, server: 'nobody' })).toEqual({ answered: 0, denied: 0, of: 0 });
    expect(counts({ server: 's', kind: 'elicitation', decision: 'deny' })).toEqual({
      answered: 0,
      denied: 1,
      of: 1,
    });
  });

  it('says which, and why not the others', () => {
    const yes = past({ outcome: 'accepted', model: 'm/x', tokens: 10 });
    const tool = past({ outcome: 'denied' }, { tools: ['t', 'other'] });
    const early = past({ outcome: 'refused', gate: 'shape' });
    // Nobody has answered it, and a rule made now will not.
    past(undefined);
    const preview = desk.preview({ ...allow, tool: 't' });
    expect(preview.calls.map(({ reverseId, decision, reason }) => [reverseId, decision, reason])).toEqual([
      [early, 'other', 'It was refused before any rule was looked at.'],
      [tool, 'other', 'It does not match.'],
      [yes, 'allow', undefined],
    ]);
    expect(preview).toMatchObject({ of: 3, answered: 1 });
    expect(counts({ ...allow, model: 'm/x' })).toMatchObject({ answered: 1 });
  });

  it('what a rule refused then, another one may answer', () => {
    past({ outcome: 'refused', gate: 'rules', rule: 'old' });
    expect(counts(allow)).toEqual({ answered: 1, denied: 0, of: 1 });
  });

  it('its limits count, each call after the ones before it', () => {
    for (let i = 0; i < 5; i += 1) past({ outcome: 'accepted', model: 'm/x', tokens: 10 });
    expect(counts({ ...allow, limits: { perMinute: 2 } })).toMatchObject({ answered: 2 });
    expect(counts({ ...allow, limits: { tokensPerDay: 30 } })).toMatchObject({ answered: 3 });
    expect(desk.preview({ ...allow, limits: { perMinute: 2 } }).calls[0]).toMatchObject({
      decision: 'ask',
      reason: 'Your rule allows 2 a minute, and those are used.',
    });
  });

  it('a changed rule is held in its place, where later ones decide before it', () => {
    const { id } = desk.add(allow);
    past({ outcome: 'accepted' });
    expect(counts({ ...allow, decision: 'deny' }, id)).toMatchObject({ denied: 1 });
    const later = desk.add({ ...allow, decision: 'ask' }).id;
    expect(counts(allow, id)).toMatchObject({ answered: 0 });
    expect(desk.preview(allow, id).calls[0]?.reason).toBe(`Rule "${later}" decides.`);
    expect(counts(allow)).toMatchObject({ answered: 1 });
  });

  it('entries of an earlier version say less, and the tool is looked up', () => {
    past({ outcome: 'accepted' }, { road: 'request' });
    expect(counts({ ...allow, tool: 'old' })).toMatchObject({ answered: 1 });
  });
});
