import type { ElectronApplication } from '@playwright/test';

/** The next times the folder dialog of the system would open, the person picks `folder` in it. */
export async function pickInFolderDialog(app: ElectronApplication, folder: string): Promise<void> {
  await app.evaluate(({ dialog }, picked) => {
    dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [picked] });
  }, folder);
}

export interface Browser {
  /** The addresses that were handed to the system so far. */
  opened(): Promise<string[]>;
}

/** Stands in for the person's browser: remembers what it is given and opens nothing. */
export async function standInBrowser(app: ElectronApplication): Promise<Browser> {
  await app.evaluate(({ shell }) => {
    const opened: string[] = [];
    (globalThis as { openedByGatehouse?: string[] }).openedByGatehouse = opened;
    shell.openExternal = async (url) => void opened.push(url);
  });
  return {
    opened: () =>
      app.evaluate(() => (globalThis as { openedByGatehouse?: string[] }).openedByGatehouse ?? []),
  };
}

/** From now on no browser comes up. */
export async function breakBrowser(app: ElectronApplication): Promise<void> {
  await app.evaluate(({ shell }) => {
    shell.openExternal = () => Promise.reject(new Error('spawn xdg-open ENOENT'));
  });
}

export interface QuitDialog {
  /** What the person was told, each time. */
  said(): Promise<string[]>;
}

/** The person who is asked whether to quit keeps the app running. */
export async function keepRunningWhenAsked(app: ElectronApplication): Promise<QuitDialog> {
  await app.evaluate(({ dialog }) => {
    const said: string[] = [];
    (globalThis as { saidByGatehouse?: string[] }).saidByGatehouse = said;
    dialog.showMessageBox = async (...args: unknown[]) => {
      said.push((args.at(-1) as { message: string }).message);
      return { response: 0, checkboxChecked: false };
    };
  });
  return {
    said: () => app.evaluate(() => (globalThis as { saidByGatehouse?: string[] }).saidByGatehouse ?? []),
  };
}
