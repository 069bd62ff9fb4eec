import { z } from 'zod';

export const FolderView = z.object({
  id: z.string(),
  /** The path the person chose, never silently swapped for its real path. */
  path: z.string(),
  /** Shown when it differs (a link). */
  realPath: z.string().optional(),
  missing: z.boolean(),
});
export type FolderView = z.infer<typeof FolderView>;

/** A named set of folders, and the servers that may see them. */
export const WorkspaceView = z.object({
  id: z.string(),
  name: z.string(),
  folders: z.array(FolderView),
  servers: z.array(z.string()),
});
export type WorkspaceView = z.infer<typeof WorkspaceView>;
