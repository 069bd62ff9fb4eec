import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { Dialog, DialogButtons, DialogProblem } from '../../components/Dialog.tsx';
import { call, sentenceOf } from '../../lib/bridge.ts';
import { navigate } from '../../lib/route.ts';
import { TargetFields } from './TargetFields.tsx';
import { EMPTY_DRAFT, targetOf, type Words } from './target-draft.ts';

const NOTHING_KEPT: readonly string[] = [];

/** Adds a server and shows its page. Nothing is started here: the first Connect asks. */
export const AddServer = ({ onClose }: { onClose: () => void }) => {
  const [name, setName] = useState('');
  const [draft, setDraft] = useState(EMPTY_DRAFT);
  const [words, setWords] = useState<Words>();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const target = targetOf(draft, words);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!target || name.trim() === '') return;
    setBusy(true);
    setProblem('');
    try {
      const { id } = await call('servers.add', { name: name.trim(), target });
      onClose();
      navigate({ screen: 'servers', id });
    } catch (error) {
      setProblem(sentenceOf(error));
      setBusy(false);
    }
  };

  return (
    <Dialog title="Add a server" onClose={onClose} wide>
      <form onSubmit={(event) => void submit(event)} noValidate>
        <TextInput
          label="Name"
          description="Yours, and shown with everything this server asks."
          data-initial-focus
          mb="md"
          maxLength={64}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <TargetFields
          draft={draft}
          onChange={setDraft}
          words={words}
          onWords={setWords}
          kept={NOTHING_KEPT}
        />
        <DialogProblem text={problem} />
        <DialogButtons>
          <Button variant="default" onClick={onClose}>
            Close
          </Button>
          <Button type="submit" loading={busy} disabled={!target || name.trim() === ''}>
            Add
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
};
