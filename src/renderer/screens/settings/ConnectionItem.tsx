import { Button } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconKey } from '@tabler/icons-react';
import { useId, useRef, useState } from 'react';
import type { ConnectionView, KeychainView } from '../../../shared/model/models.ts';
import { Notice } from '../../components/Notice.tsx';
import { Untrusted } from '../../components/Untrusted.tsx';
import { call } from '../../lib/bridge.ts';
import { attempt, notifyDone } from '../../lib/notify.ts';
import { countText } from '../../lib/words.ts';
import { Confirm } from './Confirm.tsx';
import { ConnectionForm } from './ConnectionForm.tsx';
import { ModelTable } from './ModelTable.tsx';
import classes from './Settings.module.css';
import { TakeKey } from './TakeKey.tsx';
import { keyText } from './words.ts';

interface Props {
  readonly connection: ConnectionView;
  readonly keychain: KeychainView;
  /** The focus was here, and needs another place. */
  readonly onRemoved: () => void;
}

type Open = 'nothing' | 'form' | 'key';

/** A connection: what it is, whether it answers, its key in words, and its models. */
export const ConnectionItem = ({ connection, keychain, onRemoved }: Props) => {
  const { id, name, baseUrl, builtIn, ready, detail, key, models, problem } = connection;
  const [open, setOpen] = useState<Open>('nothing');
  const [showsModels, setShowsModels] = useState(ready);
  const [reading, setReading] = useState(false);
  const readingNow = useRef(false);
  const nameId = useId();
  const modelsId = useId();
  const close = () => setOpen('nothing');

  const read = async () => {
    if (readingNow.current) return;
    readingNow.current = true;
    setReading(true);
    const done = await attempt(async () => {
      const { found } = await call('connections.readModels', { id });
      notifyDone(`${name} has ${countText(found, 'model')}.`);
    });
    readingNow.current = false;
    setReading(false);
    if (done) setShowsModels(true);
  };
  const forget = () => attempt(() => call('connections.forgetKey', { id }));
  const remove = async () => {
    if (await attempt(() => call('connections.remove', { id }))) onRemoved();
  };

  return (
    <li aria-labelledby={nameId} className={classes.item}>
      <div className={classes.line}>
        <strong id={nameId} className={classes.name}>
          <Untrusted text={name} />
        </strong>
        <span className={ready ? classes.good : classes.bad}>
          {ready ? <IconCircleCheck size={16} aria-hidden /> : <IconAlertTriangle size={16} aria-hidden />}
          {ready ? 'Ready' : 'Not ready'}
        </span>
        <code className={classes.address}>
          <Untrusted text={baseUrl} />
        </code>
      </div>
      <p className={classes.quiet}>
        <Untrusted text={detail} />
      </p>
      <p className={classes.key}>
        <IconKey size={16} aria-hidden />
        {keyText(key, keychain.kind)}
      </p>
      {problem !== undefined && (
        <Notice kind="problem">
          <Untrusted text={problem} />
        </Notice>
      )}
      <div className={classes.buttons}>
        {!builtIn && (
          <Button variant={ready ? 'default' : 'filled'} onClick={() => setOpen('key')}>
            Take key from clipboard
          </Button>
        )}
        {!builtIn && key !== 'none' && (
          <Confirm
            label="Forget key"
            question="It can then answer nothing until you take a key again."
            onConfirm={forget}
          />
        )}
        {ready && (
          <Button variant="default" aria-disabled={reading} loading={reading} onClick={() => void read()}>
            Read models
          </Button>
        )}
        {!builtIn && (
          <>
            <Button variant="default" onClick={() => setOpen('form')}>
              Edit
            </Button>
            <Confirm
              label="Remove"
              question="Its key and what you said of its models go with it."
              onConfirm={remove}
            />
          </>
        )}
      </div>
      <Button
        variant="subtle"
        color="gray"
        size="compact-xs"
        className={classes.disclose}
        aria-expanded={showsModels}
        aria-controls={modelsId}
        onClick={() => setShowsModels(!showsModels)}
      >
        {showsModels ? 'Hide models' : `Show ${countText(models.length, 'model')}`}
      </Button>
      <div id={modelsId} hidden={!showsModels}>
        {showsModels && <ModelTable connection={connection} />}
      </div>
      {open === 'form' && <ConnectionForm connection={connection} onClose={close} />}
      {open === 'key' && <TakeKey connection={connection} keychain={keychain} onClose={close} />}
    </li>
  );
};
