import { NativeSelect, TextInput } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import type { AppSettings, AppView, ProviderView } from '../../../shared/model/app.ts';
import { Choice } from '../../components/Choice.tsx';
import { Page } from '../../components/Page.tsx';
import { call } from '../../lib/bridge.ts';
import { useEager } from '../../lib/eager.ts';
import { attempt } from '../../lib/notify.ts';
import { useApp } from '../../lib/store.ts';
import classes from './Settings.module.css';

const THEMES: readonly { value: AppSettings['theme']; label: string }[] = [
  { value: 'auto', label: 'As the system' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
];

type Limit =
  | 'hardLimitHours'
  | 'maxRounds'
  | 'maxOpenPerServer'
  | 'maxPerMinute'
  | 'maxTokensPerDay'
  | 'maxRequestMb';

const LIMITS: readonly [Limit, label: string, description: string, max: number, whole: boolean][] = [
  [
    'hardLimitHours',
    'Hours until a question is withdrawn',
    'The longest a question waits for you.',
    720,
    false,
  ],
  ['maxRounds', 'Rounds in one call', 'How often a server may come back with more questions.', 50, true],
  ['maxOpenPerServer', 'Open questions for each server', 'More at once are refused.', 1000, true],
  ['maxPerMinute', 'Questions a minute for each server', 'More are refused.', 10_000, true],
  [
    'maxTokensPerDay',
    'Model tokens a day for each server',
    'Beyond them sampling is refused.',
    1_000_000_000,
    true,
  ],
  ['maxRequestMb', 'Megabytes in one question', 'Larger ones are refused.', 1000, false],
];

const update = (change: Partial<AppSettings>) => void attempt(() => call('app.updateSettings', change));

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section aria-label={title} className={classes.section}>
    <h2 className={classes.heading}>{title}</h2>
    {children}
  </section>
);

const LimitField = ({ limit, value }: { limit: (typeof LIMITS)[number]; value: number }) => {
  const [key, label, description, max, whole] = limit;
  const [text, setText] = useState(String(value));
  const number = Number(text);
  const valid = text.trim() !== '' && number >= 1 && number <= max && (!whole || Number.isInteger(number));
  const save = () => {
    if (valid && number !== value) update({ [key]: number });
  };
  return (
    <TextInput
      type="number"
      label={label}
      description={description}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      min={1}
      max={max}
      value={text}
      error={valid ? undefined : `Give a ${whole ? 'whole ' : ''}number from 1 to ${max}.`}
      onChange={(event) => setText(event.currentTarget.value)}
      onBlur={save}
      onKeyDown={(event) => event.key === 'Enter' && save()}
    />
  );
};

const Provider = ({ provider }: { provider: ProviderView }) => (
  <li className={classes.provider}>
    <span className={provider.ready ? classes.ready : classes.notReady}>
      {provider.ready ? (
        <IconCircleCheck size={16} aria-hidden />
      ) : (
        <IconAlertTriangle size={16} aria-hidden />
      )}
      {provider.ready ? 'Ready' : 'Not ready'}
    </span>
    <span>
      <strong>{provider.label}</strong>
      {provider.detail && <span className={classes.quiet}> {provider.detail}</span>}
    </span>
  </li>
);

const Models = ({ app }: { app: AppView }) => {
  const { models, providers, settings } = app;
  const known = settings.defaultModel === '' || models.some((model) => model.id === settings.defaultModel);
  return (
    <Section title="Models">
      <ul aria-label="Model providers" className={classes.providers}>
        {providers.map((provider) => (
          <Provider key={provider.id} provider={provider} />
        ))}
      </ul>
      <NativeSelect
        label="Default model"
        description="Offered first when a server asks for a completion. You can choose another each time."
        value={settings.defaultModel}
        data={[
          { value: '', label: 'The first that is ready' },
          ...models.map(({ id, label }) => ({ value: id, label })),
          ...(known
            ? []
            : [{ value: settings.defaultModel, label: `${settings.defaultModel} (not available now)` }]),
        ]}
        onChange={(event) => update({ defaultModel: event.currentTarget.value })}
      />
    </Section>
  );
};

const Appearance = ({ settings }: { settings: AppSettings }) => {
  const [theme, choose] = useEager(settings.theme, (wanted) =>
    attempt(() => call('app.updateSettings', { theme: wanted })),
  );
  return (
    <Section title="Appearance">
      <Choice label="Theme" value={theme} options={THEMES} onChange={choose} />
    </Section>
  );
};

/** The person's settings for the whole app, and what this app is. */
export const Settings = () => {
  const app = useApp();
  if (!app) return null;
  const { settings } = app;
  return (
    <Page title="Settings">
      <div className={classes.page}>
        <Appearance settings={settings} />
        <Models app={app} />
        <Section title="Limits">
          <div className={classes.limits}>
            {LIMITS.map((limit) => (
              <LimitField
                key={`${limit[0]} ${settings[limit[0]]}`}
                limit={limit}
                value={settings[limit[0]]}
              />
            ))}
          </div>
        </Section>
        <Section title="About">
          <dl className={classes.about}>
            <dt>Gatehouse</dt>
            <dd>version {app.version}</dd>
            <dt>Data folder</dt>
            <dd>
              <code>{app.dataDir}</code>
            </dd>
          </dl>
        </Section>
      </div>
    </Page>
  );
};
