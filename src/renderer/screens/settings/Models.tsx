import { Button, NativeSelect } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import type { AppView } from '../../../shared/model/app.ts';
import { modelChoices } from '../../components/model-choices.ts';
import { Notice } from '../../components/Notice.tsx';
import { Untrusted } from '../../components/Untrusted.tsx';
import { ConnectionForm } from './ConnectionForm.tsx';
import { ConnectionItem } from './ConnectionItem.tsx';
import { Section } from './Section.tsx';
import classes from './Settings.module.css';
import { update } from './update.ts';
import { problemsOf } from './words.ts';

const DefaultModel = ({ app }: { app: AppView }) => {
  const { models, settings } = app;
  const { defaultModel } = settings;
  return (
    <NativeSelect
      label="Default model"
      description="Offered first when a server asks for a completion. You can choose another each time."
      className={classes.field}
      value={defaultModel}
      data={[
        { value: '', label: 'The first that is ready' },
        ...modelChoices(models, defaultModel === '' ? [] : [defaultModel]),
      ]}
      onChange={(event) => update({ defaultModel: event.currentTarget.value })}
    />
  );
};

/** Who answers in the person's name: connections with their keys and models, and the model that is offered first. */
export const Models = ({ app }: { app: AppView }) => {
  const [adding, setAdding] = useState(false);
  const add = useRef<HTMLButtonElement>(null);
  const { connections, keychain } = app;
  return (
    <Section
      title="Models"
      actions={
        <Button
          ref={add}
          variant="default"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => setAdding(true)}
        >
          Add connection
        </Button>
      }
    >
      {problemsOf(app.problems, 'connections.json').map((problem) => (
        <Notice key={problem} kind="problem">
          <Untrusted text={problem} />
        </Notice>
      ))}
      <ul aria-label="Connections" className={classes.list}>
        {connections.map((connection) => (
          <ConnectionItem
            key={connection.id}
            connection={connection}
            keychain={keychain}
            onRemoved={() => add.current?.focus()}
          />
        ))}
      </ul>
      {!connections.some(({ ready }) => ready) && (
        <Notice>Until a connection is ready, you write the answers yourself.</Notice>
      )}
      <DefaultModel app={app} />
      {adding && <ConnectionForm onClose={() => setAdding(false)} />}
    </Section>
  );
};
