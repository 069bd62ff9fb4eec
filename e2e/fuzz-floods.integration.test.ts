import { monitorEventLoopDelay } from 'node:perf_hooks';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Person } from '../src/main/host/testing/person.ts';
import type { JournalEntry } from '../src/shared/model/journal.ts';
import type { Target } from '../src/shared/model/server.ts';
import { rawStdio, type Scenario, type Step } from './servers/raw.ts';

/** A server that asks without end must cost the person one line, and everything else nothing. */
const MANY = 10_000;
/** The longest the host may be busy with one thing; the machine may be busy, too. */
const BUSY_MS = 1500;

let person: Person;
beforeEach(async () => {
  person = await Person.sitDown();
});
afterEach(() => person.leave());

const target = (scenario: Scenario, era: 'legacy' | 'modern' = 'legacy'): Target => ({
  type: 'stdio',
  ...rawStdio(scenario, era),
});
const form = {
  message: 'Name?',
  requestedSchema: { type: 'object', properties: { name: { type: 'string' } } },
};
const flood = (method: string, params?: unknown): Step => ({
  repeat: MANY,
  steps: [{ request: { method, ...(params === undefined ? {} : { params }) } }],
});

const cards = () => person.host.replica.all('questions');
/** All of it that is about the server. */
async function journal(): Promise<JournalEntry[]> {
  const all: JournalEntry[] = [];
  for (let before: number | undefined; ; before = all.at(-1)?.seq) {
    const page = await person.host.handlers['activity.page']({ limit: 500, ...(before ? { before } : {}) });
    all.push(...page.entries);
    if (!page.more) return all.filter(({ serverId }) => serverId === 'flood');
  }
}
/** Which of the host's own work took longest meanwhile, in milliseconds. */
async function busiest(work: () => Promise<unknown>): Promise<number> {
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  await work();
  delay.disable();
  return delay.max / 1e6;
}

describe(`${MANY} questions out of the blue`, () => {
  it('are one card with a count and a handful of journal entries, while another server is used', async ({
    signal,
  }) => {
    await person.connect(
      'flood',
      target({ onCall: { go: [{ later: [flood('elicitation/create', form)] }] } }),
    );
    await person.connect('calm', target({ onCall: { t: [] } }));
    await person.run('flood', 'go').ended;
    let calls = 0;
    const busy = await busiest(async () => {
      const over = person.until(() => cards().some((card) => card.count === MANY));
      for (let going = true; going && !signal.aborted; calls += 1) {
        await person.run('calm', 't').ended;
        going = !cards().some((card) => card.count === MANY);
      }
      await over;
    });
    expect(calls).toBeGreaterThan(1);
    expect(busy).toBeLessThan(BUSY_MS);
    expect(cards()).toHaveLength(1);
    expect(cards()[0]).toMatchObject({
      state: 'closed',
      outcome: 'refused',
      serverId: 'flood',
      reason: 'The server asked out of the blue: no call of yours was running.',
    });
    const about = (await journal()).filter(
      ({ serverId, type }) => serverId === 'flood' && type === 'decision',
    );
    expect(about.length).toBeLessThan(20);
    const single = about.filter(({ reverseId }) => reverseId !== undefined).length;
    const counted = about.flatMap(({ detail }) => (detail as { times?: number }).times ?? []);
    expect(single + counted.reduce((sum, times) => sum + times, 0)).toBe(MANY);
    // Each one was answered all the same.
    const { answers } = await person.report<{ answers: { error?: { code: number } }[] }>('flood');
    expect(answers.filter(({ error }) => error?.code === -32602)).toHaveLength(MANY);
  }, 120_000);

  it('of methods with ever new names are no more than a few cards', async () => {
    const steps: Step[] = Array.from({ length: 300 }, (_, i) => ({ request: { method: `made/up-${i}` } }));
    await person.connect('flood', target({ onCall: { go: [...steps, { wait: 'raw-300' }] } }));
    await person.run('flood', 'go').ended;
    expect(cards().reduce((sum, { count = 1 }) => sum + count, 0)).toBe(300);
    expect(cards().length).toBeLessThan(25);
  });
});

