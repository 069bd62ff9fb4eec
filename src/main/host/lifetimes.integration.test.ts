import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Report, rawStdio, type Scenario, type Step } from '../../../e2e/servers/raw.ts';
import type { Target } from '../../shared/model/server.ts';
import { Person } from './testing/person.ts';

/** The lifetime table of a reverse call, on real servers. */
let person: Person;
beforeEach(async () => {
  person = await Person.sitDown({ openExternal: async () => {} });
});
afterEach(() => person.leave());

const target = (scenario: Scenario, era: 'legacy' | 'modern'): Target => ({
  type: 'stdio',
  ...rawStdio(scenario, era),
});

const form = {
  message: 'Name?',
  requestedSchema: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
};
const sampling = { messages: [{ role: 'user', content: { type: 'text', text: 'hi' } }], maxTokens: 10 };
const askForm = (id: string): Step => ({ request: { id, method: 'elicitation/create', params: form } });
const waitFor = (id: string): Step => ({ wait: id, withinMs: 60_000 });

/** A legacy tool that asks with a form and returns the answer. */
const legacyForm: Scenario = { onCall: { ask: [askForm('form'), waitFor('form')] } };
/** A modern tool that asks with a form in one round. */
const modernForm: Scenario = {
  onCall: {
    ask: {
      rounds: [
        [
          {
            inputRequired: {
              inputRequests: { name: { method: 'elicitation/create', params: form } },
              requestState: 's-1',
            },
          },
        ],
      ],
    },
  },
};

const answersTo = (report: Report, id: string) => report.answers.filter((answer) => answer.id === id);

describe('the person cancels the call', () => {
  it('legacy: the question is withdrawn, the server is told, and gets `cancel`', async () => {
    await person.connect('s', target(legacyForm, 'legacy'));
    const { callId, ended } = person.run('s', 'ask');
    const { id } = await person.question();
    await person.host.handlers['calls.cancel']({ callId });
    expect(await ended).toMatchObject({ state: 'cancelled' });
    expect(await person.card(id, (q) => q.state === 'closed')).toMatchObject({
      outcome: 'withdrawn',
      reason: 'You cancelled the call that asked this.',
    });
    await expect(person.answer(id, { type: 'submit', values: { name: 'late' } })).rejects.toThrow(/closed/);
    const report = await person.report<Report>('s');
    expect(answersTo(report, 'form')).toEqual([{ jsonrpc: '2.0', id: 'form', result: { action: 'cancel' } }]);
    expect(report.notifications.filter((n) => n.method === 'notifications/cancelled')).toHaveLength(1);
  });

  it('modern: the question is withdrawn and nothing is sent', async () => {
    await person.connect('s', target(modernForm, 'modern'));
    const { callId, ended } = person.run('s', 'ask');
    const { id } = await person.question();
    await person.host.handlers['calls.cancel']({ callId });
    expect(await ended).toMatchObject({ state: 'cancelled' });
    expect(await person.card(id, (q) => q.state === 'closed')).toMatchObject({ outcome: 'withdrawn' });
    const report = await person.report<Report>('s');
    expect(report.received.filter((m) => m.method === 'tools/call')).toHaveLength(2);
    expect(report.answers).toEqual([]);
  });
});

describe('the server takes its question back (legacy)', () => {
  it('F33 A57 the card says so, nothing is answered, and the result comes through', async () => {
    const scenario: Scenario = {
      onCall: {
        ask: [
          askForm('e1'),
          { wait: { method: 'notifications/seen' }, withinMs: 1 },
          { cancel: 'e1', reason: 'not needed' },
          { reply: { content: [{ type: 'text', text: 'done without you' }] } },
        ],
      },
    };
    await person.connect('s', target(scenario, 'legacy'));
    const { ended } = person.run('s', 'ask');
    const card = await person.until(() =>
      person.host.replica.all('questions').find((q) => q.state === 'closed'),
    );
    expect(card).toMatchObject({
      outcome: 'withdrawn',
      reason: 'The server took its question back. Nothing was sent.',
    });
    expect(await ended).toMatchObject({ state: 'done', result: { content: [{ text: 'done without you' }] } });
    expect(answersTo(await person.report<Report>('s'), 'e1')).toEqual([]);
  });
});

