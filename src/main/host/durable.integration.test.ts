import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Report, rawStdio, type Scenario, type Step } from '../../../e2e/servers/raw.ts';
import type { QuestionView } from '../../shared/model/reverse-call.ts';
import { createHost, type Host } from './host.ts';
import { type AppProcess, startApp as startAppOn } from './testing/app-process.ts';
import { form, sampling } from './testing/asks.ts';
import { Person } from './testing/person.ts';

/** What a person began survives `kill -9` of the app, and nothing is sent twice without them. */
const round = (requestState: string, inputRequests: Record<string, unknown>): Step[] => [
  { inputRequired: { inputRequests, requestState } },
];

let dataDir: string;
let record: string;
let app: AppProcess | undefined;
let person: Person | undefined;
beforeEach(() => {
  dataDir = mkdtempSync(path.join(os.tmpdir(), 'gatehouse-durable-'));
  record = path.join(dataDir, 'server-record.ndjson');
});
afterEach(async () => {
  app?.child.kill('SIGKILL');
  await person?.host.close();
  person = undefined;
  rmSync(dataDir, { recursive: true, force: true });
});

/** Adds the server `s`, scripted, to the data folder. */
async function addServer(scenario: Scenario): Promise<void> {
  const host = await createHost({ dataDir, version: '0.0.0', env: process.env });
  await host.handlers['servers.add']({
    name: 's',
    target: { type: 'stdio', ...rawStdio({ ...scenario, record }, 'modern') },
  });
  await host.close();
}

/** The app in a process of its own, running the tool. */
function startApp(tool: string): AppProcess {
  app = startAppOn(dataDir, tool);
  return app;
}

/** Sits down in front of the app as it starts again. */
async function startAgain(): Promise<{ person: Person; host: Host }> {
  const host = await createHost({
    dataDir,
    version: '0.0.0',
    env: process.env,
    openExternal: async () => {},
  });
  person = new Person(host, dataDir);
  return { person, host };
}

/** Every `tools/call` the server has ever received, over all its lives. */
const callsReceived = () =>
  (existsSync(record) ? readFileSync(record, 'utf8') : '')
    .split('\n')
    .filter((line) => line.includes('"tools/call"') && line.includes('"in"'));

const waiting = (q: QuestionView) => q.state === 'waiting' || q.state === 'suspended';
const endOf = (host: Host, who: Person) =>
  who.until(() => host.replica.all('calls').find((call) => call.endedAt !== undefined));

