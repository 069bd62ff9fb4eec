import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { rawStdio, type Scenario, type Step } from '../../../../e2e/servers/raw.ts';
import type { AppSettings } from '../../../shared/model/app.ts';
import type { JournalEntry } from '../../../shared/model/journal.ts';
import { createHost } from '../host.ts';
import { createScripted, type NextAnswer } from '../sampling/providers/scripted.ts';
import { Person } from '../testing/person.ts';

/** Rules and limits on real servers, and what the journal says of each decision. */
let person: Person;
let dataDir: string;
afterEach(() => person.leave());

const answer = { content: [{ type: 'text', text: 'yes' }], model: 'm', inputTokens: 3, outputTokens: 2 };

async function sitDown(
  rules: object[],
  { settings = {}, next = () => answer }: { settings?: Partial<AppSettings>; next?: NextAnswer } = {},
): Promise<void> {
  dataDir = mkdtempSync(path.join(os.tmpdir(), 'gatehouse-rules-'));
  writeFileSync(path.join(dataDir, 'rules.json'), JSON.stringify({ rules }));
  writeFileSync(path.join(dataDir, 'settings.json'), JSON.stringify(settings));
  await open(next);
}

async function open(next: NextAnswer = () => answer): Promise<void> {
  const host = await createHost({
    dataDir,
    version: '0.0.0',
    env: process.env,
    providers: [createScripted(next)],
    openExternal: async () => {},
  });
  person = new Person(host, dataDir);
}

const connect = (scenario: Scenario, era: 'legacy' | 'modern' = 'legacy') =>
  person.connect('s', { type: 'stdio', ...rawStdio(scenario, era) });

const sampling = { messages: [{ role: 'user', content: { type: 'text', text: 'hi' } }], maxTokens: 10 };
const form = {
  message: 'Name?',
  requestedSchema: { type: 'object', properties: { name: { type: 'string' } } },
};
const ask = (id: string, method: string, params: unknown): Step => ({ ask: { id, method, params } });
const askModel = (id: string): Step => ask(id, 'sampling/createMessage', sampling);
const askForm = (id: string, params: unknown = form): Step => ask(id, 'elicitation/create', params);

/** Everything that ended a reverse call, oldest first. */
async function ends(): Promise<JournalEntry[]> {
  const { entries } = await person.host.handlers['activity.page']({ limit: 500 });
  return entries.filter(({ type }) => type === 'answer' || type === 'decision').reverse();
}
const detailOf = (entry: JournalEntry | undefined) => (entry?.detail ?? {}) as Record<string, unknown>;

const allow = { id: 'a', server: 's', kind: 'sampling', decision: 'allow' };
const deny = { id: 'd', server: 's', kind: 'elicitation', decision: 'deny' };

