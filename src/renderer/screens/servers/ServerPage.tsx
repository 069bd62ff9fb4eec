import { Button, Tabs } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { type MouseEvent, useRef, useState } from 'react';
import type { ServerView } from '../../../shared/model/server.ts';
import { EmptyState } from '../../components/EmptyState.tsx';
import { Notice } from '../../components/Notice.tsx';
import { ServerStatusText } from '../../components/ServerStatusText.tsx';
import { plainLine, Untrusted } from '../../components/Untrusted.tsx';
import { call } from '../../lib/bridge.ts';
import { attempt } from '../../lib/notify.ts';
import { isSecondClick } from '../../lib/one-press.ts';
import { hashOf, navigate } from '../../lib/route.ts';
import { useServer } from '../../lib/store.ts';
import { countText } from '../../lib/words.ts';
import { ItemsTab } from './ItemsTab.tsx';
import { LogTab } from './LogTab.tsx';
import classes from './ServerPage.module.css';
import { ServerSettingsTab } from './ServerSettingsTab.tsx';
import { StartDialog } from './StartDialog.tsx';

const TABS = ['tools', 'prompts', 'resources', 'log', 'settings'] as const;
type Tab = (typeof TABS)[number];
const NAMES: Record<Tab, string> = {
  tools: 'Tools',
  prompts: 'Prompts',
  resources: 'Resources',
  log: 'Log',
  settings: 'Settings',
};

/** What came from the server but was no message we could use. */
const oddities = (server: ServerView): string =>
  [
    server.strayRequests > 0 ? `${countText(server.strayRequests, 'request')} dropped` : '',
    server.garbageLines > 0 ? `${countText(server.garbageLines, 'line')} not understood` : '',
  ]
    .filter(Boolean)
    .join(', ');

const About = ({ server }: { server: ServerView }) => {
  const odd = oddities(server);
  return (
    <div className={classes.about}>
      <ServerStatusText status={server.status} />
      {server.title && server.title !== server.name && (
        <span className={classes.title} title={plainLine(server.title)}>
          calls itself <Untrusted text={server.title} />
        </span>
      )}
      {server.version && (
        <span className={classes.title} title={plainLine(server.version)}>
          version <Untrusted text={server.version} />
        </span>
      )}
      {server.era && (
        <span>
          {server.era}
          {server.protocolVersion && (
            <>
              , protocol <Untrusted text={server.protocolVersion} />
            </>
          )}
        </span>
      )}
      {odd && (
        <span title="What it sent outside the protocol gets no answer. Look into the log.">
          <Notice kind="problem">{odd}</Notice>
        </span>
      )}
    </div>
  );
};

const ConnectButton = ({ server }: { server: ServerView }) => {
  const [asking, setAsking] = useState(false);
  const busy = useRef('');
  // A disabled button would drop the focus, so that a second click is ignored instead. Connecting does not wait for
  // a disconnect that is still on its way: the button says `Connect`, so it must do that.
  const act = async (name: 'connect' | 'disconnect', event: MouseEvent, action: () => Promise<unknown>) => {
    if (busy.current === name || isSecondClick(event)) return;
    busy.current = name;
    await attempt(action);
    if (busy.current === name) busy.current = '';
  };
  const connect = (event: MouseEvent) =>
    act('connect', event, async () => {
      const { state } = await call('servers.connect', { id: server.id });
      if (state === 'not-trusted') setAsking(true);
    });
  const disconnect = (event: MouseEvent) =>
    act('disconnect', event, () => call('servers.disconnect', { id: server.id }));
  const { status } = server;
  // `Stop trying` keeps its place, and is one button, while tries begin and fail: no click falls between two.
  return (
    <div className={classes.actions}>
      {status === 'connected' ? (
        <Button variant="default" onClick={(event) => void disconnect(event)}>
          Disconnect
        </Button>
      ) : (
        status !== 'connecting' && (
          <Button key="connect" onClick={(event) => void connect(event)}>
            Connect
          </Button>
        )
      )}
      {(status === 'connecting' || server.retrying) && (
        <Button key="stop" variant="default" onClick={(event) => void disconnect(event)}>
          Stop trying
        </Button>
      )}
      {asking && <StartDialog server={server} onClose={() => setAsking(false)} />}
    </div>
  );
};

const panelOf = (server: ServerView, tab: Tab, item: string | undefined) => {
  switch (tab) {
    case 'log':
      return <LogTab server={server} />;
    case 'settings':
      return <ServerSettingsTab server={server} />;
    default:
      return <ItemsTab server={server} tab={tab} item={item} />;
  }
};

/** One server: what it is, whether it runs, and what it offers. */
export const ServerPage = ({
  id,
  tab,
  item,
}: {
  id: string;
  tab: string | undefined;
  item: string | undefined;
}) => {
  const server = useServer(id);
  if (!server) {
    return (
      <EmptyState title="This server is not in the list any more.">
        <Button variant="default" onClick={() => navigate({ screen: 'servers' })}>
          Show the list
        </Button>
      </EmptyState>
    );
  }
  const current: Tab = TABS.find((name) => name === tab) ?? 'tools';
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <a
          href={hashOf({ screen: 'servers' })}
          className={classes.back}
          aria-label="Back"
          title="Back to the list"
        >
          <IconArrowLeft size={18} aria-hidden />
        </a>
        <div className={classes.names}>
          <h1 className={classes.name} title={server.name}>
            {server.name}
          </h1>
          <About server={server} />
        </div>
        <ConnectButton server={server} />
        {server.statusDetail && (
          <p className={classes.detail}>
            <Untrusted text={server.statusDetail} />
          </p>
        )}
      </header>
      <Tabs
        value={current}
        onChange={(next) => next && navigate({ screen: 'servers', id, tab: next })}
        keepMounted={false}
        className={classes.tabs}
      >
        <Tabs.List aria-label={`Parts of ${server.name}`}>
          {TABS.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {NAMES[name]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {TABS.map((name) => (
          <Tabs.Panel key={name} value={name} className={classes.panel}>
            {panelOf(server, name, item)}
          </Tabs.Panel>
        ))}
      </Tabs>
    </div>
  );
};
