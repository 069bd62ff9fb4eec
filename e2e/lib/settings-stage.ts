import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test as base, type ElectronApplication, expect, type Locator, type Page } from '@playwright/test';
import { type MessagesApi, startMessagesApi } from '../servers/messages-api.ts';
import { rawStdioFile } from '../servers/raw.ts';
import { button, samplingDialog } from './answers.ts';
import { type LaunchedApp, launchApp } from './launch.ts';
import { goTo, openServer, openTool, run } from './person.ts';

// The screen Settings with a server that asks a model, and a stand-in for the provider.

/** A key nobody else has: wherever it turns up, it is ours. */
export const KEY = 'sk-canary-7Qd2vXw9LkZp4RtB8mNc';
/** Another, for the connection that comes from the environment. */
export const ENVIRONMENT_KEY = 'sk-env-canary-3Hs8JfYq1WgTz6Pb';

const MODELS = [
  { id: 'house-small', display_name: 'House small', type: 'model' },
  { id: 'house-large', display_name: '<b>House</b> \u202elarge', type: 'model' },
];

interface Stage {
  readonly api: MessagesApi;
  readonly dataDir: string;
  /** `files` stand in the data folder before the start, as JSON. */
  start(files?: Readonly<Record<string, unknown>>, env?: Record<string, string>): Promise<LaunchedApp>;
}

export const test = base.extend<{ stage: Stage }>({
  stage: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from it that nothing is needed
    async ({}, use) => {
      const api = await startMessagesApi({ key: KEY });
      api.models(MODELS);
      const dataDir = mkdtempSync(path.join(tmpdir(), 'gatehouse-settings-'));
      const running: LaunchedApp[] = [];
      writeFileSync(path.join(dataDir, 'asker-scenario.json'), JSON.stringify(asker(dataDir)));
      const entry = rawStdioFile(path.join(dataDir, 'asker-scenario.json'), 'legacy');
      const start: Stage['start'] = async (files = {}, env = {}) => {
        writeFileSync(path.join(dataDir, 'servers.json'), JSON.stringify({ mcpServers: { asker: entry } }));
        for (const [name, content] of Object.entries(files)) {
          writeFileSync(path.join(dataDir, name), JSON.stringify(content));
        }
        const launched = await launchApp({ userDataDir: dataDir, env });
        running.push(launched);
        return launched;
      };
      try {
        await use({ api, dataDir, start });
      } finally {
        for (const launched of running) await launched.close();
        await api.close();
        rmSync(dataDir, { recursive: true, force: true });
      }
    },
    { timeout: 90_000 },
  ],
});

/** Its tool asks a model and answers with what it got. */
const asker = (dir: string) => ({
  onCall: {
    think: [
      {
        ask: {
          method: 'sampling/createMessage',
          params: { messages: [{ role: 'user', content: { type: 'text', text: 'Think.' } }], maxTokens: 50 },
        },
        withinMs: 60_000,
      },
    ],
  },
  tools: [{ name: 'think', inputSchema: { type: 'object' } }],
  record: path.join(dir, 'asker-record.jsonl'),
  lifeMs: 600_000,
});

export const connection = (window: Page, name: string): Locator =>
  window.getByRole('list', { name: 'Connections' }).getByRole('listitem', { name, exact: true });
export const rules = (window: Page): Locator =>
  window.getByRole('list', { name: 'Rules' }).getByRole('listitem');
export const bar = (window: Page): Locator => window.getByRole('contentinfo');

export const copy = (app: ElectronApplication, text: string) =>
  app.evaluate(async ({ clipboard }, key) => void (await clipboard.writeText(key)), text);
export const copied = (app: ElectronApplication) =>
  app.evaluate(async ({ clipboard }) => clipboard.readText());

export async function addConnection(window: Page, name: string, address: string): Promise<void> {
  await goTo(window, 'Settings');
  await window.getByRole('button', { name: 'Add connection' }).click();
  const dialog = window.getByRole('dialog', { name: 'Add a connection' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
  await dialog.getByRole('textbox', { name: 'Address' }).fill(address);
  await button(dialog, 'Add').click();
  await expect(dialog).toBeHidden();
}

/** Copies the key and lets main take it. */
export async function takeKey({ app, window }: LaunchedApp, name: string): Promise<void> {
  await copy(app, KEY);
  await button(connection(window, name), 'Take key from clipboard').click();
  const dialog = window.getByRole('dialog', { name: `Key for ${name}` });
  await button(dialog, 'Keep in memory').click();
  await expect(connection(window, name)).toContainText('Ready');
}

export async function think(window: Page): Promise<Locator> {
  await openServer(window, 'asker');
  await openTool(window, 'think');
  await run(window);
  return samplingDialog(window, 'asker');
}

export { expect };
