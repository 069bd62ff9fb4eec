import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { ListItem, ServerView } from '../../../shared/model/server.ts';
import { plainLine } from '../../components/Untrusted.tsx';
import { onePress } from '../../lib/one-press.ts';
import { CallPane } from './CallPane.tsx';
import { ItemHead } from './ItemHead.tsx';
import classes from './ItemPage.module.css';
import { RunRow } from './RunRow.tsx';
import { useRunner } from './use-calls.ts';

const typed = new Map<string, Readonly<Record<string, string>>>();

/** One prompt: its arguments are texts, its result is messages. */
export const PromptPage = ({ server, prompt }: { server: ServerView; prompt: ListItem }) => {
  const runner = useRunner(server.id, 'prompts/get', (name) => name === prompt.name);
  const draftKey = `${server.id}\n${prompt.name}`;
  const [values, setValues] = useState(() => typed.get(draftKey) ?? {});
  const [tried, setTried] = useState(false);
  const fields = prompt.arguments ?? [];
  const missing = fields.filter((field) => field.required && !values[field.name]);

  const change = (name: string, value: string) => {
    const next = { ...values, [name]: value };
    typed.set(draftKey, next);
    setValues(next);
  };
  const run = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (missing.length > 0 || server.status !== 'connected') return;
    // An argument that was left empty is not sent: absent and empty are different to a server.
    const args = Object.fromEntries(
      fields.flatMap(({ name }) => (values[name] ? [[name, values[name]]] : [])),
    );
    void runner.start(prompt.name, fields.length > 0 ? args : undefined);
  };

  return (
    <article className={classes.page}>
      <ItemHead item={prompt} />
      <form className={classes.form} onSubmit={run} noValidate {...onePress}>
        {fields.map((field) => (
          <TextInput
            key={field.name}
            label={plainLine(field.title || field.name)}
            labelProps={{ className: classes.label, 'data-needed': field.required || undefined }}
            description={field.description ? plainLine(field.description) : undefined}
            required={field.required ?? false}
            withAsterisk={false}
            value={values[field.name] ?? ''}
            error={tried && missing.includes(field) ? 'This is needed.' : undefined}
            onChange={(event) => change(field.name, event.currentTarget.value)}
          />
        ))}
        {fields.length === 0 && <p className={classes.quiet}>This prompt takes no arguments.</p>}
        <RunRow server={server} runner={runner}>
          <Button type="submit" disabled={server.status !== 'connected'}>
            Run
          </Button>
        </RunRow>
      </form>
      <CallPane runner={runner} />
    </article>
  );
};