describe('the call ends first (legacy)', () => {
  it('elicitation is cancelled and sampling is -1, since the session lives on', async () => {
    const scenario: Scenario = {
      onCall: {
        ask: [
          askForm('form'),
          { request: { id: 'model', method: 'sampling/createMessage', params: sampling } },
          { ask: { id: 'alive', method: 'ping' } },
          { reply: { content: [] } },
        ],
      },
    };
    await person.connect('s', target(scenario, 'legacy'));
    const { ended } = person.run('s', 'ask');
    expect(await ended).toMatchObject({ state: 'done' });
    const report = await person
      .until(() =>
        person.host.replica.all('questions').filter((q) => q.outcome === 'withdrawn').length === 2
          ? true
          : undefined,
      )
      .then(() => person.report<Report>('s'));
    expect(answersTo(report, 'form')).toEqual([{ jsonrpc: '2.0', id: 'form', result: { action: 'cancel' } }]);
    expect(answersTo(report, 'model')).toMatchObject([{ error: { code: -1 } }]);
    expect(answersTo(report, 'alive')).toMatchObject([{ result: {} }]);
  });
});

describe('the call runs out of time', () => {
  it('A53 the clock stands still while a person answers, and runs again afterwards', async () => {
    const scenario: Scenario = { onCall: { ask: [askForm('form'), waitFor('form'), { never: true }] } };
    await person.connect('s', target(scenario, 'legacy'), { callTimeoutMs: 1000 });
    const { ended } = person.run('s', 'ask');
    const { id } = await person.question();
    // Time itself is the subject: longer than the whole clock.
    await new Promise((resolve) => setTimeout(resolve, 1300));
    expect(person.host.replica.get('questions', id)?.state).toBe('waiting');
    await person.answer(id, { type: 'submit', values: { name: 'Ada' } });
    expect(await ended).toMatchObject({ state: 'failed', error: { code: 'timeout' } });
    expect(answersTo(await person.report<Report>('s'), 'form')).toMatchObject([
      { result: { action: 'accept', content: { name: 'Ada' } } },
    ]);
  });
});

describe('the server process is killed', () => {
  it('legacy: the question is withdrawn and the call has failed', async () => {
    const scenario: Scenario = {
      onCall: {
        ask: [askForm('form'), { wait: { method: 'notifications/x' }, withinMs: 60_000 }],
        die: [{ kill: 'SIGKILL' }],
      },
    };
    await person.connect('s', target(scenario, 'legacy'));
    const asking = person.run('s', 'ask');
    const { id } = await person.question();
    const dying = person.run('s', 'die');
    expect(await asking.ended).toMatchObject({ state: 'failed', error: { code: 'closed' } });
    await dying.ended;
    expect(await person.card(id, (q) => q.state === 'closed')).toMatchObject({
      outcome: 'withdrawn',
      reason: 'The connection to the server is gone. Nothing was sent.',
    });
    await person.until(() => person.host.replica.get('servers', 's')?.status === 'failed');
  });

  it('modern: the question is suspended, and continues on a restarted server when answered', async () => {
    const scenario: Scenario = { onCall: { ...modernForm.onCall, die: [{ kill: 'SIGKILL' }] } };
    await person.connect('s', target(scenario, 'modern'));
    const asking = person.run('s', 'ask');
    const { id } = await person.question();
    await person.run('s', 'die').ended;
    await person.card(id, (q) => q.state === 'suspended');
    await person.answer(id, { type: 'submit', values: { name: 'Grace' } });
    expect(await asking.ended).toMatchObject({
      state: 'done',
      result: {
        structuredContent: {
          requestState: 's-1',
          inputResponses: { name: { action: 'accept', content: { name: 'Grace' } } },
        },
      },
    });
  });

  it('modern: an answer never goes to a server that was changed meanwhile', async () => {
    await person.connect('s', target(modernForm, 'modern'));
    const asking = person.run('s', 'ask');
    const { id } = await person.question();
    await person.host.handlers['servers.update']({ id: 's', target: target({ name: 'other' }, 'modern') });
    expect(await asking.ended).toMatchObject({ state: 'failed', error: { code: 'binding-changed' } });
    expect(await person.card(id, (q) => q.state === 'closed')).toMatchObject({
      outcome: 'withdrawn',
      reason: 'The server was changed since it asked, so the answer would go to another server.',
    });
  });
});