describe('kill -9 of the app', () => {
  it('while a form is pending: it is offered again with its draft, and finishes on a restarted server', async () => {
    await addServer({ onCall: { ask: { rounds: [round('s-1', { name: form('name') })] } } });
    const app = startApp('ask');
    const first = await app.question(waiting);
    app.say(first.id, { draft: { values: { name: 'Ad' } } });
    await app.question((q) => q.draft !== undefined);
    await app.kill();

    const again = await startAgain();
    const question = await again.person.question();
    expect(question).toMatchObject({
      state: 'suspended',
      draft: { values: { name: 'Ad' } },
      road: 'input_required',
    });
    expect(question.causeText).toMatch(/^ask · call 1 · certain$/);
    expect(again.host.quitSummary()).toEqual({ kept: 1, lost: 0 });
    await again.person.answer(question.id, { type: 'submit', values: { name: 'Ada' } });
    expect(await endOf(again.host, again.person)).toMatchObject({
      state: 'done',
      result: {
        structuredContent: {
          requestState: 's-1',
          inputResponses: { name: { action: 'accept', content: { name: 'Ada' } } },
        },
      },
    });
    expect(callsReceived()).toHaveLength(2);
  });

  it('in a sampling review: the answers of the round that were ready are kept, the review is offered again', async () => {
    await addServer({ onCall: { ask: { rounds: [round('s-1', { name: form('name'), idea: sampling })] } } });
    const app = startApp('ask');
    const name = await app.question((q) => waiting(q) && q.kind === 'elicitation');
    const idea = await app.question((q) => waiting(q) && q.kind === 'sampling');
    app.say(name.id, { answer: { type: 'submit', values: { name: 'Ada' } } });
    await app.question((q) => q.id === name.id && q.state === 'closed');
    app.say(idea.id, { answer: { type: 'approve' } });
    await app.question((q) => q.id === idea.id && q.body.type === 'sampling-answer');
    await app.kill();

    const again = await startAgain();
    const question = await again.person.question();
    expect(question.kind).toBe('sampling');
    expect(again.host.replica.all('questions').filter(waiting)).toHaveLength(1);
    await again.person.answer(question.id, { type: 'approve' });
    await again.person.card(question.id, (q) => q.body.type === 'sampling-answer');
    await again.person.answer(question.id, { type: 'send', text: 'mine' });
    expect(await endOf(again.host, again.person)).toMatchObject({
      state: 'done',
      result: {
        structuredContent: {
          inputResponses: {
            name: { action: 'accept', content: { name: 'Ada' } },
            idea: { content: { type: 'text', text: 'mine' } },
          },
        },
      },
    });
  });

  it('in round 2 of 3: it goes on there, with the state of that round', async () => {
    await addServer({
      onCall: {
        ask: {
          rounds: [
            round('s-1', { a: form('a') }),
            round('s-2', { b: form('b') }),
            round('s-3', { c: form('c') }),
          ],
        },
      },
    });
    const app = startApp('ask');
    const a = await app.question(waiting);
    app.say(a.id, { answer: { type: 'submit', values: { a: '1' } } });
    await app.question((q) => waiting(q) && q.round === 2);
    await app.kill();

    const again = await startAgain();
    const b = await again.person.question();
    expect(b).toMatchObject({ round: 2, body: { message: 'b?' } });
    await again.person.answer(b.id, { type: 'submit', values: { b: '2' } });
    // The scripted server counts rounds in memory, so a fresh one asks something next; what it got is what counts.
    await again.person.question((q) => q.id !== b.id);
    const sent = callsReceived().map(
      (line) => JSON.parse(line) as { what: { params: Record<string, unknown> } },
    );
    expect(sent.at(-1)?.what.params).toMatchObject({
      requestState: 's-2',
      inputResponses: { b: { action: 'accept', content: { b: '2' } } },
    });
  });

  it('while answers are on their way: nothing is sent again until the person says so', async () => {
    await addServer({
      onCall: { ask: { rounds: [round('s-1', { name: form('name') }), [{ never: true }]] } },
    });
    const app = startApp('ask');
    const name = await app.question(waiting);
    app.say(name.id, { answer: { type: 'submit', values: { name: 'Ada' } } });
    await app.question((q) => q.id === name.id && q.state === 'closed');
    await waitForLine(() => callsReceived().length === 2);
    await app.kill();

    const again = await startAgain();
    const question = await again.person.question();
    expect(question.body).toMatchObject({ type: 'resend' });
    expect(callsReceived()).toHaveLength(2);
    await again.person.answer(question.id, { type: 'dont-send' });
    expect(await endOf(again.host, again.person)).toMatchObject({
      state: 'failed',
      error: { code: 'not-sent' },
    });
    expect(callsReceived()).toHaveLength(2);
  });

  it('a server that was changed meanwhile voids the question, with the reason and the text', async () => {
    await addServer({ onCall: { ask: { rounds: [round('s-1', { name: form('name') })] } } });
    const app = startApp('ask');
    const name = await app.question(waiting);
    app.say(name.id, { draft: { values: { name: 'Ada' } } });
    await app.question((q) => q.draft !== undefined);
    await app.kill();
    const file = path.join(dataDir, 'servers.json');
    const changed = readFileSync(file, 'utf8').replace('"s-1"', '"s-9"').replace('s-1', 's-9');
    writeFileSync(file, changed);

    const again = await startAgain();
    const card = await again.person.until(() => again.host.replica.all('questions')[0]);
    expect(card).toMatchObject({
      state: 'closed',
      outcome: 'withdrawn',
      reason: 'The server was changed since it asked, so the answer would go to another server.',
      draft: { values: { name: 'Ada' } },
    });
    expect(await endOf(again.host, again.person)).toMatchObject({ error: { code: 'binding-changed' } });
    await again.host.close();
    const third = await startAgain();
    expect(third.host.replica.all('questions')).toEqual([]);
  });
});

