import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { launchApp } from '../../e2e/lib/launch.ts';
import { openServer, trustAndConnect } from '../../e2e/lib/person.ts';
import { RAW_SERVER } from '../sides/obey.ts';

export const SERVER = 'raw';

/** Runs `body` in our app, connected to the raw server, on that server's page. */
export async function withServer<T>(
  settings: Record<string, unknown>,
  body: (window: Page) => Promise<T>,
): Promise<T> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'gatehouse-bench-'));
  const server = {
    command: process.execPath,
    args: [RAW_SERVER],
    gatehouse: { era: 'legacy' },
  };
  writeFileSync(path.join(dataDir, 'servers.json'), JSON.stringify({ mcpServers: { [SERVER]: server } }));
  writeFileSync(path.join(dataDir, 'settings.json'), JSON.stringify(settings));
  const launched = await launchApp({ userDataDir: dataDir });
  try {
    await openServer(launched.window, SERVER);
    await trustAndConnect(launched.window, SERVER);
    return await body(launched.window);
  } finally {
    await launched.close();
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
  }
}
