import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { SentenceError } from '../../../shared/model/sentence-error.ts';
import type { FolderView, WorkspaceView } from '../../../shared/model/workspace.ts';
import { JsonFile } from '../files/json-file.ts';
import { onFileChange } from '../files/watch-file.ts';
import { canonical, folderName, folderUri, samenessKey } from './folder-path.ts';
import { type FolderState, lookAtFolder, lookAtFolderSync } from './folder-state.ts';
import type { Workspaces } from './types.ts';

const Folder = z.looseObject({ id: z.string(), path: z.string() });
const Workspace = z.looseObject({
  id: z.string(),
  name: z.string(),
  folders: z.array(Folder),
  servers: z.array(z.string()),
});
type Workspace = z.infer<typeof Workspace>;
const WorkspacesFile = z.looseObject({ workspaces: z.array(Workspace) });
type WorkspacesFile = z.infer<typeof WorkspacesFile>;

/** Always there, so that the first folder has a place to go. */
const DEFAULT_WORKSPACE: Workspace = { id: 'default', name: 'My folders', folders: [], servers: [] };

export interface OpenedWorkspaces extends Workspaces {
  /** One sentence when workspaces.json is not used. */
  readonly problem: string | undefined;
  /** Takes back every grant of a server that was removed, so that a new one of its name starts without any. */
  forgetServer(serverId: string): void;
  /** Looks at all folders now; resolves when the answer is known. */
  refresh(): Promise<void>;
}

export interface WorkspacesOptions {
  /** How often the disk is looked at, in milliseconds; 0 for never. */
  readonly watchEveryMs?: number;
}

/**
 * Opens `<dataDir>/workspaces.json`. Roots are answered from memory; a slow clock keeps the memory current, so that
 * an answer never waits for a disk. Changes throw a SentenceError when the file cannot be understood or written.
 */
export function openWorkspaces(dataDir: string, options: WorkspacesOptions = {}): OpenedWorkspaces {
  const file = new JsonFile<WorkspacesFile>(path.join(dataDir, 'workspaces.json'), WorkspacesFile, () => ({
    workspaces: [],
  }));
  const listeners = new Set<(serverIds: string[]) => void>();
  const states = new Map<string, FolderState>();
  let closed = false;

  const all = (): Workspace[] => {
    const { workspaces } = file.value;
    return workspaces.some(({ id }) => id === DEFAULT_WORKSPACE.id)
      ? workspaces
      : [DEFAULT_WORKSPACE, ...workspaces];
  };
  const paths = () => new Set(all().flatMap(({ folders }) => folders.map((folder) => folder.path)));
  const learn = () => {
    for (const folder of paths()) if (!states.has(folder)) states.set(folder, lookAtFolderSync(folder));
  };
  const stateOf = (folder: string): FolderState => states.get(folder) ?? { missing: true };

  const views = (): WorkspaceView[] =>
    all().map(({ id, name, folders, servers }) => ({
      id,
      name,
      servers: [...servers],
      folders: folders.map((folder): FolderView => {
        const { missing, realPath } = stateOf(folder.path);
        return { id: folder.id, path: folder.path, missing, ...(realPath !== undefined && { realPath }) };
      }),
    }));

  const rootsOf = (serverId: string) => {
    const roots = new Map<string, { uri: string; name: string }>();
    for (const { folders, servers } of all()) {
      if (!servers.includes(serverId)) continue;
      for (const folder of folders) {
        if (stateOf(folder.path).missing || !path.isAbsolute(folder.path)) continue;
        const uri = folderUri(folder.path);
        roots.set(uri, { uri, name: folderName(folder.path) });
      }
    }
    return [...roots.values()];
  };

  /** Runs a change and tells whose roots are different now; an empty list says that only the views changed. */
  const changing = (change: () => void): void => {
    const before = new Map(servers().map((id) => [id, rootsOf(id)]));
    const viewsBefore = views();
    change();
    learn();
    const ids = [...new Set([...before.keys(), ...servers()])].filter(
      (id) => !isDeepStrictEqual(before.get(id) ?? [], rootsOf(id)),
    );
    if (ids.length === 0 && isDeepStrictEqual(viewsBefore, views())) return;
    for (const listener of listeners) listener(ids);
  };
  const servers = () => all().flatMap((workspace) => workspace.servers);

  const edit = (workspaceId: string, change: (workspace: Workspace) => Workspace): void =>
    changing(() =>
      file.change((value) => {
        const list = all();
        if (!list.some(({ id }) => id === workspaceId)) {
          throw new SentenceError('no-workspace', 'That workspace is no longer there; choose another.');
        }
        return { ...value, workspaces: list.map((one) => (one.id === workspaceId ? change(one) : one)) };
      }),
    );

  let looking: Promise<void> | undefined;
  const look = async () => {
    const seen = await Promise.all(
      [...paths()].map(async (folder) => [folder, await lookAtFolder(folder)] as const),
    );
    if (closed) return;
    changing(() => {
      for (const [folder, state] of seen) states.set(folder, state);
    });
  };
  // One look at a time: a folder on a network that hangs must not pile up.
  const refresh = () => {
    looking ??= look().finally(() => {
      looking = undefined;
    });
    return looking;
  };

  learn();
  const every = options.watchEveryMs ?? 3000;
  const timer = every > 0 ? setInterval(() => void refresh(), every).unref() : undefined;
  const stopWatching =
    every > 0 ? onFileChange(file.file, () => changing(() => void file.reload()), every) : () => {};

  return {
    get problem() {
      return file.problem;
    },
    views,
    rootsOf,
    refresh,
    addFolder(workspaceId, chosen) {
      if (!path.isAbsolute(chosen)) {
        throw new SentenceError('not-absolute', `${chosen} is not a full path; choose the folder again.`);
      }
      const folder = canonical(chosen);
      const state = lookAtFolderSync(folder);
      if (state.missing) {
        throw new SentenceError('no-folder', `${folder} is not a folder you can open; choose another.`);
      }
      edit(workspaceId, (workspace) => {
        const key = samenessKey(folder);
        if (workspace.folders.some((other) => samenessKey(other.path) === key)) {
          throw new SentenceError('folder-there', `${folder} is already in "${workspace.name}".`);
        }
        states.set(folder, state);
        return { ...workspace, folders: [...workspace.folders, { id: randomUUID(), path: folder }] };
      });
    },
    removeFolder(workspaceId, folderId) {
      edit(workspaceId, (workspace) => ({
        ...workspace,
        folders: workspace.folders.filter(({ id }) => id !== folderId),
      }));
    },
    grant(workspaceId, serverId, granted) {
      edit(workspaceId, (workspace) => {
        const others = workspace.servers.filter((id) => id !== serverId);
        return { ...workspace, servers: granted ? [...others, serverId] : others };
      });
    },
    forgetServer(serverId) {
      if (!servers().includes(serverId)) return;
      changing(() =>
        file.change((value) => ({
          ...value,
          workspaces: value.workspaces.map((workspace) => ({
            ...workspace,
            servers: workspace.servers.filter((id) => id !== serverId),
          })),
        })),
      );
    },
    onChanged(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close() {
      closed = true;
      clearInterval(timer);
      stopWatching();
      listeners.clear();
    },
  };
}
