import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import type { ServerView } from '../../../shared/model/server.ts';
import { EmptyState } from '../../components/EmptyState.tsx';
import { Page } from '../../components/Page.tsx';
import { ServerStatusText } from '../../components/ServerStatusText.tsx';
import { Untrusted } from '../../components/Untrusted.tsx';
import { hashOf } from '../../lib/route.ts';
import { isWaiting, useApp, useHost, useQuestions } from '../../lib/store.ts';
import { FirstRunLine } from '../first-run/FirstRun.tsx';
import { AddServer } from './AddServer.tsx';
import shared from './LinkList.module.css';
import classes from './ServerListPage.module.css';
import { shownTarget } from './target-text.ts';

const Item = ({ server }: { server: ServerView }) => {
  const waiting = useQuestions((question) => question.serverId === server.id && isWaiting(question)).length;
  const line = shownTarget(server);
  return (
    <li className={`${shared.row} ${classes.item}`}>
      <div className={classes.names}>
        <a
          href={hashOf({ screen: 'servers', id: server.id })}
          className={`${shared.link} ${classes.link}`}
          title={server.name}
        >
          {server.name}
        </a>
        {server.bundled && line !== undefined && <span className={classes.quiet}>comes with Gatehouse</span>}
        {server.title && server.title !== server.name && (
          <span className={classes.quiet}>
            calls itself <Untrusted text={server.title} />
          </span>
        )}
      </div>
      <span className={classes.status}>
        <ServerStatusText status={server.status} />
      </span>
      {line === undefined ? (
        <span className={classes.target}>comes with Gatehouse</span>
      ) : (
        <code className={classes.target} title={line}>
          {line}
        </code>
      )}
      {waiting > 0 && <span className={classes.waiting}>{waiting} waiting</span>}
      {server.statusDetail && server.status !== 'connected' && (
        <p className={classes.detail}>
          <Untrusted text={server.statusDetail} />
        </p>
      )}
    </li>
  );
};

/** Every configured server with its status, and the way to add one. */
export const ServerListPage = () => {
  const servers = useHost((state) =>
    Object.values(state.servers).sort(
      (a, b) => Number(a.bundled) - Number(b.bundled) || a.name.localeCompare(b.name),
    ),
  );
  const firstRun = useApp()?.firstRun ?? false;
  const [adding, setAdding] = useState(false);
  return (
    <Page
      title="Servers"
      actions={
        <Button leftSection={<IconPlus size={14} aria-hidden />} onClick={() => setAdding(true)}>
          Add server
        </Button>
      }
    >
      {firstRun && <FirstRunLine />}
      {servers.length === 0 ? (
        <EmptyState title="There is no server yet.">
          <p>Add one with the button above: by the command that starts it, or by its address.</p>
        </EmptyState>
      ) : (
        <ul aria-label="Servers" className={`${shared.list} ${classes.list}`}>
          {servers.map((server) => (
            <Item key={server.id} server={server} />
          ))}
        </ul>
      )}
      {adding && <AddServer onClose={() => setAdding(false)} />}
    </Page>
  );
};
