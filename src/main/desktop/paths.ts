import fs from 'node:fs';
import path from 'node:path';
import { app } from 'electron';

/** A built file of the app: the same place in a checkout and in a packaged archive. */
export const builtFile = (...parts: string[]): string => path.join(app.getAppPath(), 'out', ...parts);

/** The real path of the built window, which the `app:` scheme serves. */
export function rendererFolder(): string {
  const folder = builtFile('renderer');
  try {
    return fs.realpathSync(folder);
  } catch {
    return folder;
  }
}

/** A file in the person's data folder, which `--user-data-dir` may choose. */
export const dataFile = (name: string): string => path.join(app.getPath('userData'), name);
