import { Button, Checkbox, Radio, Switch, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { EraSetting, ServerSettings, ServerSwitches, ServerView } from '../../../shared/model/server.ts';
import { Dialog, DialogButtons, DialogProblem } from '../../components/Dialog.tsx';
import { modelChoices } from '../../components/model-choices.ts';
import { Notice } from '../../components/Notice.tsx';
import { call, sentenceOf } from '../../lib/bridge.ts';
import { useEager } from '../../lib/eager.ts';
import { attempt, notifyDone } from '../../lib/notify.ts';
import { navigate } from '../../lib/route.ts';
import { useApp } from '../../lib/store.ts';
import classes from './ServerSettingsTab.module.css';
import { TargetForm } from './TargetForm.tsx';

const SWITCHES: readonly [keyof ServerSwitches, label: string, description: string][] = [
  [
    'sampling',
    'Sampling',
    'It may ask for a completion by a language model. You approve the prompt and the answer.',
  ],
  ['samplingTools', 'Sampling with tools', 'Its prompts may bring tools of its own for the model to call.'],
  ['elicitation', 'Forms', 'It may ask you for values.'],
  ['elicitationUrl', 'Links', 'It may ask you to visit an address. Each is shown to you first.'],
  [
    'roots',
    'Folders',
    'It may ask which folders it can work in. It sees those of your workspaces that you grant it.',
  ],
];

const ERAS: readonly [EraSetting, label: string, description: string][] = [
  ['auto', 'Automatic', 'The newest that the server speaks.'],
  ['legacy', 'Legacy', 'Protocol 2025-11-25 and older.'],
  ['modern', 'Modern', 'Protocol 2026-07-28 and newer.'],
];

type Change = (settings: Partial<ServerSettings>) => void;

const Timeout = ({ milliseconds, change }: { milliseconds: number; change: Change }) => {
  const [text, setText] = useState(String(milliseconds / 1000));
  const seconds = Number(text);
  const valid = Number.isFinite(seconds) && seconds >= 1 && seconds <= 86_400;
  const save = () => {
    if (valid && Math.round(seconds * 1000) !== milliseconds)
      change({ callTimeoutMs: Math.round(seconds * 1000) });
  };
  return (
    <TextInput
      type="number"
      label="Time for a call, in seconds"
      description="The clock stands still while you or a model decide."
      min={1}
      max={86_400}
      maw="22rem"
      value={text}
      error={valid ? undefined : 'Give a number from 1 to 86,400.'}
      onChange={(event) => setText(event.currentTarget.value)}
      onBlur={save}
      onKeyDown={(event) => event.key === 'Enter' && save()}
    />
  );
};

const Remove = ({ server }: { server: ServerView }) => {
  const [asking, setAsking] = useState(false);
  const [problem, setProblem] = useState('');
  const remove = async () => {
    setProblem('');
    try {
      await call('servers.remove', { id: server.id });
    } catch (error) {
      setProblem(sentenceOf(error));
      return;
    }
    setAsking(false);
    notifyDone(`${server.name} is removed.`);
    navigate({ screen: 'servers' });
  };
  return (
    <section aria-label="Remove" className={classes.section}>
      <Button variant="light" color="red" onClick={() => setAsking(true)}>
        Remove server
      </Button>
      {asking && (
        <Dialog role="alertdialog" title={`Remove ${server.name}?`} onClose={() => setAsking(false)}>
          <p>
            It is stopped and taken out of the list. Its open questions are withdrawn. What it asked and what
            you answered stays under Activity.
          </p>
          <DialogProblem text={problem} />
          <DialogButtons>
            <Button variant="default" data-initial-focus onClick={() => setAsking(false)}>
              Keep it
            </Button>
            <Button color="red" onClick={() => void remove()}>
              Remove
            </Button>
          </DialogButtons>
        </Dialog>
      )}
    </section>
  );
};

/** Which models may answer this server; none ticked is every model. */
const AllowedModels = ({ allowed, change }: { allowed: readonly string[]; change: Change }) => {
  // You may always write an answer yourself: nothing is asked then.
  const models = (useApp()?.models ?? []).filter(({ provider }) => provider !== 'manual');
  const choices = modelChoices(models, allowed);
  const tick = (id: string, on: boolean) =>
    change({ models: on ? [...allowed, id] : allowed.filter((one) => one !== id) });
  return (
    <fieldset className={classes.section}>
      <legend>Models this server may use</legend>
      <div className={classes.models}>
        {choices.map(({ value: id, label }) => (
          <Checkbox
            key={id}
            label={label}
            checked={allowed.includes(id)}
            onChange={(event) => tick(id, event.currentTarget.checked)}
          />
        ))}
      </div>
      <Notice>
        {choices.length === 0
          ? 'No model is set up. Add a connection in Settings, under Models.'
          : allowed.length === 0
            ? 'None is ticked: every model may answer it.'
            : 'Only what is ticked, or you yourself, answers its questions.'}
      </Notice>
    </fieldset>
  );
};

/** What this server may ask, how it is spoken to, and where it is. */
export const ServerSettingsTab = ({ server }: { server: ServerView }) => {
  const [settings, choose] = useEager(server.settings, (wanted) =>
    attempt(() => call('servers.update', { id: server.id, settings: wanted })),
  );
  // What was typed goes away with its form once it is saved.
  const [saved, setSaved] = useState(0);
  const change: Change = (part) => choose({ ...settings, ...part });
  return (
    <div className={classes.page}>
      <fieldset className={classes.section}>
        <legend>What it may ask for</legend>
        {SWITCHES.map(([key, label, description]) => (
          <Switch
            key={key}
            label={label}
            description={description}
            checked={settings.switches[key]}
            onChange={(event) =>
              change({ switches: { ...settings.switches, [key]: event.currentTarget.checked } })
            }
          />
        ))}
        <Notice>
          What is off is not offered to the server. A change connects it anew, or counts from its next
          connection while a call runs.
        </Notice>
      </fieldset>
      <fieldset className={classes.section}>
        <legend>Calls</legend>
        <Switch
          label="One call at a time"
          description="Then it is always clear which call caused a question."
          checked={settings.oneCallAtATime}
          onChange={(event) => change({ oneCallAtATime: event.currentTarget.checked })}
        />
        <Switch
          label="Let it ask while nothing is running"
          description="The protocol says that a server should not. Without this, such questions are refused and shown to you."
          checked={settings.allowUnassociated}
          onChange={(event) => change({ allowUnassociated: event.currentTarget.checked })}
        />
        <Timeout key={settings.callTimeoutMs} milliseconds={settings.callTimeoutMs} change={change} />
      </fieldset>
      <AllowedModels allowed={settings.models} change={change} />
      <Radio.Group
        label="Era of the protocol"
        value={settings.era}
        onChange={(era) => change({ era: era as EraSetting })}
        className={classes.section}
      >
        <div className={classes.radios}>
          {ERAS.map(([value, label, description]) => (
            <Radio key={value} value={value} label={label} description={description} />
          ))}
        </div>
      </Radio.Group>
      {server.bundled ? (
        <Notice>
          This server comes with Gatehouse. It cannot be changed or removed, and does nothing until started.
        </Notice>
      ) : (
        <>
          <TargetForm
            key={`${JSON.stringify(server.target)} ${saved}`}
            server={server}
            onSaved={() => setSaved(saved + 1)}
          />
          <Remove server={server} />
        </>
      )}
    </div>
  );
};
