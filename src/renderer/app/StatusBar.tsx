import { useApp, useHost, useWaitingCount } from '../lib/store.ts';
import { countText, numberText } from '../lib/words.ts';
import classes from './StatusBar.module.css';

/** The window in one line: servers, what waits, and what left today. */
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
      <span>
        {countText(servers, 'server')}, {connected} connected
      </span>
      <span>{waiting} waiting</span>
      <span>
        today {countText(answers, 'answer')}, {numberText(tokens)} tokens sent
      </span>
    </footer>
  );
};
