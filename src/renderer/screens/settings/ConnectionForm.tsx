import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { ConnectionView } from '../../../shared/model/models.ts';
import { Dialog, DialogButtons, DialogProblem } from '../../components/Dialog.tsx';
import { Untrusted } from '../../components/Untrusted.tsx';
import { call, sentenceOf } from '../../lib/bridge.ts';
import { onePress } from '../../lib/one-press.ts';

interface Props {
  /** The one to change; without it one is added. */
  readonly connection?: ConnectionView;
  readonly onClose: () => void;
}

/** Name and address of a connection. Its key never passes through here. */
export const ConnectionForm = ({ connection, onClose }: Props) => {
  const [name, setName] = useState(connection?.name ?? '');
  const [baseUrl, setBaseUrl] = useState(connection?.baseUrl ?? '');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setProblem('');
    try {
      if (connection) await call('connections.change', { id: connection.id, name, baseUrl });
      else await call('connections.add', { name, provider: 'anthropic', baseUrl });
      onClose();
    } catch (error) {
      setProblem(sentenceOf(error));
      setBusy(false);
    }
  };

  return (
    <Dialog
      title={connection ? <Untrusted text={`Edit ${connection.name}`} /> : 'Add a connection'}
      onClose={onClose}
    >
      <form onSubmit={(event) => void submit(event)} noValidate {...onePress}>
        <TextInput
          label="Name"
          description="Yours, and shown with its models."
          data-initial-focus
          mb="md"
          maxLength={64}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <TextInput
          label="Address"
          description={
            connection && connection.key !== 'none'
              ? 'Where it speaks the Messages API of Anthropic. Another place needs a key of its own, so this one is forgotten.'
              : 'Where it speaks the Messages API of Anthropic: theirs, your company’s, or a program on this computer.'
          }
          placeholder="https://api.anthropic.com"
          type="url"
          spellCheck={false}
          maxLength={2048}
          value={baseUrl}
          onChange={(event) => setBaseUrl(event.currentTarget.value)}
        />
        <DialogProblem text={problem} />
        <DialogButtons>
          <Button variant="default" onClick={onClose}>
            Close
          </Button>
          <Button type="submit" loading={busy} disabled={name.trim() === '' || baseUrl.trim() === ''}>
            {connection ? 'Save' : 'Add'}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
};
