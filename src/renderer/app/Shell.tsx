import { Button, Loader } from '@mantine/core';
import { type ComponentType, lazy, Suspense, useEffect } from 'react';
import { hashOf, type Route, useRoute } from '../lib/route.ts';
import { startReplica, useApp, useHost, useReplica } from '../lib/store.ts';
import { FirstRun } from '../screens/first-run/FirstRun.tsx';
import { Announcer } from './Announcer.tsx';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { Problems } from './Problems.tsx';
import { Rail } from './Rail.tsx';
import classes from './Shell.module.css';
import { StatusBar } from './StatusBar.tsx';
import { useShortcuts } from './use-shortcuts.ts';
import { useWindowEvents } from './use-window-events.ts';

/** Loads a screen when it is first shown, or once one is shown and the window has nothing else to do. */
const waitingToLoad: (() => Promise<unknown>)[] = [];
const screen = <Props,>(load: () => Promise<ComponentType<Props>>) => {
  waitingToLoad.push(load);
  return lazy(async () => ({ default: await load() }));
};

const Inbox = screen(() => import('../screens/inbox/Inbox.tsx').then((m) => m.Inbox));
const Servers = screen(() => import('../screens/servers/Servers.tsx').then((m) => m.Servers));
const Workspaces = screen(() => import('../screens/workspaces/Workspaces.tsx').then((m) => m.Workspaces));
const Activity = screen(() => import('../screens/activity/Activity.tsx').then((m) => m.Activity));
const Settings = screen(() => import('../screens/settings/Settings.tsx').then((m) => m.Settings));

const useScreensAhead = (shown: boolean): void => {
  useEffect(() => {
    if (!shown) return;
    const idle = requestIdleCallback(() => {
      // A screen that does not load now says so when it is opened.
      for (const load of waitingToLoad) load().catch(() => {});
    });
    return () => cancelIdleCallback(idle);
  }, [shown]);
};

/** The inbox, or the first-run page while nothing was ever run and nothing waits. */
const Home = () => {
  const firstRun = useApp()?.firstRun ?? false;
  const empty = useHost((state) => Object.keys(state.questions).length === 0);
  return firstRun && empty ? <FirstRun /> : <Inbox />;
};

const screenOf = (route: Route) => {
  switch (route.screen) {
    case 'inbox':
      return <Home />;
    case 'servers':
      return <Servers route={route} />;
    case 'workspaces':
      return <Workspaces />;
    case 'activity':
      return <Activity />;
    case 'settings':
      return <Settings />;
  }
};

const Waiting = () => (
  <div className={`${classes.centre} ${classes.late}`}>
    <Loader size="sm" aria-label="Loading" />
  </div>
);

const Unreachable = ({ problem }: { problem: string }) => (
  <div role="alert" className={classes.centre}>
    <p>{problem}</p>
    <Button onClick={() => void startReplica()}>Try again</Button>
  </div>
);

/** The frame of the window: rail, screen, status bar. */
export const Shell = () => {
  const route = useRoute();
  const status = useReplica((replica) => replica.status);
  const problem = useReplica((replica) => replica.problem);
  const known = useApp() !== undefined;
  useShortcuts();
  useWindowEvents();
  useScreensAhead(known);
  return (
    <div className={classes.shell}>
      <a
        href={hashOf(route)}
        className={classes.skip}
        onClick={(event) => {
          event.preventDefault();
          document.getElementById('main')?.focus();
        }}
      >
        Skip to content
      </a>
      <Rail route={route} />
      <div className={classes.content}>
        <Problems />
        <main id="main" tabIndex={-1} className={classes.main}>
          {!known && status === 'loading' && <Waiting />}
          {!known && status === 'failed' && <Unreachable problem={problem} />}
          {known && (
            <ErrorBoundary what="This page" resetKey={hashOf(route)}>
              <Suspense fallback={<Waiting />}>{screenOf(route)}</Suspense>
            </ErrorBoundary>
          )}
        </main>
      </div>
      <StatusBar />
      <Announcer />
    </div>
  );
};
