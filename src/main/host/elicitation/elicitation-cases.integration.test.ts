import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Report, rawStdio, type Scenario } from '../../../../e2e/servers/raw.ts';
import { DEFAULT_SERVER_SETTINGS, type Target } from '../../../shared/model/server.ts';
import { Person } from '../testing/person.ts';

/** Rows of the elicitation cases that no window shows: clocks and capabilities. The others are in e2e/elicitation-*. */
let person: Person;
beforeEach(async () => {
  person = await Person.sitDown();
});
afterEach(async () => {
  vi.useRealTimers();
  await person.leave();
});

type Era = 'legacy' | 'modern';

const target = (scenario: Scenario, era: Era): Target => ({ type: 'stdio', ...rawStdio(scenario, era) });

const form = {
  message: 'Name?',
  requestedSchema: { type: 'object', properties: { name: { type: 'string' } } },
};
const accepted = { action: 'accept', content: { name: 'Ada' } };

/** A tool that asks, and does what comes then once it has its answer. */
const asks = (era: Era, params: unknown, then: Scenario['onCall'] = {}): Scenario => ({
  onCall:
    era === 'legacy'
      ? {
          ask: [
            { request: { id: 'form', method: 'elicitation/create', params } },
            { wait: 'form', withinMs: 60_000 },
            ...((then.ask as []) ?? []),
          ],
        }
      : {
          ask: {
            rounds: [
              [{ inputRequired: { inputRequests: { form: { method: 'elicitation/create', params } } } }],
              (then.ask as []) ?? [],
            ],
          },
        },
});

/** What the server received as answers to the form. */
function answersIn(report: Report, era: Era): unknown[] {
  if (era === 'legacy') return report.answers.map(({ result }) => result);
  return report.received
    .map(
      ({ params }) => (params as { inputResponses?: { form?: unknown } } | undefined)?.inputResponses?.form,
    )
    .filter((answer) => answer !== undefined);
}

/** What the client declared to the server. */
function declared(report: Report, era: Era): Record<string, unknown> {
  for (const { method, params } of report.received as { method: string; params: Record<string, never> }[]) {
    if (era === 'legacy' && method === 'initialize') return params.capabilities ?? {};
    const meta = params?._meta as Record<string, Record<string, unknown>> | undefined;
    if (era === 'modern' && method === 'tools/call') {
      return meta?.['io.modelcontextprotocol/clientCapabilities'] ?? {};
    }
  }
  throw new Error('Nothing was declared.');
}

describe.each<Era>(['legacy', 'modern'])('%s', (era) => {
  it('A47 elicitation is declared while somebody can answer, and what is asked then waits for them', async () => {
    await person.connect('s', target(asks(era, form), era));
    const { ended } = person.run('s', 'ask');
    const { id } = await person.question();
    expect(answersIn(await person.report<Report>('s'), era)).toEqual([]);
    await person.answer(id, { type: 'submit', values: { name: 'Ada' } });
    expect(await ended).toMatchObject({ state: 'done' });
    const report = await person.report<Report>('s');
    expect(answersIn(report, era)).toStrictEqual([accepted]);
    expect(declared(report, era)).toMatchObject({ elicitation: { form: {}, url: {} } });
  });

  it('A47 elicitation that is switched off for a server is not declared to it', async () => {
    const { switches } = DEFAULT_SERVER_SETTINGS;
    const off = { ...switches, elicitation: false, elicitationUrl: false };
    await person.connect('s', target(asks(era, form), era), { switches: off });
    const report = await person.report<Report>('s');
    expect(declared(report, era)).not.toHaveProperty('elicitation');
  });

  it('A53 the clock of a call stands still while a person answers, and runs again afterwards', async () => {
    const scenario = asks(era, form, { ask: [{ never: true }] });
    await person.connect('s', target(scenario, era), { callTimeoutMs: 1000 });
    const { ended } = person.run('s', 'ask');
    const { id } = await person.question();
    // Time itself is the subject: longer than the whole clock.
    await new Promise((resolve) => setTimeout(resolve, 1300));
    expect(person.host.replica.get('questions', id)?.state).toBe('waiting');
    await person.answer(id, { type: 'submit', values: { name: 'Ada' } });
    expect(await ended).toMatchObject({ state: 'failed', error: { code: 'timeout' } });
    expect(answersIn(await person.report<Report>('s'), era)).toStrictEqual([accepted]);
  });
});

it('A51 legacy: a server that wants to know hears that the person is still thinking, and then the answer', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const params = { ...form, _meta: { progressToken: 'thinking' } };
  await person.connect('s', target(asks('legacy', params), 'legacy'));
  const { ended } = person.run('s', 'ask');
  const { id } = await person.question();
  // The question is tied to its clocks right after it began to wait.
  await new Promise((resolve) => setImmediate(resolve));
  await vi.advanceTimersByTimeAsync(61_000);
  await person.answer(id, { type: 'submit', values: { name: 'Ada' } });
  expect(await ended).toMatchObject({ state: 'done' });
  await vi.advanceTimersByTimeAsync(61_000);
  const report = await person.report<Report>('s');
  const told = report.notifications.filter(({ method }) => method === 'notifications/progress');
  expect(told.length).toBeGreaterThan(1);
  expect(told.map((each) => each.params)).toStrictEqual(
    told.map((_, at) => ({ progressToken: 'thinking', progress: at + 1 })),
  );
  // Nothing more after the answer.
  const order = report.received.map(({ method, id: of }) => method ?? of);
  expect(order.lastIndexOf('notifications/progress')).toBeLessThan(order.indexOf('form'));
  expect(answersIn(report, 'legacy')).toStrictEqual([accepted]);
});