describe(`${MANY} of them during a call`, () => {
  it('leave the questions that are open, and one card for the rest', async () => {
    const scenario: Scenario = { onCall: { go: [flood('elicitation/create', form), { never: true }] } };
    await person.connect('flood', target(scenario));
    const { callId, ended } = person.run('flood', 'go');
    const settings = person.host.replica.get('app', 'app')?.settings;
    const open = settings?.maxOpenPerServer ?? 0;
    const busy = await busiest(() => person.until(() => cards().some((card) => card.count === MANY - open)));
    expect(busy).toBeLessThan(BUSY_MS);
    expect(cards().filter(({ state }) => state === 'waiting')).toHaveLength(open);
    expect(cards()).toHaveLength(open + 1);
    await person.host.handlers['calls.cancel']({ callId });
    await ended;
    expect((await journal()).length).toBeLessThan(100);
  }, 120_000);
});

describe(`${MANY} requests for the folders`, () => {
  it('are all answered, as one card, and counted in the journal over the limit of a minute', async () => {
    const go: Step[] = [flood('roots/list'), { wait: `raw-${MANY}`, withinMs: 60_000 }];
    await person.connect('flood', target({ onCall: { go } }));
    const busy = await busiest(() => person.run('flood', 'go').ended);
    expect(busy).toBeLessThan(BUSY_MS);
    expect(cards()).toMatchObject([{ kind: 'roots', outcome: 'accepted', count: MANY }]);
    const { answers } = await person.report<{ answers: { result?: unknown }[] }>('flood');
    expect(answers.filter(({ result }) => result !== undefined)).toHaveLength(MANY);
    const told = (await journal()).filter(({ type }) => type === 'disclosure');
    expect(told.length).toBeLessThan(200);
    const times = told.map(({ detail }) => (detail as { times?: number }).times ?? 1);
    expect(times.reduce((sum, n) => sum + n, 0)).toBe(MANY);
  }, 120_000);
});

describe('the rest of what can be sent without end', () => {
  it('log lines, changed lists, progress and pings do not keep the host', async () => {
    const one: Step[] = [
      { notify: { method: 'notifications/message', params: { level: 'info', data: 'x'.repeat(200) } } },
      { notify: { method: 'notifications/tools/list_changed' } },
      {
        notify: {
          method: 'notifications/progress',
          params: { progressToken: '$progressToken', progress: 1 },
        },
      },
      { request: { method: 'ping' } },
      { line: 'Starting ...' },
      { stderr: 'INFO all is well\n' },
    ];
    await person.connect('flood', target({ onCall: { go: [{ repeat: 3000, steps: one }] } }));
    const before = person.host.replica.get('servers', 'flood')?.listRevision ?? 0;
    let view: Awaited<ReturnType<typeof person.run>['ended']> | undefined;
    const busy = await busiest(async () => {
      view = await person.run('flood', 'go').ended;
    });
    expect(view).toMatchObject({ state: 'done' });
    expect(busy).toBeLessThan(BUSY_MS);
    expect(cards()).toEqual([]);
    expect((person.host.replica.get('servers', 'flood')?.listRevision ?? 0) - before).toBeLessThan(300);
    expect((await journal()).length).toBeLessThan(20);
  }, 120_000);

  it('requests of a modern server are counted and never shown one by one', async () => {
    const scenario: Scenario = { onCall: { go: [flood('elicitation/create', form)] } };
    await person.connect('flood', target(scenario, 'modern'));
    await person.run('flood', 'go').ended;
    expect(person.host.replica.get('servers', 'flood')?.strayRequests).toBe(MANY);
    expect(cards()).toEqual([]);
    expect((await journal()).length).toBeLessThan(20);
    expect((await person.report<{ answers: unknown[] }>('flood')).answers).toEqual([]);
  }, 120_000);
});
