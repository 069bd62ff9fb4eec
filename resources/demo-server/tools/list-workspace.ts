import { opendir } from 'node:fs/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { z } from 'zod';
import { type Caller, canRoots, converse, roots, type Turn } from '../ask.ts';
import { defaultWorkspace } from '../home.ts';
import { finish } from '../result.ts';

export const listWorkspaceInput = z.object({
  limit: z.int().min(1).max(200).optional().describe('The most entries to list (default 50)'),
});

interface Folder {
  uri: string;
  name?: string | undefined;
}

/** Roots: lists the folders that the client granted; without roots it stays in its own folder. */
export function listWorkspace(caller: Caller, args: z.infer<typeof listWorkspaceInput>) {
  const limit = args.limit ?? 50;

  const turn: Turn<{ asked: true }> = async (state, answer) => {
    if (!state && canRoots(caller.capabilities)) {
      return { ask: { folders: roots() }, state: { asked: true } };
    }
    const own: Folder[] = [{ uri: pathToFileURL(defaultWorkspace()).href, name: 'demo' }];
    if (!state) {
      const { files, problems, truncated } = await list(own, limit);
      return {
        done: finish('fallback', `This client shares no folders, so this is my own.\n${lines(files)}`, {
          source: 'default',
          folders: own,
          files,
          problems,
          truncated,
        }),
      };
    }
    const reply = answer('folders');
    if (reply.kind === 'refused') {
      return {
        done: finish('denied', 'The folders were not shared, so nothing was listed.', {
          error: { code: reply.code, message: reply.message },
        }),
      };
    }
    if (reply.kind !== 'roots') {
      return { done: finish('invalid', 'The answer to the question `folders` is missing.') };
    }
    const folders = reply.roots.map(({ uri, name }) => (name === undefined ? { uri } : { uri, name }));
    const { files, problems, truncated } = await list(folders, limit);
    const sentence =
      folders.length === 0
        ? 'You share no folder with me.'
        : `You share ${folders.length} ${folders.length === 1 ? 'folder' : 'folders'} with me.\n${lines(files)}`;
    return { done: finish('accepted', sentence, { source: 'roots', folders, files, problems, truncated }) };
  };
  return converse(caller, 'list_workspace', args, turn);
}

const lines = (files: readonly string[]): string =>
  files.length === 0 ? 'There are no files.' : files.join('\n');

/** The entries directly in each folder, as `file://` URIs, at most `limit` in all. */
async function list(folders: readonly Folder[], limit: number) {
  const files: string[] = [];
  const problems: string[] = [];
  let truncated = false;
  for (const folder of folders) {
    try {
      const parent = fileURLToPath(folder.uri);
      for await (const entry of await opendir(parent)) {
        if (files.length >= limit) {
          truncated = true;
          break;
        }
        files.push(pathToFileURL(`${parent}/${entry.name}${entry.isDirectory() ? '/' : ''}`).href);
      }
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code ?? 'unreadable';
      problems.push(`${folder.uri}: ${code}`);
    }
  }
  return { files: files.sort(), problems, truncated };
}
