import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ServerView } from '../../../shared/model/server.ts';
import { isOpen } from '../../components/CallStateText.tsx';
import { call } from '../../lib/bridge.ts';
import { attempt } from '../../lib/notify.ts';
import { CallProgressBar } from './CallProgressBar.tsx';
import classes from './ItemPage.module.css';
import type { Runner } from './use-calls.ts';

interface Props {
  readonly server: ServerView;
  readonly runner: Runner;
  /** The button that starts. */
  readonly children: ReactNode;
}

/** The button that starts, and while the shown call is open: the one that stops it, and how far it is. */
export const RunRow = ({ server, runner, children }: Props) => {
  const { shown } = runner;
  const open = shown !== undefined && isOpen(shown);
  return (
    <>
      <div className={classes.buttons}>
        {children}
        {open && (
          <Button
            variant="default"
            onClick={() => void attempt(() => call('calls.cancel', { callId: shown.id }))}
          >
            Cancel call
          </Button>
        )}
        {server.status !== 'connected' && !open && (
          <span className={classes.quiet}>Connect the server first, with the button at the top right.</span>
        )}
      </div>
      {open && <CallProgressBar call={shown} />}
    </>
  );
};
