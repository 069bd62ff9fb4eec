import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import type { ServerView } from '../../../shared/model/server.ts';
import { visibleText } from '../../../shared/visible-text.ts';
import { Dialog, DialogButtons, DialogProblem } from '../../components/Dialog.tsx';
import { call, sentenceOf } from '../../lib/bridge.ts';
import { useApp } from '../../lib/store.ts';
import classes from './StartDialog.module.css';
import { shownTarget } from './target-text.ts';

const ARMING_MS = 500;

/** True half a second after `key` last changed, so that a click meant for something else cannot hit. */
const useArmed = (key: string): boolean => {
  const [armed, setArmed] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setArmed(key), ARMING_MS);
    return () => clearTimeout(timer);
  }, [key]);
  return armed === key;
};

/** Consent before the first start, and again when the command changed: exactly what is shown is trusted. */
export const StartDialog = ({ server, onClose }: { server: ServerView; onClose: () => void }) => {
  const dataDir = useApp()?.dataDir;
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const armed = useArmed(server.binding);
  const { target } = server;
  const line = shownTarget(server);
  const names = target.type === 'stdio' ? target.envKeys : target.headerNames;
  const trust = async () => {
    setBusy(true);
    setProblem('');
    try {
      await call('servers.trust', { id: server.id, binding: server.binding });
      onClose();
    } catch (error) {
      setProblem(sentenceOf(error));
      setBusy(false);
    }
  };
  return (
    <Dialog role="alertdialog" title={`Start ${server.name}?`} onClose={onClose} wide>
      <p>
        {server.bundled
          ? 'This starts a small server on your computer that shows what servers can ask. Only Gatehouse reaches it.'
          : target.type === 'stdio'
            ? 'This starts a program on your computer. It can do whatever you can do, so start it only if you know it.'
            : 'Gatehouse will talk to this address. Whoever runs it sees what you send.'}
      </p>
      {line !== undefined && <pre className={classes.command}>{line}</pre>}
      <dl className={classes.facts}>
        {names.length > 0 && (
          <>
            <dt>{target.type === 'stdio' ? 'With variables' : 'With headers'}</dt>
            <dd>
              <code>{visibleText(names.join(', ')).text}</code>
              {target.notes.map(({ name, note }) => (
                <p key={name} className={classes.note}>
                  <IconAlertTriangle size={14} aria-hidden /> <code>{visibleText(name).text}</code>{' '}
                  {visibleText(note).text}
                </p>
              ))}
            </dd>
          </>
        )}
        {target.type === 'stdio' && target.cwd && (
          <>
            <dt>In folder</dt>
            <dd>
              <code>{visibleText(target.cwd).text}</code>
            </dd>
          </>
        )}
        <dt>From</dt>
        <dd>
          {server.bundled ? (
            'Gatehouse itself'
          ) : (
            <code>{`servers.json in ${dataDir ?? 'your data folder'}`}</code>
          )}
        </dd>
      </dl>
      <p className={classes.quiet}>You will be asked again if this changes.</p>
      <DialogProblem text={problem} />
      <DialogButtons>
        <Button variant="default" data-initial-focus onClick={onClose}>
          Don't start
        </Button>
        <Button disabled={!armed} loading={busy} onClick={() => void trust()}>
          Trust and start
        </Button>
      </DialogButtons>
    </Dialog>
  );
};