describe('a call that was answered causes nothing more', () => {
  it('a question right behind the result, in the same chunk, is out of the blue', async () => {
    const frame = (message: object) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`;
    const result = { content: [{ type: 'text', text: 'done' }] };
    await person.connect('s', target({}, 'legacy'));
    // The raw bytes carry no placeholders: the number of the call is found by asking once.
    const seen = await person.report<Report>('s');
    const first = seen.received.find((m) => m.method === 'tools/call')?.id as number;
    await person.host.handlers['servers.update']({
      id: 's',
      target: target(
        {
          onCall: {
            ask: [
              {
                bytes: Buffer.from(
                  frame({ id: first, result }) +
                    frame({ id: 'late', method: 'elicitation/create', params: form }),
                ).toString('base64'),
              },
              { never: true },
            ],
          },
        },
        'legacy',
      ),
    });
    await person.trust('s');
    await person.until(() => person.host.replica.get('servers', 's')?.status === 'connected');
    await person.run('s', 'ask').ended;
    const card = await person.until(() => person.host.replica.all('questions')[0]);
    expect(card).toMatchObject({ state: 'closed', outcome: 'refused', cause: { certainty: 'none' } });
  });
});

describe('a call that was not sent yet has caused nothing', () => {
  it('a question of a server that is started for the call, in the chunk of its handshake, is out of the blue', async () => {
    const serverInfo = { name: 's', version: '1' };
    const result = { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo };
    const early = { id: 'early', method: 'elicitation/create', params: form };
    const frames = [{ id: 0, result }, early]
      .map((message) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
      .join('');
    const scenario: Scenario = {
      on: { initialize: [{ bytes: Buffer.from(frames).toString('base64') }, { never: true }] },
      onCall: { t: [] },
    };
    await person.connect('s', target(scenario, 'legacy'), { era: 'legacy', oneCallAtATime: true });
    await person.until(() => person.host.replica.all('questions')[0]);
    await person.host.handlers['servers.disconnect']({ id: 's' });
    await person.run('s', 't').ended;
    expect(person.host.replica.all('questions').map(({ cause }) => cause.certainty)).toEqual(['none']);
    expect(person.host.replica.all('questions')[0]).toMatchObject({ outcome: 'refused', count: 2 });
  });
});

describe('one call at a time (legacy stdio)', () => {
  it('what lay in the pipe before the call is out of the blue, and what comes after it is certain', async () => {
    const record = path.join(person.dataDir, 'wrote.ndjson');
    const scenario: Scenario = {
      record,
      onCall: {
        late: [{ later: [{ sleep: 100 }, askForm('before')] }],
        t: [askForm('after'), waitFor('after')],
      },
    };
    await person.connect('s', target(scenario, 'legacy'), { oneCallAtATime: true });
    await person.run('s', 'late').ended;
    // Nothing is read here until the question lies in the pipe.
    while (!readFileSync(record, 'utf8').includes('"before"'));
    const { ended } = person.run('s', 't');
    const question = await person.question();
    expect(question.cause.certainty).toBe('proven');
    await person.answer(question.id, { type: 'decline' });
    await ended;
    const refused = person.host.replica.all('questions').find(({ outcome }) => outcome === 'refused');
    expect(refused?.cause.certainty).toBe('none');
  });
});

describe('several calls in flight (legacy stdio)', () => {
  it('all are candidates, all clocks stand still, and it is withdrawn when the last one ends', async () => {
    const scenario: Scenario = {
      onCall: {
        first: [{ wait: { method: 'notifications/progress' }, withinMs: 60_000 }],
        second: [askForm('form'), { never: true }],
      },
    };
    await person.connect('s', target(scenario, 'legacy'));
    const first = person.run('s', 'first');
    const second = person.run('s', 'second');
    const question = await person.question();
    expect(question.cause).toEqual({ certainty: 'unknown', candidates: [first.callId, second.callId] });
    expect(question.causeText).toMatch(/^one of 2 calls/);
    person.host.calls.cancel(second.callId);
    await second.ended;
    expect(person.host.replica.get('questions', question.id)?.state).toBe('waiting');
    person.host.calls.cancel(first.callId);
    await first.ended;
    await person.card(question.id, (q) => q.state === 'closed' && q.outcome === 'withdrawn');
  });
});

describe('a round is all or nothing (modern)', () => {
  const round: Scenario = {
    onCall: {
      ask: {
        rounds: [
          [
            {
              inputRequired: {
                inputRequests: {
                  name: { method: 'elicitation/create', params: form },
                  idea: { method: 'sampling/createMessage', params: sampling },
                },
              },
            },
          ],
        ],
      },
      odd: {
        rounds: [
          [
            {
              inputRequired: {
                inputRequests: {
                  name: { method: 'elicitation/create', params: form },
                  odd: { method: 'foo/bar', params: {} },
                },
              },
            },
          ],
        ],
      },
    },
  };

  it('denying one sends nothing, records nothing as sent and ends the call', async () => {
    await person.connect('s', target(round, 'modern'));
    const { ended } = person.run('s', 'ask');
    const model = await person.question((q) => q.kind === 'sampling');
    const name = await person.question((q) => q.kind === 'elicitation');
    await person.answer(name.id, { type: 'submit', values: { name: 'Ada' } });
    await person.card(name.id, (q) => q.state === 'closed');
    await person.answer(model.id, { type: 'deny' });
    expect(await ended).toMatchObject({ state: 'failed', error: { code: 'denied' } });
    const { entries } = await person.host.handlers['activity.page']({ limit: 100 });
    expect(entries.filter((entry) => entry.type === 'answer')).toEqual([]);
    const report = await person.report<Report>('s');
    expect(report.received.filter((m) => m.method === 'tools/call')).toHaveLength(2);
  });

  it('denying one withdraws what is still open', async () => {
    await person.connect('s', target(round, 'modern'));
    const { ended } = person.run('s', 'ask');
    const model = await person.question((q) => q.kind === 'sampling');
    const name = await person.question((q) => q.kind === 'elicitation');
    await person.answer(model.id, { type: 'deny' });
    await ended;
    expect(await person.card(name.id, (q) => q.state === 'closed')).toMatchObject({ outcome: 'withdrawn' });
  });

  it('an unknown method among them refuses the round before anything is asked', async () => {
    await person.connect('s', target(round, 'modern'));
    const { ended } = person.run('s', 'odd');
    expect(await ended).toMatchObject({ state: 'failed', error: { code: 'refused' } });
    const cards = person.host.replica.all('questions');
    expect(cards.map((q) => [q.state, q.outcome, q.body.type])).toEqual([['closed', 'refused', 'none']]);
  });

  it('an answered round goes back in one retry, in the order of the questions', async () => {
    await person.connect('s', target(round, 'modern'));
    const { ended } = person.run('s', 'ask');
    const model = await person.question((q) => q.kind === 'sampling');
    const name = await person.question((q) => q.kind === 'elicitation');
    expect(name.roundSize).toBe(2);
    await person.answer(model.id, { type: 'approve' });
    await person.card(model.id, (q) => q.body.type === 'sampling-answer');
    await person.answer(model.id, { type: 'send', text: 'mine' });
    await person.answer(name.id, { type: 'submit', values: { name: 'Ada' } });
    const view = await ended;
    const { inputResponses } = (view.result as { structuredContent: { inputResponses: object } })
      .structuredContent;
    expect(Object.entries(inputResponses)).toEqual([
      ['name', { action: 'accept', content: { name: 'Ada' } }],
      [
        'idea',
        {
          role: 'assistant',
          content: { type: 'text', text: 'mine' },
          model: 'manual',
          stopReason: 'endTurn',
        },
      ],
    ]);
  });
});

describe('URL mode', () => {
  const visit = {
    method: 'elicitation/create',
    params: { mode: 'url', message: 'Sign in', url: 'https://example.com/a' },
  };

  it('modern: the same URL again offers `I have finished`, outside the round cap', async () => {
    const opened: string[] = [];
    await person.leave();
    person = await Person.sitDown({ openExternal: async (url) => void opened.push(url) });
    const round = (state: string): Step[] => [
      { inputRequired: { inputRequests: { visit }, requestState: state } },
    ];
    const rounds = Array.from({ length: 13 }, (_, i) => round(String(i)));
    await person.connect('s', target({ onCall: { connect: { rounds } } }, 'modern'));
    const { ended } = person.run('s', 'connect');
    const first = await person.question();
    expect(first.body).toMatchObject({ type: 'link', phase: 'ask', url: 'https://example.com/a' });
    await person.answer(first.id, { type: 'open' });
    const seen = new Set([first.id]);
    for (let i = 1; i < rounds.length; i += 1) {
      const next = await person.question((q) => !seen.has(q.id));
      seen.add(next.id);
      expect(next.body).toMatchObject({ type: 'link', phase: 'opened' });
      await person.answer(next.id, { type: 'finished' });
    }
    expect(await ended).toMatchObject({ state: 'done' });
    expect(opened).toEqual(['https://example.com/a']);
  });

  it('-32042: the call runs again when the server says that it is finished, and asks for consent once', async () => {
    const elicitations = [
      { mode: 'url', message: 'Sign in', url: 'https://example.com/b', elicitationId: 'e-1' },
    ];
    const scenario: Scenario = {
      onCall: {
        connect: { rounds: [[{ error: { code: -32042, message: 'URL needed', data: { elicitations } } }]] },
        notice: [
          { notify: { method: 'notifications/elicitation/complete', params: { elicitationId: 'e-1' } } },
        ],
      },
    };
    await person.connect('s', target(scenario, 'legacy'));
    const { ended } = person.run('s', 'connect');
    const { id, road } = await person.question();
    expect(road).toBe('url_required');
    await person.answer(id, { type: 'open' });
    await person.card(
      id,
      (q) => q.body.type === 'link' && q.body.phase === 'opened' && q.state === 'waiting',
    );
    await person.run('s', 'notice').ended;
    expect(await person.card(id, (q) => q.state === 'closed')).toMatchObject({ outcome: 'accepted' });
    // This server is never content: the same page again waits for the person instead of asking for consent anew.
    const again = await person.question((q) => q.id !== id);
    expect(again.body).toMatchObject({ type: 'link', phase: 'opened' });
    await person.answer(again.id, { type: 'cancel' });
    expect(await ended).toMatchObject({ state: 'failed', error: { code: 'denied' } });
    const report = await person.report<Report>('s');
    expect(report.received.filter((m) => JSON.stringify(m).includes('"connect"'))).toHaveLength(2);
  });

  it('legacy: accept goes back at once, and the card stays until the server says it is done', async () => {
    const ask: Step = {
      request: { id: 'u', method: 'elicitation/create', params: { ...visit.params, elicitationId: 'e-2' } },
    };
    const scenario: Scenario = {
      onCall: {
        connect: [ask, waitFor('u')],
        notice: [
          { notify: { method: 'notifications/elicitation/complete', params: { elicitationId: 'e-2' } } },
        ],
      },
    };
    await person.connect('s', target(scenario, 'legacy'));
    const { ended } = person.run('s', 'connect');
    const { id } = await person.question();
    await person.answer(id, { type: 'open' });
    expect(await ended).toMatchObject({ state: 'done' });
    await person.card(
      id,
      (q) => q.state === 'waiting' && q.body.type === 'link' && q.body.phase === 'opened',
    );
    await person.run('s', 'notice').ended;
    expect(await person.card(id, (q) => q.state === 'closed')).toMatchObject({ outcome: 'accepted' });
  });
});
