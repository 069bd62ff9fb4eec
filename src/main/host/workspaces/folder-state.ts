import { realpathSync, statSync } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';

/** What the disk said about a folder last. `realPath` is there only when it differs (a link). */
export interface FolderState {
  readonly missing: boolean;
  readonly realPath?: string;
}

const MISSING: FolderState = { missing: true };
const found = (path: string, real: string): FolderState =>
  real === path ? { missing: false } : { missing: false, realPath: real };

/** Whether a folder is there, and where it really is. Never throws; waits for the disk. */
export function lookAtFolderSync(path: string): FolderState {
  try {
    return statSync(path).isDirectory() ? found(path, realpathSync.native(path)) : MISSING;
  } catch {
    return MISSING;
  }
}

/** The same without waiting for the disk. */
export async function lookAtFolder(path: string): Promise<FolderState> {
  try {
    return (await stat(path)).isDirectory() ? found(path, await realpath(path)) : MISSING;
  } catch {
    return MISSING;
  }
}
