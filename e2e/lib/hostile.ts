/** Puts hostile requests to the headless command through a raw server, and reads its answers on the server's side. */
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import { type Message, type Scenario, type Step, startRawHttp } from '../servers/raw.ts';
import { headless, type Run, rawCommand } from './headless.ts';

export type Transport = 'stdio' | 'http' | 'sse';
export type Era = 'legacy' | 'modern';

/** What the server got back for one of its requests. */
export interface Answer {
  readonly id: string | number | null;
  // biome-ignore lint/suspicious/noExplicitAny: looked into by path, and a wrong path fails the test.
  readonly result?: any;
  readonly error?: { readonly code: number; readonly message: string };
}

export interface Probed {
  readonly run: Run;
  /** Every message the server received. */
  readonly received: Record<string, unknown>[];
  /** Events of the server, such as `timeout` where an answer never came. */
  readonly events: ({ name: string } & Record<string, unknown>)[];
  /** The answers to requests with this id, in order. */
  answersTo(id: string | number): Answer[];
  /** All of them. */
  readonly answers: Answer[];
}

/** How long a server waits for an answer before the test counts it as a hang. */
const WITHIN_MS = 15_000;
/** A whole run; the machine may be busy. */
const RUN_MS = 30_000;

export const ask = (id: string | number, method: string, params?: unknown): Step => ({
  ask: { id, method, ...(params === undefined ? {} : { params }) } as Message,
  withinMs: WITHIN_MS,
});

/** Runs `headless` against a raw server that follows the scenario. Default: the tool `t` is called. */
export async function against(
  scenario: Scenario,
  options: {
    readonly dir: string;
    readonly transport?: Transport;
    readonly era?: Era;
    readonly command?: readonly string[];
    readonly flags?: readonly string[];
  },
): Promise<Probed> {
  const { dir, transport = 'stdio', era = 'legacy', command = ['call', '--tool', 't'], flags = [] } = options;
  const record = path.join(dir, `${randomUUID()}.jsonl`);
  const recorded = { ...scenario, record };
  const started = performance.now();
  const server = transport === 'stdio' ? undefined : await startRawHttp(recorded, era);
  let run: Run;
  try {
    const where = server
      ? ['--url', transport === 'sse' ? server.sse : server.url, '--transport', transport]
      : ['--stdio', rawCommand(recorded, era)];
    run = await headless([...command, ...where, '--era', transport === 'sse' ? 'legacy' : era, ...flags]);
  } finally {
    await server?.stop();
  }
  expect(performance.now() - started).toBeLessThan(RUN_MS);
  return read(run, record);
}

function read(run: Run, record: string): Probed {
  const lines = existsSync(record) ? readFileSync(record, 'utf8').split('\n').filter(Boolean) : [];
  const entries = lines.map((line) => JSON.parse(line) as { kind: string; what: Record<string, unknown> });
  const received = entries.filter(({ kind }) => kind === 'in').map(({ what }) => what);
  const answers = received.filter((message) => !('method' in message)) as unknown as Answer[];
  const events = entries.filter(({ kind }) => kind === 'event').map(({ what }) => what) as Probed['events'];
  return { run, received, events, answers, answersTo: (id) => answers.filter((answer) => answer.id === id) };
}

/** Exactly one answer, an error with this code, in one plain sentence that gives nothing away. */
export function expectRefusal(probed: Probed, id: string | number, code: number): void {
  const what = JSON.stringify({ id, events: probed.events.filter(({ name }) => name === 'timeout') });
  const answers = probed.answersTo(id);
  expect(answers, what).toHaveLength(1);
  expect(answers[0], what).toEqual({
    jsonrpc: '2.0',
    id,
    error: { code, message: expect.stringMatching(/^[^\n]{1,200}$/) },
  });
  // No validator dump, no stack, no path.
  expect(answers[0]?.error?.message).not.toMatch(
    /zod|invalid_type|expected|\bat \S+:\d|\/src\/|\.js\b|[[{]/i,
  );
}
