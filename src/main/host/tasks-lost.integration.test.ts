import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Scenario } from '../../../e2e/servers/raw.ts';
import { createHost } from './host.ts';
import { startApp } from './testing/app-process.ts';
import { Person } from './testing/person.ts';
import { asks, done, isWaiting, modern, type Received, runTask, tool } from './testing/tasks.ts';

/** Tasks (SEP-2663) whose server is killed, or whose app. */
let person: Person;
beforeEach(async () => {
  person = await Person.sitDown();
});
afterEach(() => person.leave());

describe('the server is killed', () => {
  it('while it works: the call is suspended, and goes on when the server is back', async () => {
    const { callId, ended } = await runTask(
      person,
      tool([{ status: 'working', statusMessage: 'busy', looks: 4 }, done]),
    );
    const view = () => person.host.replica.get('calls', String(callId));
    await person.until(() => view()?.progress?.message === 'busy');
    await person.run('s', 'die').ended;
    await person.until(() => view()?.state === 'suspended');
    await person.host.handlers['servers.connect']({ id: 's' });
    expect(await ended).toMatchObject({ state: 'done' });
  });

  it('while it waits for input: answering starts it again, and the answer reaches the task', async () => {
    const { ended } = await runTask(person, tool([asks('name'), done]));
    const { id } = await person.question();
    await person.run('s', 'die').ended;
    await person.card(id, (q) => q.state === 'suspended');
    await person.answer(id, { type: 'submit', values: { name: 'Grace' } });
    expect(await ended).toMatchObject({
      state: 'done',
      result: {
        structuredContent: { inputResponses: { name: { action: 'accept', content: { name: 'Grace' } } } },
      },
    });
  });

  it('while answers are on their way: each time the person decides whether they go again', async () => {
    const scenario = tool([asks('name'), done]);
    const { ended } = await runTask(person, { ...scenario, on: { 'tasks/update': [{ kill: 'SIGKILL' }] } });
    const { id } = await person.question();
    await person.answer(id, { type: 'submit', values: { name: 'Ada' } });
    const lost = await person.question((q) => q.body.type === 'resend');
    expect(lost).toMatchObject({ road: 'task', state: 'suspended' });
    await person.answer(lost.id, { type: 'resend' });
    const again = await person.question((q) => q.body.type === 'resend' && q.id !== lost.id);
    await person.answer(again.id, { type: 'dont-send' });
    expect(await ended).toMatchObject({ state: 'failed', error: { code: 'not-sent' } });
  });

  it('a changed server gets neither looks nor answers', async () => {
    const { ended } = await runTask(person, tool([asks('name'), done]));
    const { id } = await person.question();
    await person.host.handlers['servers.update']({ id: 's', target: modern({ name: 'other' }) });
    expect(await ended).toMatchObject({ state: 'failed', error: { code: 'binding-changed' } });
    expect(await person.card(id, (q) => q.state === 'closed')).toMatchObject({ outcome: 'withdrawn' });
  });
});

describe('kill -9 of the app', () => {
  let dataDir: string;
  let record: string;
  let again: Person | undefined;
  beforeEach(() => {
    dataDir = mkdtempSync(path.join(os.tmpdir(), 'gatehouse-tasks-'));
    record = path.join(dataDir, 'server-record.ndjson');
  });
  afterEach(async () => {
    await again?.host.close();
    again = undefined;
    rmSync(dataDir, { recursive: true, force: true });
  });

  async function addServer(scenario: Scenario): Promise<void> {
    const host = await createHost({ dataDir, version: '0.0.0', env: process.env });
    const target = modern({ ...scenario, record });
    await host.handlers['servers.add']({ name: 's', target });
    await host.close();
  }
  async function startAgain(): Promise<Person> {
    again = new Person(await createHost({ dataDir, version: '0.0.0', env: process.env }), dataDir);
    return again;
  }
  const endOf = (who: Person) =>
    who.until(() => who.host.replica.all('calls').find((call) => call.endedAt !== undefined));
  /** What the server has received over all its lives. */
  const received = (method: string) =>
    (existsSync(record) ? readFileSync(record, 'utf8') : '')
      .split('\n')
      .filter((line) => line.includes('"kind":"in"') && line.includes(`"${method}"`))
      .map((line) => (JSON.parse(line) as { what: Received }).what);

  it('while a task waits for input: it is offered again with its draft, and the task goes on', async () => {
    await addServer(tool([asks('name'), done]));
    const app = startApp(dataDir, 'work');
    try {
      const first = await app.question(isWaiting);
      app.say(first.id, { draft: { values: { name: 'Ad' } } });
      await app.question((q) => q.draft !== undefined);
    } finally {
      await app.kill();
    }

    const who = await startAgain();
    const question = await who.question();
    expect(question).toMatchObject({
      state: 'suspended',
      road: 'task',
      draft: { values: { name: 'Ad' } },
      causeText: 'work · call 1 · certain',
    });
    expect(who.host.quitSummary()).toEqual({ kept: 1, lost: 0 });
    await who.answer(question.id, { type: 'submit', values: { name: 'Ada' } });
    expect(await endOf(who)).toMatchObject({
      state: 'done',
      result: {
        structuredContent: { inputResponses: { name: { action: 'accept', content: { name: 'Ada' } } } },
      },
    });
    expect(received('tools/call')).toHaveLength(1);
    expect(received('tasks/update')).toHaveLength(1);
    await who.host.close();
    const third = await startAgain();
    expect(third.host.replica.all('questions')).toEqual([]);
    expect(third.host.replica.all('calls')).toEqual([]);
  });

  it('while it works: the call is kept, and goes on when the server is connected', async () => {
    await addServer(tool([{ status: 'working', statusMessage: 'busy', looks: 1000 }], { id: 't-9' }));
    const app = startApp(dataDir, 'work');
    await app.call((call) => call.progress?.message === 'busy').finally(() => app.kill());
    const looks = received('tasks/get').length;

    const who = await startAgain();
    await who.until(() => who.host.replica.all('calls')[0]?.state === 'suspended');
    expect(received('tasks/get')).toHaveLength(looks);
    await who.host.handlers['servers.connect']({ id: 's' });
    await who.until(() => who.host.replica.all('calls')[0]?.progress?.message === 'busy');
    expect(received('tools/call')).toHaveLength(1);
    expect(received('tasks/get').at(-1)?.params.taskId).toBe('t-9');
    who.host.calls.cancel(1);
    expect(await endOf(who)).toMatchObject({ state: 'cancelled' });
    expect(received('tasks/cancel')).toHaveLength(1);
  });

  it('while answers are on their way: they are sent again by the person only', async () => {
    const scenario = tool([asks('name'), done]);
    await addServer({ ...scenario, on: { 'tasks/update': [{ never: true }] } });
    const app = startApp(dataDir, 'work');
    try {
      const first = await app.question(isWaiting);
      app.say(first.id, { answer: { type: 'submit', values: { name: 'Ada' } } });
      // The record of the server is a file: it is looked at until it says so.
      while (received('tasks/update').length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
    } finally {
      await app.kill();
    }

    const who = await startAgain();
    const question = await who.question();
    expect(question).toMatchObject({ road: 'task', body: { type: 'resend' } });
    expect(received('tasks/update')).toHaveLength(1);
    await who.answer(question.id, { type: 'dont-send' });
    expect(await endOf(who)).toMatchObject({ state: 'failed', error: { code: 'not-sent' } });
    expect(received('tasks/update')).toHaveLength(1);
  });
});
