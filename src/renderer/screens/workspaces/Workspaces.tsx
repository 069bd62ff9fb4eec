import { Button, Checkbox } from '@mantine/core';
import { IconAlertTriangle, IconFolder, IconFolderPlus } from '@tabler/icons-react';
import { useState } from 'react';
import type { ServerView } from '../../../shared/model/server.ts';
import type { FolderView, WorkspaceView } from '../../../shared/model/workspace.ts';
import { visibleText } from '../../../shared/visible-text.ts';
import { EmptyState } from '../../components/EmptyState.tsx';
import { Notice } from '../../components/Notice.tsx';
import { Page } from '../../components/Page.tsx';
import { call } from '../../lib/bridge.ts';
import { useEager } from '../../lib/eager.ts';
import { attempt } from '../../lib/notify.ts';
import { useHost } from '../../lib/store.ts';
import classes from './Workspaces.module.css';

const path = (text: string): string => visibleText(text).text;

const Folder = ({ workspaceId, folder }: { workspaceId: string; folder: FolderView }) => {
  const remove = () => attempt(() => call('workspaces.removeFolder', { workspaceId, folderId: folder.id }));
  return (
    <li className={classes.folder}>
      <IconFolder size={18} aria-hidden className={classes.icon} />
      <div className={classes.paths}>
        <code>{path(folder.path)}</code>
        {folder.realPath && folder.realPath !== folder.path && (
          <p className={classes.quiet}>
            leads to <code>{path(folder.realPath)}</code>
          </p>
        )}
        {folder.missing && (
          <p className={classes.missing}>
            <IconAlertTriangle size={16} aria-hidden />
            Missing: there is no such folder now, so servers are not told of it.
          </p>
        )}
      </div>
      <Button
        variant="subtle"
        color="gray"
        size="compact-xs"
        aria-label={`Remove ${path(folder.path)}`}
        onClick={() => void remove()}
      >
        Remove
      </Button>
    </li>
  );
};

const Folders = ({ workspace }: { workspace: WorkspaceView }) =>
  workspace.folders.length === 0 ? (
    <EmptyState title="No folder is in this workspace.">
      <p>Add one with the button above. Servers see nothing until you also tick them.</p>
    </EmptyState>
  ) : (
    <ul aria-label="Folders" className={classes.list}>
      {workspace.folders.map((folder) => (
        <Folder key={folder.id} workspaceId={workspace.id} folder={folder} />
      ))}
    </ul>
  );

const Grant = ({ workspace, server }: { workspace: WorkspaceView; server: ServerView }) => {
  const [granted, change] = useEager(workspace.servers.includes(server.id), (wanted) =>
    attempt(() =>
      call('workspaces.grant', { workspaceId: workspace.id, serverId: server.id, granted: wanted }),
    ),
  );
  return (
    <Checkbox
      label={server.name}
      checked={granted}
      onChange={(event) => change(event.currentTarget.checked)}
    />
  );
};

const Grants = ({ workspace }: { workspace: WorkspaceView }) => {
  const servers = useHost((state) =>
    Object.values(state.servers).sort((a, b) => a.name.localeCompare(b.name)),
  );
  const off = servers.filter(
    (server) => workspace.servers.includes(server.id) && !server.settings.switches.roots,
  );
  return (
    <fieldset className={classes.grants}>
      <legend>Which servers may see these folders?</legend>
      {servers.length === 0 && (
        <p className={classes.quiet}>There is no server yet. Add one under Servers.</p>
      )}
      {servers.map((server) => (
        <Grant key={server.id} workspace={workspace} server={server} />
      ))}
      {off.map((server) => (
        <Notice key={server.id} kind="problem">
          {server.name} is ticked, but Folders is off in its settings: it cannot ask.
        </Notice>
      ))}
      <Notice>
        A server is told the paths when it asks. Gatehouse does not hold a program back from other folders; a
        server keeps to these of its own accord.
      </Notice>
    </fieldset>
  );
};

/** The folders of a workspace beside the servers that may see them: ticking is the consent. */
export const Workspaces = () => {
  const workspaces = useHost((state) => Object.values(state.workspaces));
  const [busy, setBusy] = useState(false);
  const [first] = workspaces;
  const add = async (workspaceId: string) => {
    setBusy(true);
    await attempt(() => call('workspaces.addFolder', { workspaceId }));
    setBusy(false);
  };
  return (
    <Page
      title="Workspaces"
      actions={
        first && (
          <Button
            leftSection={<IconFolderPlus size={14} aria-hidden />}
            loading={busy}
            onClick={() => void add(first.id)}
          >
            Add folder
          </Button>
        )
      }
    >
      {workspaces.length === 0 && (
        <EmptyState title="There is no workspace.">
          <p>Start Gatehouse again: it makes one.</p>
        </EmptyState>
      )}
      {workspaces.map((workspace) => (
        <section key={workspace.id} aria-label={workspace.name} className={classes.workspace}>
          {workspaces.length > 1 && <h2 className={classes.name}>{workspace.name}</h2>}
          <Folders workspace={workspace} />
          <Grants workspace={workspace} />
        </section>
      ))}
    </Page>
  );
};
