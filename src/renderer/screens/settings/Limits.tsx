import { TextInput } from '@mantine/core';
import { useState } from 'react';
import type { AppSettings } from '../../../shared/model/app.ts';
import { Section } from './Section.tsx';
import classes from './Settings.module.css';
import { update } from './update.ts';

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

export const Limits = ({ settings }: { settings: AppSettings }) => (
  <Section title="Limits">
    <div className={classes.limits}>
      {LIMITS.map((limit) => (
        <LimitField key={`${limit[0]} ${settings[limit[0]]}`} limit={limit} value={settings[limit[0]]} />
      ))}
    </div>
  </Section>
);
