import type { WorkspaceView } from '../../../shared/model/workspace.ts';

/** Folders the person chose, and which servers may see them. Off by default for every server. */
export interface Workspaces {
  views(): WorkspaceView[];
  addFolder(workspaceId: string, path: string): void;
  removeFolder(workspaceId: string, folderId: string): void;
  grant(workspaceId: string, serverId: string, granted: boolean): void;
  /** The roots of a server, from memory: `file://` URIs by pathToFileURL, missing folders left out. */
  rootsOf(serverId: string): { uri: string; name: string }[];
  /** A removed server takes its grants along, so that a new one of that name starts with none. */
  forgetServer(serverId: string): void;
  /** One sentence when the file is not used. */
  readonly problem: string | undefined;
  /** Servers whose roots changed. */
  onChanged(listener: (serverIds: string[]) => void): () => void;
  close(): void;
}
