import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { SentenceError } from '../../../shared/model/sentence-error.ts';
import type { Workspaces } from './types.ts';

/** Folders named on a command line: every server is given them. */
export function fixedWorkspaces(folders: readonly string[]): Workspaces {
  const fixed = (): never => {
    throw new SentenceError('fixed', 'The folders cannot be changed here.');
  };
  const roots = folders.map((folder) => ({ uri: pathToFileURL(folder).href, name: path.basename(folder) }));
  return {
    views: () => [],
    addFolder: fixed,
    removeFolder: fixed,
    grant: fixed,
    rootsOf: () => roots,
    onChanged: () => () => {},
    close: () => {},
  };
}