describe('the journal has one entry for each decision, with its reason', () => {
  it('an allow names the rule and says what it was then', async () => {
    await sitDown([allow]);
    await connect({ onCall: { t: [askModel('m')] } });
    await person.run('s', 't').ended;
    const all = await ends();
    expect(all).toHaveLength(1);
    expect(all[0]).toMatchObject({ type: 'answer', serverId: 's', text: 'sampling answered' });
    expect(detailOf(all[0])).toEqual({
      outcome: 'accepted',
      rule: 'a',
      ruleText: 'Allow sampling from s.',
      model: 'scripted/scripted',
      tokens: 5,
    });
  });

  it('an allow names its rule also when the server takes its question back, and the tokens count', async () => {
    let asked = () => {};
    const running = new Promise<void>((resolve) => {
      asked = resolve;
    });
    await sitDown([allow], {
      next: async (_request, { signal }) => {
        asked();
        await new Promise((resolve) => signal.addEventListener('abort', resolve));
        return answer;
      },
    });
    const request = { id: 'm', method: 'sampling/createMessage', params: sampling };
    await connect({
      onCall: {
        t: [{ request }, { wait: { method: 'tools/call' }, count: 2, withinMs: 60_000 }, { cancel: 'm' }],
        go: [],
      },
    });
    const { ended } = person.run('s', 't');
    await running;
    await person.run('s', 'go').ended;
    await ended;
    await person.until(() => person.host.replica.all('questions').every(({ state }) => state === 'closed'));
    const all = await ends();
    expect(all).toHaveLength(1);
    expect(all[0]).toMatchObject({ type: 'decision' });
    expect(detailOf(all[0])).toMatchObject({ outcome: 'withdrawn', rule: 'a' });
    expect(detailOf(all[0]).tokens).toBeGreaterThan(0);
    await person.until(() => person.host.replica.get('rules', 'a')?.usedToday === 1);
    expect(person.host.replica.get('app', 'app')?.today.tokens).toBeGreaterThan(0);
  });

  it.each([
    ['a form', deny, askForm('f')],
    ['sampling', { ...allow, decision: 'deny' }, askModel('m')],
    ['sampling with that model', { ...allow, decision: 'deny', model: 'scripted/scripted' }, askModel('m')],
    ['folders', { ...deny, kind: 'roots' }, ask('r', 'roots/list', {})],
  ])('a deny of %s', async (_, rule, step) => {
    await sitDown([rule]);
    await connect({ onCall: { t: [step] } });
    await person.run('s', 't').ended;
    const all = await ends();
    expect(all).toHaveLength(1);
    expect(all[0]).toMatchObject({ type: 'decision', text: expect.stringMatching(/A rule of yours/) });
    expect(detailOf(all[0])).toMatchObject({
      outcome: 'refused',
      gate: 'rules',
      rule: rule.id,
      ruleText: expect.stringMatching(/^Deny \w+ from s( with scripted\/scripted)?\.$/),
    });
    expect(person.host.replica.all('questions')).toMatchObject([{ state: 'closed', outcome: 'refused' }]);
  });

  it('a question says which rule made it one, and why', async () => {
    await sitDown([{ ...allow, limits: { perMinute: 1 } }]);
    await connect({ onCall: { t: [askModel('m1'), askModel('m2')] } });
    const { ended } = person.run('s', 't');
    const { id } = await person.question();
    await person.answer(id, { type: 'deny' });
    await ended;
    const all = await ends();
    expect(all).toHaveLength(2);
    expect(detailOf(all[0])).toMatchObject({ rule: 'a' });
    expect(detailOf(all[1])).toEqual({
      outcome: 'denied',
      asked: {
        rule: 'a',
        ruleText: 'Allow sampling from s, at most 1 a minute.',
        reason: 'Your rule allows 1 a minute, and those are used.',
      },
    });
  });

  it.each<[string, string, Partial<AppSettings>, Step[]]>([
    [
      'open',
      'questions open',
      { maxOpenPerServer: 1 },
      [{ request: { id: 'f1', method: 'elicitation/create', params: form } }, askForm('f2')],
    ],
    ['minute', 'within a minute', { maxPerMinute: 1 }, [ask('r', 'roots/list', {}), askForm('f2')]],
    [
      'bytes',
      'larger than 1 MB',
      { maxRequestMb: 1 },
      [askForm('f', { ...form, message: { $repeat: ['é', 600_000] } })],
    ],
    ['tokens', 'tokens today', { maxTokensPerDay: 20 }, [askModel('1'), askModel('2'), askModel('3')]],
  ])('a refusal by a limit: %s', async (limit, text, settings, steps) => {
    const next = () => ({ ...answer, inputTokens: 8 });
    await sitDown([allow], { settings, next });
    await connect({ onCall: { t: steps } });
    const { callId, ended } = person.run('s', 't');
    if (limit === 'tokens') {
      // The rule would go beyond the limit of the day, so the person is asked before the limit refuses.
      const { id, body } = await person.question();
      expect(body).toMatchObject({ notes: [expect.stringMatching(/20 tokens today/)] });
      await person.answer(id, { type: 'approve' });
      const review = await person.question((q) => q.body.type === 'sampling-answer');
      await person.answer(review.id, { type: 'send' });
    }
    await ended;
    const refused = (await ends()).filter((entry) => detailOf(entry).gate === 'limits');
    expect(refused).toHaveLength(1);
    expect(refused[0]).toMatchObject({ type: 'decision', callId, text: expect.stringContaining(text) });
    expect(detailOf(refused[0])).toMatchObject({ outcome: 'refused', limit });
  });

  it('a refusal by a limit: rounds', async () => {
    await sitDown([], { settings: { maxRounds: 1 } });
    const round: Step = {
      inputRequired: {
        inputRequests: { a: { method: 'roots/list' } },
        requestState: 'x',
      },
    };
    await connect({ onCall: { t: { rounds: [[round]], forever: true } } }, 'modern');
    await person.run('s', 't').ended;
    const { entries } = await person.host.handlers['activity.page']({ limit: 500 });
    const said = entries.filter(({ text }) => text.includes('more than 1 rounds'));
    expect(said).toMatchObject([{ type: 'call-ended', detail: { error: 'rounds' } }]);
  });

  it('a flood is told together, with the rule that refused it', async () => {
    await sitDown([deny]);
    await connect({ onCall: { t: [{ repeat: 100, steps: [askForm('f')] }] } });
    await person.run('s', 't').ended;
    const all = await ends();
    expect(all).toHaveLength(11);
    for (const entry of all) {
      expect(detailOf(entry)).toMatchObject({ rule: 'd', ruleText: 'Deny elicitation from s.' });
    }
    expect(all.reduce((sum, entry) => sum + Number(detailOf(entry).times ?? 1), 0)).toBe(100);
    await person.until(() => person.host.replica.get('rules', 'd')?.usedToday === 100);
  });
});

