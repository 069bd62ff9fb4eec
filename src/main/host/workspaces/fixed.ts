import { SentenceError } from '../../../shared/model/sentence-error.ts';
import { folderName, folderUri } from './folder-path.ts';
import { lookAtFolderSync } from './folder-state.ts';
import type { Workspaces } from './types.ts';

/** The same folders for every server, given up front (an answers file, a test): absolute paths, never changed. */
export function fixedRoots(folders: readonly string[]): Workspaces {
  const known = folders.map((path) => ({ path, ...lookAtFolderSync(path) }));
  const roots = known
    .filter(({ missing }) => !missing)
    .map(({ path }) => ({ uri: folderUri(path), name: folderName(path) }));
  const refuse = (): never => {
    throw new SentenceError(
      'fixed-folders',
      'The folders of this run were given at its start and cannot be changed.',
    );
  };
  return {
    views: () => [
      {
        id: 'default',
        name: 'Given folders',
        servers: [],
        folders: known.map((folder, index) => ({ id: String(index), ...folder })),
      },
    ],
    rootsOf: () => roots.map((root) => ({ ...root })),
    addFolder: refuse,
    removeFolder: refuse,
    grant: refuse,
    onChanged: () => () => {},
    close: () => {},
  };
}
