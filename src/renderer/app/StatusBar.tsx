import { Button } from '@mantine/core';
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import type { MouseEvent } from 'react';
import { call } from '../lib/bridge.ts';
import { useEager } from '../lib/eager.ts';
import { attempt } from '../lib/notify.ts';
import { isSecondClick } from '../lib/one-press.ts';
import { useApp, useHost, useWaitingCount } from '../lib/store.ts';
import { countText, numberText } from '../lib/words.ts';
import classes from './StatusBar.module.css';

/** Takes every allow back for a while: what rules would answer waits for the person. */
const Pause = ({ on }: { on: boolean }) => {
  const [paused, pause] = useEager(on, (wanted) => attempt(() => call('app.pause', { on: wanted })));
  const press = (event: MouseEvent) => {
    if (!isSecondClick(event)) pause(!paused);
  };
  return (
    <div className={classes.pause}>
      <span role="status" className={classes.paused}>
        {paused && (
          <>
            <IconPlayerPause size={14} aria-hidden />
            Paused: every question waits for you
          </>
        )}
      </span>
      <Button
        variant="subtle"
        color="gray"
        size="compact-xs"
        className={classes.button}
        title={
          paused
            ? 'Your rules apply again'
            : 'No rule answers by itself until you resume. Folders you gave to servers are still told.'
        }
        leftSection={
          paused ? <IconPlayerPlay size={14} aria-hidden /> : <IconPlayerPause size={14} aria-hidden />
        }
        onClick={press}
      >
        {paused ? 'Resume' : 'Pause all'}
      </Button>
    </div>
  );
};

/** The window in one line: servers, what waits, what left today, and the brake. */
export const StatusBar = () => {
  const app = useApp();
  const servers = useHost((state) => Object.keys(state.servers).length);
  const connected = useHost(
    (state) => Object.values(state.servers).filter((server) => server.status === 'connected').length,
  );
  const waiting = useWaitingCount();
  if (!app) return <footer className={classes.bar} />;
  const { answers, tokens } = app.today;
  return (
    <footer className={classes.bar}>
      <div className={classes.facts}>
        <span>
          {countText(servers, 'server')}, {connected} connected
        </span>
        <span>{waiting} waiting</span>
        <span>
          today {countText(answers, 'answer')}, {numberText(tokens)} tokens sent
        </span>
      </div>
      <Pause on={app.settings.paused} />
    </footer>
  );
};
