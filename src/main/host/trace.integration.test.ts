import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Report, rawStdio, type Step } from '../../../e2e/servers/raw.ts';
import { form } from './testing/asks.ts';
import { Person } from './testing/person.ts';
import { done, of, runTask, tool } from './testing/tasks.ts';

/** Whose call a reverse call belongs to, on every road. */
let person: Person;
beforeEach(async () => {
  person = await Person.sitDown();
});
afterEach(() => person.leave());

describe('trace context (SEP-414)', () => {
  const theirs = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
  const entryOf = async (type: string) => {
    const { entries } = await person.host.handlers['activity.page']({ limit: 100 });
    return entries.find((entry) => entry.type === type)?.detail as Record<string, unknown>;
  };

  it('a legacy reverse call is recorded with the trace of its call, and with what the server says', async () => {
    const params = { ...form('name').params, _meta: { traceparent: theirs } };
    const step: Step = { ask: { id: 'a', method: 'elicitation/create', params }, withinMs: 60_000 };
    const legacy = rawStdio({ onCall: { ask: [step] } }, 'legacy');
    await person.connect('s', { type: 'stdio', ...legacy });
    const { ended } = person.run('s', 'ask');
    const { id } = await person.question();
    await person.answer(id, { type: 'decline' });
    await ended;
    const { trace } = await entryOf('call-started');
    expect(trace).toMatch(/^[0-9a-f]{32}$/);
    expect(await entryOf('reverse')).toMatchObject({ trace, traceparent: theirs });
    const call = of(await person.report<Report>('s'), 'tools/call').find((m) => m.params.name === 'ask');
    expect(call?.params._meta?.traceparent).toContain(`-${trace}-`);
  });

  it('so are those of a round and of a task; nonsense in its place is not', async () => {
    const params = { ...form('name').params, _meta: { traceparent: '<script>' } };
    const request = { method: 'elicitation/create', params };
    const { ended } = await runTask(
      person,
      tool([{ status: 'input_required', inputRequests: { a: request } }, done]),
    );
    const { id } = await person.question();
    await person.answer(id, { type: 'decline' });
    await ended;
    const { trace } = await entryOf('call-started');
    const recorded = await entryOf('reverse');
    expect(recorded).toMatchObject({ road: 'task', trace });
    expect(recorded).not.toHaveProperty('traceparent');
  });
});