describe('a server that cannot be reached when the person answers', () => {
  it('the answers wait for it, also over a restart, and go when it is connected', async () => {
    await addServer({ onCall: { ask: { rounds: [round('s-1', { name: form('name') })] } } });
    const first = await startAgain();
    await first.person.trust('s');
    first.person.run('s', 'ask');
    await first.person.question();
    await first.host.close();
    rmSync(path.join(dataDir, 'trust.json'));

    const second = await startAgain();
    const question = await second.person.question();
    await second.person.answer(question.id, { type: 'submit', values: { name: 'Ada' } });
    const suspended = () =>
      second.host.replica.all('calls').find(({ state, progress }) => state === 'suspended' && progress);
    expect((await second.person.until(suspended)).progress?.message).toBe(
      's is not trusted yet. Connect it and confirm the command to start it. Your answers go when it is connected.',
    );
    await second.host.close();
    expect(callsReceived()).toHaveLength(1);

    const third = await startAgain();
    await third.person.until(() => third.host.replica.get('servers', 's')?.status === 'not-trusted');
    expect(third.host.replica.all('questions')).toEqual([]);
    await third.person.trust('s');
    expect(await endOf(third.host, third.person)).toMatchObject({
      state: 'done',
      result: {
        structuredContent: { inputResponses: { name: { action: 'accept', content: { name: 'Ada' } } } },
      },
    });
    expect(callsReceived()).toHaveLength(2);
  });
});

describe('quitting in order', () => {
  it('keeps a modern question as well, and an expired state ends the call with a reason', async () => {
    await addServer({
      onCall: {
        ask: {
          rounds: [
            round('s-1', { name: form('name') }),
            [{ error: { code: -32602, message: 'unknown state' } }],
          ],
        },
      },
    });
    const first = await startAgain();
    await first.person.trust('s');
    first.person.run('s', 'ask');
    await first.person.question();
    await first.host.close();

    const again = await startAgain();
    const question = await again.person.question();
    await again.person.answer(question.id, { type: 'submit', values: { name: 'Ada' } });
    expect(await endOf(again.host, again.person)).toMatchObject({
      state: 'failed',
      error: { code: 'expired' },
    });
    const report = await again.person.report<Report>('s');
    expect(report.answers).toEqual([]);
  });
});

/** From now on the journal takes nothing, as on a full disk. */
function fillDisk(): void {
  const db = new DatabaseSync(path.join(dataDir, 'journal.db'));
  for (const what of ['INSERT ON entry', 'UPDATE ON counter', 'UPDATE ON kept_call', 'DELETE ON kept_call']) {
    const name = what.replaceAll(' ', '_');
    db.exec(`CREATE TRIGGER ${name} BEFORE ${what} BEGIN SELECT RAISE(FAIL, 'disk full'); END`);
  }
  db.close();
}

describe('a disk that is full', () => {
  it('keeps no card and no call open: what the person says is not sent without a record', async () => {
    await addServer({ onCall: { ask: { rounds: [round('s-1', { name: form('name') })] } } });
    const { host, person } = await startAgain();
    await person.trust('s');
    const { ended } = person.run('s', 'ask');
    const question = await person.question();
    fillDisk();
    await person.answer(question.id, { type: 'submit', values: { name: 'Ada' } });
    const message = expect.stringMatching(/^The journal could not be written/);
    expect(await ended).toMatchObject({ state: 'failed', error: { message } });
    expect(host.replica.get('questions', question.id)).toMatchObject({ state: 'closed', outcome: 'failed' });
    expect(callsReceived()).toHaveLength(1);
  });

  it('ends a call that the person cancels', async () => {
    await addServer({ onCall: { ask: { rounds: [round('s-1', { name: form('name') })] } } });
    const { host, person } = await startAgain();
    await person.trust('s');
    const { callId, ended } = person.run('s', 'ask');
    const question = await person.question();
    fillDisk();
    await host.handlers['calls.cancel']({ callId });
    expect(await ended).toMatchObject({ state: 'cancelled' });
    await person.card(question.id, (q) => q.state === 'closed' && q.outcome === 'withdrawn');
  });

  it('does not keep the app from starting, also where a question is void', async () => {
    await addServer({ onCall: { ask: { rounds: [round('s-1', { name: form('name') })] } } });
    const first = await startAgain();
    await first.person.trust('s');
    first.person.run('s', 'ask');
    await first.person.question();
    await first.host.close();
    writeFileSync(path.join(dataDir, 'servers.json'), '{"mcpServers": {}}');
    fillDisk();
    const { host } = await startAgain();
    expect(host.replica.all('calls')).toMatchObject([
      { state: 'failed', error: { code: 'binding-changed' } },
    ]);
  });
});

/** The record of the server is a file: it is looked at until it says so. */
async function waitForLine(done: () => boolean): Promise<void> {
  while (!done()) await new Promise((resolve) => setTimeout(resolve, 20));
}
