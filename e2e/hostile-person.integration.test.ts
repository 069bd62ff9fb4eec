/** Hostile probes while a question is open: the same host, with a person who takes their time instead of a file. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, expect, it } from 'vitest';
import { createHost, type Host } from '../src/main/host/host.ts';
import type { QuestionAnswer, QuestionView } from '../src/shared/model/reverse-call.ts';
import { DEFAULT_SERVER_SETTINGS } from '../src/shared/model/server.ts';
import { rawStdio, type Scenario } from './servers/raw.ts';

const dir = mkdtempSync(path.join(tmpdir(), 'gatehouse-person-'));
afterAll(() => rmSync(dir, { recursive: true }));
let open: Host | undefined;
afterEach(() => open?.close());

const form = {
  method: 'elicitation/create',
  params: { message: 'Name?', requestedSchema: { type: 'object', properties: {} } },
};

/** A host with one raw server, whose questions a test answers. */
async function hostOf(name: string, scenario: Scenario) {
  const record = path.join(dir, `${name}.jsonl`);
  const { command, args } = rawStdio({ ...scenario, record });
  const host = await createHost({
    dataDir: path.join(dir, name),
    journalFile: ':memory:',
    version: '0.0.0',
    env: process.env,
    servers: [
      {
        id: 'raw',
        target: { type: 'stdio', command, args },
        settings: { ...DEFAULT_SERVER_SETTINGS, era: 'legacy' },
      },
    ],
  });
  open = host;
  const questions: QuestionView[] = [];
  let wake = () => {};
  host.onQuestion((question) => {
    questions.push(question);
    wake();
  });
  return {
    host,
    call: (tool: string) => host.calls.start({ serverId: 'raw', method: 'tools/call', name: tool }),
    question: async (): Promise<QuestionView> => {
      while (questions.length === 0) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      return questions.shift() as QuestionView;
    },
    answer: (id: string, answer: QuestionAnswer) => {
      const { nonce } = host.handlers['questions.show']({ id }) as { nonce: string };
      return host.handlers['questions.answer']({ id, nonce, answer });
    },
    /** Ids of the answers the server received, in order. */
    answered: () =>
      readFileSync(record, 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as { kind: string; what: { id?: unknown; method?: unknown } })
        .filter(({ kind, what }) => kind === 'in' && what.method === undefined)
        .map(({ what }) => what.id),
  };
}

it('ping, roots/list and refusals are answered while a question is open', async () => {
  const { host, call, question, answer, answered } = await hostOf('ping', {
    onCall: {
      t: [
        { request: { id: 'form', ...form } },
        { ask: { id: 'ping', method: 'ping' }, withinMs: 15_000 },
        { ask: { id: 'roots', method: 'roots/list' }, withinMs: 15_000 },
        { ask: { id: 'odd', method: 'foo/bar' }, withinMs: 15_000 },
        { wait: 'form' },
      ],
    },
  });
  const { callId, ended } = call('t');
  const { id, cause } = await question();
  expect(cause).toEqual({ callId, certainty: 'inferred', candidates: [] });
  await expect.poll(answered, { timeout: 15_000 }).toEqual(['ping', 'roots', 'odd']);
  expect(host.replica.get('questions', id)?.state).toBe('waiting');
  await answer(id, { type: 'submit', values: {} });
  const view = await ended;
  expect(view).toMatchObject({ state: 'done', isError: false });
  expect(answered()).toEqual(['ping', 'roots', 'odd', 'form']);
});

it('with several calls in flight, all are candidates; ids of both directions do not meet', async () => {
  const ask = { id: '$callId', ...form };
  const { call, question, answer, answered } = await hostOf('candidates', {
    onCall: { still: [{ wait: { method: 'notifications/go' } }], t: [{ ask }] },
    on: { 'notifications/go': [] },
  });
  const first = call('still');
  const second = call('t');
  const { id, cause, causeText } = await question();
  expect(cause).toEqual({ certainty: 'unknown', candidates: [first.callId, second.callId] });
  expect(causeText).toContain('one of 2 calls');
  await answer(id, { type: 'decline' });
  expect(await second.ended).toMatchObject({ state: 'done' });
  expect(answered()).toHaveLength(1);
});

it('F33 A57 a question the server takes back is withdrawn, never answered, and the call goes on', async () => {
  const { host, call, question, answered } = await hostOf('taken-back', {
    onCall: {
      t: [
        { request: { id: 'form', ...form } },
        { ask: { id: 'open', method: 'ping' } },
        { cancel: 'form' },
        { ask: { id: 'closed', method: 'ping' } },
      ],
    },
  });
  const { ended } = call('t');
  const { id } = await question();
  expect(await ended).toMatchObject({ state: 'done' });
  expect(host.replica.get('questions', id)).toMatchObject({ state: 'closed', outcome: 'withdrawn' });
  expect(() => host.handlers['questions.show']({ id })).toThrow('This question is closed. Nothing was sent.');
  expect(answered()).toEqual(['open', 'closed']);
});
