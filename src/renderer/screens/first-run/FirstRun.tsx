import { Button } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../lib/bridge.ts';
import { attempt } from '../../lib/notify.ts';
import { navigate } from '../../lib/route.ts';
import { useReplica } from '../../lib/store.ts';
import classes from './FirstRun.module.css';

const DEMO_TOOL = 'plan_trip';

/** Starts the demo and shows the page of the call it started. */
const useDemo = () => {
  const [starting, setStarting] = useState(false);
  const start = async () => {
    setStarting(true);
    await attempt(async () => {
      const { serverId, callId } = await call('demo.start');
      const started = useReplica.getState().state.calls[String(callId)];
      navigate({ screen: 'servers', id: serverId, tab: 'tools', item: started?.name ?? DEMO_TOOL });
    });
    setStarting(false);
  };
  return { starting, start };
};

const DemoButton = () => {
  const { starting, start } = useDemo();
  return (
    <Button size="sm" loading={starting} onClick={() => void start()}>
      Let a server ask me something
    </Button>
  );
};

/** What Gatehouse is for, in plain words, and the one thing to do first. */
export const FirstRun = () => (
  <div className={classes.page}>
    <div className={classes.text}>
      <h1 className={classes.title}>Nothing has asked you anything yet</h1>
      <p>
        Small programs can lend an assistant their abilities: read notes, deploy a site, plan a trip. They are
        called servers. While one of them works, it may need something from you.
      </p>
      <ul className={classes.list}>
        <li>a few values, so it sends you a form</li>
        <li>your agreement, so it sends you a link</li>
        <li>a language model, so it sends you a prompt to approve</li>
        <li>somewhere to work, so it asks which folders it may use</li>
      </ul>
      <p>
        Every such question arrives here and says what caused it.{' '}
        <strong>Nothing leaves until you decide.</strong>
      </p>
      <DemoButton />
      <p className={classes.quiet}>
        This uses the demo server that comes with Gatehouse, on this computer. No account and no key are
        needed.
      </p>
    </div>
  </div>
);

/** The same offer in one line, above a list that is not empty. */
export const FirstRunLine = () => (
  <section aria-label="First steps" className={classes.line}>
    <p>New here? The demo server that comes with Gatehouse shows what a question looks like.</p>
    <DemoButton />
  </section>
);
