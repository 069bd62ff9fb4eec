import { Button, Checkbox } from '@mantine/core';
import { type MouseEvent, useState } from 'react';
import type { ConnectionView, KeychainView, KeyKeeping } from '../../../shared/model/models.ts';
import { Dialog, DialogButtons, DialogProblem } from '../../components/Dialog.tsx';
import { Untrusted } from '../../components/Untrusted.tsx';
import { call, sentenceOf } from '../../lib/bridge.ts';
import { notifyDone } from '../../lib/notify.ts';
import { isSecondClick } from '../../lib/one-press.ts';
import classes from './Settings.module.css';

interface Props {
  readonly connection: ConnectionView;
  readonly keychain: KeychainView;
  readonly onClose: () => void;
}

const PROBLEMS = {
  'nothing-there': 'There is no key in the clipboard. Copy it, alone, and press again.',
  'needs-consent': 'This computer has no keychain that protects a key now. Choose again where it is kept.',
} as const;

/** Where the key that lies in the clipboard is kept; main takes it from there. */
export const TakeKey = ({ connection, keychain, onClose }: Props) => {
  const [consents, setConsents] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const take = async (keep: KeyKeeping, event: MouseEvent) => {
    // The first click of a double click opened this.
    if (busy || isSecondClick(event)) return;
    setBusy(true);
    setProblem('');
    try {
      const { state } = await call('connections.takeKey', { id: connection.id, keep });
      if (state === 'kept' || state === 'memory') {
        notifyDone(
          state === 'kept'
            ? 'The key is kept, and the clipboard is cleared.'
            : 'The key is in memory until Gatehouse ends, and the clipboard is cleared.',
        );
        onClose();
        return;
      }
      setProblem(PROBLEMS[state]);
    } catch (error) {
      setProblem(sentenceOf(error));
    }
    setBusy(false);
  };
  const weak = keychain.kind === 'weak';
  return (
    <Dialog title={<Untrusted text={`Key for ${connection.name}`} />} onClose={onClose}>
      <div className={classes.steps}>
        <p>
          Copy the key where you got it, then choose where it is kept. It is taken from the clipboard without
          passing through this window, and goes to <Untrusted text={connection.baseUrl} /> and nowhere else.
        </p>
        <p>{keychain.sentence}</p>
        {weak && (
          <Checkbox
            label="I accept that any program I run could read this key"
            checked={consents}
            onChange={(event) => setConsents(event.currentTarget.checked)}
          />
        )}
      </div>
      <DialogProblem text={problem} />
      <DialogButtons>
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
        {weak && (
          <Button
            variant="default"
            disabled={!consents}
            onClick={(event) => void take('weak-consented', event)}
          >
            Keep on disk all the same
          </Button>
        )}
        <Button
          variant={keychain.kind === 'os' ? 'default' : 'filled'}
          data-initial-focus={keychain.kind === 'os' ? undefined : true}
          onClick={(event) => void take('memory', event)}
        >
          Keep in memory
        </Button>
        {keychain.kind === 'os' && (
          <Button data-initial-focus onClick={(event) => void take('keychain', event)}>
            Keep in keychain
          </Button>
        )}
      </DialogButtons>
    </Dialog>
  );
};
