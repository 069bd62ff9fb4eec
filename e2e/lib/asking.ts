import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test as base, type ElectronApplication, expect, type Locator, type Page } from '@playwright/test';
import {
  type RawHttp,
  rawStdioFile,
  type Scenario,
  type Step,
  type Steps,
  startRawHttp,
} from '../servers/raw.ts';
import { button, formDialog } from './answers.ts';
import { launchApp } from './launch.ts';
import { fillForm, inboxLink, openServer, openTool, run, trustAndConnect } from './person.ts';

// Servers that ask one question by each of their tools, and what they received, read from their own records.

export type Era = 'legacy' | 'modern';
export const ERAS: readonly Era[] = ['legacy', 'modern'];

/** Longer than any test file runs. */
const LIFE_MS = 600_000;

/** One server; its name is also the key of what it received. */
export interface AskingServer {
  readonly era: Era;
  readonly transport?: 'stdio' | 'http' | 'sse';
  /** Params of `elicitation/create`, by the tool that asks. Request id, key and `requestState` are the tool's name. */
  readonly questions?: Readonly<Record<string, unknown>>;
  /** Tools that do something else. */
  readonly more?: Readonly<Record<string, Steps>>;
  /** Arguments of tools, by name; without an entry a tool takes none. */
  readonly argumentsOf?: Readonly<Record<string, unknown>>;
}

export interface Setting {
  readonly servers: Readonly<Record<string, AskingServer>>;
  readonly env?: Record<string, string>;
  close?(): Promise<void>;
}

/** `servers` as they most often are: one of each era, named after it, with the same questions. */
export const bothEras = (questions: Readonly<Record<string, unknown>>): Record<Era, AskingServer> => ({
  legacy: { era: 'legacy', questions },
  modern: { era: 'modern', questions },
});

/** The steps that ask: a request inside the call, or a round of it. */
export const askingSteps = (era: Era, tool: string, params: unknown): Steps =>
  era === 'legacy'
    ? [askOf(tool, params), { wait: tool, withinMs: LIFE_MS }]
    : { rounds: [[roundOf({ [tool]: params }, tool)]] };

export const askOf = (id: string, params: unknown): Step => ({
  request: { id, method: 'elicitation/create', params },
});

/** `input_required` with questions by their keys. */
export const roundOf = (questions: Readonly<Record<string, unknown>>, requestState: string): Step => ({
  inputRequired: {
    inputRequests: Object.fromEntries(
      Object.entries(questions).map(([key, params]) => [key, { method: 'elicitation/create', params }]),
    ),
    requestState,
  },
});

/** What a server receives of a form that was submitted. */
export const accept = (content: Record<string, unknown>) => ({ action: 'accept', content });
export const ADA = accept({ name: 'Ada' });

/** Answers a form that asks for a name, so that the server receives `ADA`. */
export async function submitAda(asking: Asking, server: string): Promise<void> {
  const dialog = formDialog(asking.window, server);
  await fillForm(dialog, { Name: 'Ada' });
  await button(dialog, 'Submit').click();
}

export const nobodyIsAsked = (asking: Asking) => expect(inboxLink(asking.window, 0)).toBeVisible();

interface Entry {
  readonly kind: 'in' | 'out' | 'event';
  // biome-ignore lint/suspicious/noExplicitAny: messages are looked into by path, and a wrong path fails the test
  readonly what: any;
}

/** A person in front of the app, and the servers that ask. */
export class Asking {
  readonly app: ElectronApplication;
  readonly window: Page;
  /** What the window complained about. */
  readonly complaints: string[] = [];
  readonly #setting: Setting;
  readonly #dir: string;

  constructor(launched: { app: ElectronApplication; window: Page }, setting: Setting, dir: string) {
    this.app = launched.app;
    this.window = launched.window;
    this.#setting = setting;
    this.#dir = dir;
    this.window.on('pageerror', (error) => this.complaints.push(String(error)));
    this.window.on('console', (message) => {
      if (message.type() === 'error') this.complaints.push(message.text());
    });
  }

  /** Runs a tool of a server from its page. */
  async runTool(server: string, tool: string): Promise<void> {
    await this.show(server, tool);
    await run(this.window);
  }

  /** Shows the page of a tool. */
  async show(server: string, tool: string): Promise<void> {
    await openServer(this.window, server);
    await openTool(this.window, tool);
  }

  /** Runs the tool and gives its question, once it stands on the page. */
  async ask(server: string, tool: string): Promise<Locator> {
    await this.runTool(server, tool);
    const dialog = formDialog(this.window, server);
    await expect(dialog).toBeVisible();
    return dialog;
  }

