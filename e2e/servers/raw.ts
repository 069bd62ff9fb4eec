/** Starts the raw fixture servers from a typed scenario. README.md beside this file describes every step. */
import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';

export interface Message {
  id?: string | number | null;
  method: string;
  params?: unknown;
}

/** One step: exactly one verb, and what belongs to it. */
export type Step =
  | { request: Message; via?: 'get' }
  | { ask: Message; via?: 'get'; withinMs?: number }
  | { wait: string | number | { method: string }; count?: number; withinMs?: number }
  | { sleep: number }
  | { notify: { method: string; params?: unknown }; via?: 'get' }
  | { cancel: string | number; reason?: string; via?: 'get' }
  | { send: unknown; via?: 'get' }
  | { line: string }
  | { bytes: string }
  | { stderr: string }
  | { reply: unknown; bare?: true }
  | { error: { code: number; message: string; data?: unknown } }
  | { inputRequired: { inputRequests?: unknown; requestState?: unknown } }
  | { task: TaskScript }
  | { take: true }
  | { never: true }
  | { together: Step[][] }
  | { repeat: number; steps: Step[] }
  | { later: Step[] }
  | { spawn: { ignoreSigterm?: boolean; lifeMs?: number; marker?: string } }
  | { exit: number }
  | { kill: 'SIGKILL' | 'SIGTERM' }
  | { cut: true }
  | { endStream: true }
  | { retry: number };

/** A task and the states it goes through; README.md says when it goes on. */
export interface TaskScript {
  id?: string;
  ttlMs?: number | null;
  pollIntervalMs?: number;
  /** Instead of fields of the answer that begins it. */
  seed?: Record<string, unknown>;
  states: {
    status?: string;
    statusMessage?: string;
    looks?: number;
    inputRequests?: Record<string, unknown>;
    result?: unknown;
    error?: { code: number; message: string; data?: unknown };
  }[];
}

export type Steps = Step[] | { rounds: Step[][]; forever?: boolean };

export interface HttpAnswer {
  status?: number;
  headers?: Record<string, string>;
  body?: unknown;
}

export interface Scenario {
  name?: string;
  protocolVersion?: string;
  capabilities?: unknown;
  tools?: unknown[];
  banner?: string[];
  ignoreSigterm?: boolean;
  ignoreStdinEnd?: boolean;
  lifeMs?: number;
  record?: string;
  onStart?: Step[];
  onInitialize?: Step[];
  onInitialized?: Step[];
  onCall?: Record<string, Steps>;
  on?: Record<string, Steps>;
  http?: {
    session?: false;
    forgetSessionAfter?: number;
    json?: boolean;
    eventIds?: boolean;
    accepted?: HttpAnswer;
    endpoint?: string;
    answers?: Record<string, HttpAnswer | (HttpAnswer | null)[]>;
  };
}

/** What the tool `report` returns as `structuredContent`. */
export interface Report {
  era: 'legacy' | 'modern';
  pid: number;
  /** Every message from the client, in order. */
  received: Record<string, unknown>[];
  /** The responses among them. */
  answers: { id: string | number | null; result?: unknown; error?: { code: number; message: string } }[];
  notifications: { method: string; params?: unknown }[];
  sent: Record<string, unknown>[];
  events: ({ name: string } & Record<string, unknown>)[];
  /** All of it with `at` (milliseconds since the start) and `kind`: `in`, `out` or `event`. */
  log: { at: number; kind: 'in' | 'out' | 'event'; what: unknown }[];
}

const file = (name: string) => path.join(import.meta.dirname, name);

const scriptOf = (era: 'legacy' | 'modern') => file(era === 'legacy' ? 'raw-stdio.mjs' : 'raw-modern.mjs');

/** The command of a scripted stdio server. */
export function rawStdio(scenario: Scenario = {}, era: 'legacy' | 'modern' = 'legacy') {
  return { command: process.execPath, args: [scriptOf(era), JSON.stringify(scenario)] };
}

/** The same for a scenario that was written to a file, where it is too long for a command line. */
export function rawStdioFile(scenario: string, era: 'legacy' | 'modern' = 'legacy') {
  return { command: process.execPath, args: [scriptOf(era), `@${scenario}`] };
}

/** A running scripted HTTP server: `url` speaks Streamable HTTP, `sse` the transport of 2024-11-05. */
export interface RawHttp {
  url: string;
  sse: string;
  child: ChildProcess;
  stop(): Promise<void>;
}

export async function startRawHttp(
  scenario: Scenario = {},
  era: 'legacy' | 'modern' = 'legacy',
  port = 0,
): Promise<RawHttp> {
  const args = ['--era', era, '--port', String(port), JSON.stringify(scenario)];
  const child = spawn(process.execPath, [file('raw-http.mjs'), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  for await (const line of createInterface({ input: child.stdout })) {
    const { url, sse } = JSON.parse(line) as { url: string; sse: string };
    return {
      url,
      sse,
      child,
      async stop() {
        child.kill();
        await gone;
      },
    };
  }
  throw new Error('The raw server printed no address.');
}
