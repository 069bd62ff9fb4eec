import { Button, Loader } from '@mantine/core';
import type { ListItem, ListKind, ServerView } from '../../../shared/model/server.ts';
import { EmptyState } from '../../components/EmptyState.tsx';
import { Notice } from '../../components/Notice.tsx';
import { Untrusted } from '../../components/Untrusted.tsx';
import { useServerList } from '../../lib/server-lists.ts';
import { ItemList } from './ItemList.tsx';
import classes from './ItemsTab.module.css';
import { PromptPage } from './PromptPage.tsx';
import { ResourcePage } from './ResourcePage.tsx';
import { ToolPage } from './ToolPage.tsx';

type Tab = 'tools' | 'prompts' | 'resources';

const PROBLEMS_SHOWN = 20;

/** What stands in the address for an item. */
const keyOf = (item: ListItem, tab: Tab): string =>
  tab === 'resources' ? (item.uri ?? item.uriTemplate ?? item.name) : item.name;

const useItems = (server: ServerView, tab: Tab) => {
  const kind: ListKind = tab;
  const first = useServerList(server, kind);
  // Templates are resources with a blank in their address: one list for both.
  const second = useServerList(server, tab === 'resources' ? 'templates' : undefined);
  const both = tab === 'resources' ? [first, second] : [first];
  return {
    known: both.some((held) => held.list !== undefined),
    loading: both.some((held) => held.loading),
    errors: [...new Set(both.flatMap((held) => held.error ?? []))],
    items: both.flatMap((held) => held.list?.items ?? []),
    problems: both.flatMap((held) => held.list?.problems ?? []),
    reload: () => {
      for (const held of both) held.reload();
    },
  };
};

/** The page of an item; an unknown one is shown by its name, so that its calls and questions stay in reach. */
const pageOf = (server: ServerView, tab: Tab, name: string, item: ListItem | undefined) => {
  const key = `${tab} ${name}`;
  switch (tab) {
    case 'tools':
      return <ToolPage key={key} server={server} tool={item ?? { name }} known={item !== undefined} />;
    case 'prompts':
      return <PromptPage key={key} server={server} prompt={item ?? { name }} />;
    case 'resources':
      return <ResourcePage key={key} server={server} resource={item ?? { name, uri: name }} />;
  }
};

/** Tools, prompts or resources: a searchable list, and the chosen one beside it. */
export const ItemsTab = ({
  server,
  tab,
  item,
}: {
  server: ServerView;
  tab: Tab;
  item: string | undefined;
}) => {
  const { known, loading, errors, items, problems, reload } = useItems(server, tab);
  const connected = server.status === 'connected';
  const chosen = item === undefined ? undefined : items.find((each) => keyOf(each, tab) === item);

  if (!known && item === undefined) {
    if (connected && loading) return <Loader size="sm" m="lg" aria-label="Loading" />;
    if (connected && errors.length > 0) {
      return (
        <EmptyState title={`The ${tab} could not be listed.`}>
          <p>
            <Untrusted text={errors.join(' ')} />
          </p>
          <Button variant="default" onClick={reload}>
            Try again
          </Button>
        </EmptyState>
      );
    }
    return (
      <EmptyState title={connected ? `No ${tab} yet.` : `The ${tab} are known once the server is connected.`}>
        {server.status === 'connecting' && <p>It is being connected now.</p>}
        {!connected && server.status !== 'connecting' && (
          <p>Use the button at the top right. Nothing is sent but a greeting and a request for its lists.</p>
        )}
      </EmptyState>
    );
  }
  return (
    <div className={classes.split}>
      <div className={classes.side}>
        {items.length === 0 && !loading ? (
          <EmptyState title={`This server offers no ${tab}.`}>
            <p>{tab === 'tools' ? 'Look under Prompts and Resources.' : 'Look under Tools.'}</p>
          </EmptyState>
        ) : (
          <ItemList
            serverId={server.id}
            tab={tab}
            selected={item}
            entries={items.map((each, place) => ({ place, key: keyOf(each, tab), item: each }))}
          />
        )}
        <div className={classes.notes}>
          {!connected && known && <Notice>Not connected: the list is from the last time.</Notice>}
          {errors.map((error) => (
            <Notice key={error} kind="problem">
              <Untrusted text={error} />
            </Notice>
          ))}
          {problems.slice(0, PROBLEMS_SHOWN).map((problem) => (
            <Notice key={problem} kind="problem">
              <Untrusted text={problem.slice(0, 1000)} />
            </Notice>
          ))}
          {problems.length > PROBLEMS_SHOWN && (
            <Notice>And {problems.length - PROBLEMS_SHOWN} more like these.</Notice>
          )}
        </div>
      </div>
      <div className={classes.item}>
        {item === undefined ? (
          <EmptyState title={items.length > 0 ? 'Nothing is chosen.' : 'There is nothing to choose.'}>
            {items.length > 0 && <p>Choose an entry of the list to see it here.</p>}
          </EmptyState>
        ) : (
          pageOf(server, tab, item, chosen)
        )}
      </div>
    </div>
  );
};