  /** The words that start a stdio server once more; it goes on writing the same record. */
  command(server: string): string[] {
    const { command, args } = rawStdioFile(
      path.join(this.#dir, `${server}.json`),
      this.#setting.servers[server]?.era,
    );
    return [command, ...args];
  }

  /** Files of the app's folder that hold `text`, by name. Those of the servers are not the app's. */
  filesWith(text: string): string[] {
    const ours = readdirSync(this.#dir, { recursive: true, withFileTypes: true }).filter(
      (file) => file.isFile() && !Object.keys(this.#setting.servers).includes(path.parse(file.name).name),
    );
    return ours
      .filter((file) => readFileSync(path.join(file.parentPath, file.name)).includes(text))
      .map(({ name }) => name);
  }

  /** Everything the server received, sent and noted, from its record. */
  record(server: string): Entry[] {
    return readFileSync(recordOf(this.#dir, server), 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Entry);
  }

  /** The answers to a tool's question that the server has received so far: results, or `{error}`. */
  answers(server: string, tool: string): unknown[] {
    const received = this.record(server).flatMap(({ kind, what }) => (kind === 'in' ? [what] : []));
    if (this.#setting.servers[server]?.era === 'legacy') {
      return received
        .filter((message) => message.id === tool && message.method === undefined)
        .map(({ jsonrpc, id, result, ...rest }) => (result === undefined ? rest : result));
    }
    return received
      .filter(({ method, params }) => method === 'tools/call' && params.name === tool)
      .filter(({ params }) => 'inputResponses' in params || 'requestState' in params)
      .map(({ params }) => {
        expect(params.requestState, 'requestState, byte for byte').toBe(tool);
        expect(Object.keys(params.inputResponses), 'answers of this round only').toEqual([tool]);
        return params.inputResponses[tool];
      });
  }

  /** Waits until the server has received as many answers as given, and holds them to be exactly these. */
  async expectAnswers(server: string, tool: string, answers: readonly unknown[]): Promise<void> {
    await expect.poll(() => this.answers(server, tool).length).toBeGreaterThanOrEqual(answers.length);
    expect(this.answers(server, tool)).toStrictEqual(answers);
  }
}

const recordOf = (dir: string, server: string) => path.join(dir, `${server}.jsonl`);

function scenarioOf(server: AskingServer, record: string): Scenario {
  const asking = Object.entries(server.questions ?? {}).map(([tool, params]): [string, Steps] => [
    tool,
    askingSteps(server.era, tool, params),
  ]);
  const onCall = { ...Object.fromEntries(asking), ...server.more };
  const tools = Object.keys(onCall).map((name) => ({
    name,
    inputSchema: server.argumentsOf?.[name] ?? { type: 'object' },
  }));
  return { onCall, tools, record, lifeMs: LIFE_MS };
}

/** Tests of one file that share an app, its window, and servers that were started before the first of them. */
export function askingTest(prepare: () => Promise<Setting> | Setting) {
  return base.extend<{ heard: undefined }, { asking: Asking }>({
    asking: [
      // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from it that nothing is needed
      async ({}, use) => {
        const setting = await prepare();
        const dataDir = mkdtempSync(path.join(tmpdir(), 'gatehouse-asking-'));
        const { entries, remote } = await start(setting, dataDir);
        writeFileSync(path.join(dataDir, 'servers.json'), JSON.stringify({ mcpServers: entries }));
        const launched = await launchApp({ userDataDir: dataDir, ...(setting.env && { env: setting.env }) });
        try {
          for (const name of Object.keys(setting.servers)) {
            await openServer(launched.window, name);
            await trustAndConnect(launched.window, name);
          }
          await use(new Asking(launched, setting, dataDir));
        } finally {
          await launched.close();
          for (const server of remote) await server.stop();
          await setting.close?.();
          rmSync(dataDir, { recursive: true, force: true });
        }
      },
      { scope: 'worker', timeout: 120_000 },
    ],
    heard: [
      async ({ asking }, use) => {
        asking.complaints.length = 0;
        await use(undefined);
        expect(asking.complaints, 'complaints of the window').toEqual([]);
      },
      { auto: true },
    ],
  });
}

/** Writes the scenarios, starts the servers that are reached by an address, and gives the entries of `servers.json`. */
async function start(setting: Setting, dir: string) {
  const entries: Record<string, unknown> = {};
  const remote: RawHttp[] = [];
  for (const [name, server] of Object.entries(setting.servers)) {
    const scenario = scenarioOf(server, recordOf(dir, name));
    const { transport = 'stdio' } = server;
    if (transport === 'stdio') {
      const file = path.join(dir, `${name}.json`);
      writeFileSync(file, JSON.stringify(scenario));
      entries[name] = rawStdioFile(file, server.era);
      continue;
    }
    const started = await startRawHttp(scenario, server.era);
    remote.push(started);
    entries[name] =
      transport === 'sse' ? { type: 'sse', url: started.sse } : { type: 'http', url: started.url };
  }
  return { entries, remote };
}

export { expect };
