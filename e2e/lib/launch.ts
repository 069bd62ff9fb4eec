import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ElectronApplication, Page } from '@playwright/test';
import { startElectron } from './start-electron.ts';

export const PROJECT_ROOT = path.resolve(import.meta.dirname, '..', '..');

export interface LaunchOptions {
  /** Kept by `close()`; default: a new folder that `close()` takes away. */
  userDataDir?: string;
  /** More arguments for the app. */
  args?: string[];
  env?: Record<string, string>;
}

export interface LaunchedApp {
  app: ElectronApplication;
  /** The app's first window, its page loaded. */
  window: Page;
  dataDir: string;
  /** The executable and arguments, for starting it a second time. */
  command: { file: string; args: string[] };
  /** Quits as a person would, agreeing that open questions are lost. */
  close(): Promise<void>;
}

/** The Electron of this checkout: from `GATEHOUSE_ELECTRON`, else as `npm run electron:path` finds it. */
export function electronExecutable(): string {
  const given = process.env.GATEHOUSE_ELECTRON;
  if (given) return given;
  const script = path.join(PROJECT_ROOT, 'scripts', 'electron-path.ts');
  return execFileSync(process.execPath, [script], { encoding: 'utf8' }).trim();
}

/** Starts the built app with the real sandbox and a user-data folder of its own. */
export async function launchApp(options: LaunchOptions = {}): Promise<LaunchedApp> {
  const dataDir = options.userDataDir ?? mkdtempSync(path.join(tmpdir(), 'gatehouse-e2e-'));
  const file = electronExecutable();
  const args = [PROJECT_ROOT, `--user-data-dir=${dataDir}`, ...(options.args ?? [])];
  const app = await startElectron({
    executablePath: file,
    args,
    chromiumSandbox: true,
    env: { ...definedEnv(), ...options.env },
  });
  // Playwright forgets the process once it has ended.
  const child = app.process();
  const window = await app.firstWindow();
  await window.waitForLoadState('load');
  return {
    app,
    window,
    dataDir,
    command: { file, args },
    async close() {
      if (child.exitCode === null && child.signalCode === null) {
        await app.evaluate(({ dialog }) => {
          // The warning about open questions has `Quit` as its second button.
          dialog.showMessageBox = async () => ({ response: 1, checkboxChecked: false });
        });
        await app.close();
      }
      if (options.userDataDir === undefined) rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

function definedEnv(): Record<string, string> {
  const entries = Object.entries(process.env).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  return Object.fromEntries(entries);
}