describe('a server that wants more than it was given', () => {
  it('two at the same moment share a limit of one', async () => {
    await sitDown([{ ...allow, limits: { perMinute: 1 } }]);
    const one = (id: string): Step => ({
      request: { id, method: 'sampling/createMessage', params: sampling },
    });
    await connect({ onCall: { t: [one('a'), one('b'), { wait: 'a' }, { wait: 'b' }] } });
    person.run('s', 't');
    await person.question();
    expect((await ends()).map((entry) => detailOf(entry).rule)).toEqual(['a']);
    expect(person.host.replica.all('questions').filter(({ state }) => state === 'waiting')).toHaveLength(1);
  });

  it('many at the same moment do not spend the tokens of the day twice', async () => {
    let running = 0;
    let most = 0;
    await sitDown([{ ...allow, limits: { tokensPerDay: 25 } }], {
      next: async () => {
        running += 1;
        most = Math.max(most, running);
        await new Promise((resolve) => setTimeout(resolve, 100));
        running -= 1;
        return answer;
      },
    });
    const ids = ['1', '2', '3', '4', '5'];
    const steps = ids.map(
      (id): Step => ({ request: { id, method: 'sampling/createMessage', params: sampling } }),
    );
    await connect({ onCall: { t: [...steps, { wait: '1' }, { never: true }] } });
    person.run('s', 't');
    await person.until(
      () => person.host.replica.all('questions').filter(({ state }) => state === 'waiting').length >= 3,
    );
    expect(most).toBeGreaterThan(0);
    expect(most).toBeLessThanOrEqual(2);
  });

  it('one question may not be larger than what is left of the day', async () => {
    await sitDown([{ ...allow, limits: { tokensPerDay: 1000 } }]);
    await connect({
      onCall: { t: [ask('m', 'sampling/createMessage', { ...sampling, maxTokens: 1_000_000 })] },
    });
    person.run('s', 't');
    expect(await person.question()).toMatchObject({ kind: 'sampling' });
  });

  it('a round asks no more at once than may be open', async () => {
    await sitDown([], { settings: { maxOpenPerServer: 2 } });
    const inputRequests = Object.fromEntries(
      ['a', 'b', 'c'].map((key) => [key, { method: 'elicitation/create', params: form }]),
    );
    const round: Step = { inputRequired: { inputRequests, requestState: 'x' } };
    await connect({ onCall: { t: { rounds: [[round]] } } }, 'modern');
    person.run('s', 't');
    await person.until(() => person.host.replica.all('questions').length === 3);
    const refused = (await ends()).filter((entry) => detailOf(entry).limit === 'open');
    expect(refused).toHaveLength(1);
  });

  it('a rule for a tool does not let through what another call may have asked', async () => {
    await sitDown([
      { ...allow, id: 'all' },
      { ...allow, id: 'never', tool: 'deploy', decision: 'deny' },
    ]);
    await connect({
      onCall: { deploy: [{ never: true }], t: [askModel('m')] },
    });
    person.run('s', 'deploy');
    await person.run('s', 't').ended;
    expect((await ends()).map(detailOf)).toMatchObject([{ outcome: 'refused', rule: 'never' }]);
  });

  it('what a minute allows is not renewed by starting again', async () => {
    await sitDown([{ ...allow, limits: { perMinute: 1 } }]);
    await connect({ onCall: { t: [askModel('m')] } });
    await person.run('s', 't').ended;
    expect(await ends()).toHaveLength(1);
    await person.host.close();
    await open();
    person.run('s', 't');
    await person.question();
    expect(await ends()).toHaveLength(1);
  });

  it('a question that waits is not answered by a rule made since, also after a restart', async () => {
    await sitDown([]);
    const round: Step = {
      inputRequired: {
        inputRequests: { a: { method: 'sampling/createMessage', params: sampling } },
        requestState: 'x',
      },
    };
    await connect({ onCall: { t: { rounds: [[round]] } } }, 'modern');
    person.run('s', 't');
    await person.question();
    await person.host.handlers['rules.add']({ rule: { server: 's', kind: 'sampling', decision: 'allow' } });
    expect(person.host.replica.all('questions')).toMatchObject([{ state: 'waiting' }]);
    await person.host.close();
    await open();
    await person.question();
    expect(await ends()).toEqual([]);
  });

  it('a rule that is taken back while the model writes does not send the answer', async () => {
    let done = () => {};
    await sitDown([allow], {
      next: () =>
        new Promise((resolve) => {
          done = () => resolve(answer);
        }),
    });
    await connect({ onCall: { t: [askModel('m')] } });
    person.run('s', 't');
    await person.until(() => person.host.replica.all('questions').some(({ state }) => state === 'working'));
    await person.host.handlers['rules.remove']({ id: 'a' });
    done();
    expect(await person.question()).toMatchObject({ body: { type: 'sampling-answer' } });
    expect(await ends()).toEqual([]);
  });

  it('a server of the same name that is another one is not let through', async () => {
    await sitDown([allow]);
    await connect({ onCall: { t: [askModel('m')] } });
    await person.run('s', 't').ended;
    await person.host.handlers['servers.remove']({ id: 's' });
    await connect({ name: 'another', onCall: { t: [askModel('m')] } });
    person.run('s', 't');
    await person.question();
    expect(person.host.replica.get('rules', 'a')).toMatchObject({ rule: { decision: 'ask' } });
  });
});

