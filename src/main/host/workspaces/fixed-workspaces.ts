import { existsSync } from 'node:fs';
import { SentenceError } from '../../../shared/model/sentence-error.ts';
import { folderName, folderUri } from './folder-path.ts';
import type { Workspaces } from './types.ts';

/** Folders named on a command line: every server is given those that exist. */
export function fixedWorkspaces(folders: readonly string[]): Workspaces {
  const fixed = (): never => {
    throw new SentenceError('fixed', 'The folders cannot be changed here.');
  };
  const roots = folders
    .filter((folder) => existsSync(folder))
    .map((folder) => ({ uri: folderUri(folder), name: folderName(folder) }));
  return {
    views: () => [],
    addFolder: fixed,
    removeFolder: fixed,
    grant: fixed,
    forgetServer: () => {},
    problem: undefined,
    rootsOf: () => roots,
    onChanged: () => () => {},
    close: () => {},
  };
}
