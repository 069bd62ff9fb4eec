import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { ConnectionModel, ConnectionView, ModelFacts } from '../../../shared/model/models.ts';
import { Dialog, DialogButtons, DialogProblem } from '../../components/Dialog.tsx';
import { Untrusted } from '../../components/Untrusted.tsx';
import { call, sentenceOf } from '../../lib/bridge.ts';
import { onePress } from '../../lib/one-press.ts';
import { type FactField, FIELDS, factsOf, type Typed, typedOf, type YesNo } from './model-draft.ts';
import classes from './Settings.module.css';

interface Props {
  readonly connection: ConnectionView;
  /** The one to change; without it one is added. */
  readonly model?: ConnectionModel;
  readonly onClose: () => void;
}

const YES_NO = [
  { value: '', label: 'Not known' },
  { value: 'yes', label: 'Yes' },
  { value: 'no', label: 'No' },
];

/** What the person says of one model. */
export const ModelForm = ({ connection, model, onClose }: Props) => {
  const [name, setName] = useState(model?.id ?? '');
  const [typed, setTyped] = useState<Typed>(() => typedOf(model?.facts ?? {}));
  const [hidden, setHidden] = useState(model?.hidden ?? false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const read = factsOf(typed);

  const change = async (what: { facts?: ModelFacts; hidden?: boolean; add?: boolean; remove?: boolean }) => {
    setBusy(true);
    setProblem('');
    try {
      await call('models.change', { connection: connection.id, model: name.trim(), ...what });
      onClose();
    } catch (error) {
      setProblem(sentenceOf(error));
      setBusy(false);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!read.facts) return;
    if (!model && connection.models.some(({ id }) => id === name.trim())) {
      setProblem('That model is in the list already; edit it there.');
      return;
    }
    void change({ facts: read.facts, hidden, ...(model ? {} : { add: true }) });
  };
  const number = ({ key, label }: FactField) => (
    <TextInput
      key={key}
      label={label}
      inputMode="decimal"
      placeholder="Not known"
      value={typed[key]}
      error={read.problems[key]}
      onChange={(event) => setTyped({ ...typed, [key]: event.currentTarget.value })}
    />
  );
  const yesNo = (key: 'images' | 'tools', label: string) => (
    <NativeSelect
      label={label}
      value={typed[key]}
      data={YES_NO}
      onChange={(event) => setTyped({ ...typed, [key]: event.currentTarget.value as YesNo })}
    />
  );
  return (
    <Dialog
      title={model ? <Untrusted text={`Edit ${model.facts.label ?? model.id}`} /> : 'Add a model'}
      onClose={onClose}
      wide
    >
      <form onSubmit={submit} noValidate {...onePress}>
        <div className={classes.grid}>
          {model ? (
            <p className={classes.whole}>
              Name <code>{<Untrusted text={model.id} />}</code>
            </p>
          ) : (
            <TextInput
              label="Name"
              description="As the provider's API takes it."
              data-initial-focus
              spellCheck={false}
              maxLength={200}
              className={classes.whole}
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
            />
          )}
          <TextInput
            label="Label"
            placeholder="Its name"
            maxLength={200}
            className={classes.whole}
            {...(model ? { 'data-initial-focus': true } : {})}
            value={typed.label}
            onChange={(event) => setTyped({ ...typed, label: event.currentTarget.value })}
          />
          {FIELDS.map(number)}
          {yesNo('images', 'Takes images')}
          {yesNo('tools', 'Uses tools')}
          <Checkbox
            label="Hidden: never offered and never chosen"
            className={classes.whole}
            checked={hidden}
            onChange={(event) => setHidden(event.currentTarget.checked)}
          />
          <p className={`${classes.quiet} ${classes.whole}`}>
            Prices are in US dollars per million tokens. Scores go from 0 to 100, where 100 is the cheapest,
            the fastest, the cleverest. What you leave empty is as the list or the provider says.
          </p>
        </div>
        <DialogProblem text={problem} />
        <DialogButtons>
          <Button variant="default" onClick={onClose}>
            Close
          </Button>
          {model && (
            <Button variant="default" disabled={busy} onClick={() => void change({ remove: true })}>
              {model.source === 'person' ? 'Remove' : 'Undo my changes'}
            </Button>
          )}
          <Button type="submit" loading={busy} disabled={!read.facts || name.trim() === ''}>
            {model ? 'Save' : 'Add'}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
};