describe('rules.json while the app runs', () => {
  const file = () => path.join(dataDir, 'rules.json');
  const replace = (text: string) => {
    writeFileSync(`${file()}.new`, text);
    renameSync(`${file()}.new`, file());
  };
  const problems = () => person.host.replica.get('app', 'app')?.problems ?? [];
  const inForce = () => person.host.replica.all('rules').map(({ rule }) => rule.id);

  it('is read again; a broken file keeps the rules and says so; no file is no rules', async () => {
    await sitDown([deny]);
    await connect({ onCall: { t: [askForm('f')] } });
    expect(inForce()).toEqual(['d']);
    replace('{"rules": [');
    await person.until(() => problems().some((text) => text.includes('your rules stay as they were')));
    await person.run('s', 't').ended;
    expect((await ends()).map(detailOf)).toMatchObject([{ rule: 'd' }]);
    replace(JSON.stringify({ rules: [{ ...deny, id: 'other' }] }));
    await person.until(() => problems().length === 0 && inForce()[0] === 'other');
    rmSync(file());
    await person.until(() => inForce().length === 0);
    person.run('s', 't');
    await person.question();
    const { entries } = await person.host.handlers['activity.page']({ limit: 500 });
    expect(entries.filter(({ text }) => text.startsWith('rules.json was edited'))).toHaveLength(2);
  });

  it('an edit by hand and a rule made here are both kept', async () => {
    await sitDown([deny]);
    replace(JSON.stringify({ mine: 1, rules: [deny, { ...deny, id: 'hand', tool: 'x' }] }));
    const { id } = await person.host.handlers['rules.add']({
      rule: { server: 's', kind: 'roots', decision: 'deny' },
    });
    expect(inForce()).toEqual(['d', 'hand', id]);
    expect(() =>
      person.host.handlers['rules.change']({
        id: 'gone',
        rule: { server: 's', kind: 'roots', decision: 'deny' },
      }),
    ).toThrow('That rule is no longer there.');
  });
});
