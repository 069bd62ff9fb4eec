import { Button } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { ownText } from '../../../shared/json.ts';
import type { ListItem, ServerView } from '../../../shared/model/server.ts';
import { looksSecret } from '../../../shared/schema-form/secret.ts';
import { Notice } from '../../components/Notice.tsx';
import { onePress } from '../../lib/one-press.ts';
import { CallPane } from './CallPane.tsx';
import { FillRow } from './FillRow.tsx';
import { ItemHead } from './ItemHead.tsx';
import classes from './ItemPage.module.css';
import { RunRow } from './RunRow.tsx';
import { suggests } from './suggest.ts';
import { TextArgument } from './TextArgument.tsx';
import { useRunner } from './use-calls.ts';
import { useLastArguments } from './use-last-arguments.ts';

type Texts = Readonly<Record<string, string>>;
type Argument = NonNullable<ListItem['arguments']>[number];

const typed = new Map<string, Texts>();
const EMPTY: Texts = {};

const isSecret = ({ name, title, description }: Argument): boolean =>
  looksSecret('text', undefined, { name, title, description });

/** The arguments as a schema, so that secrets are known by their titles and descriptions, too. */
const schemaOf = (fields: readonly Argument[]) => ({
  type: 'object',
  properties: Object.fromEntries(
    fields.map(({ name, title, description }) => [name, { type: 'string', title, description }]),
  ),
});

/** What was filled in, but for `except`. An argument that was left empty is not sent: absent and empty differ. */
const filledIn = (fields: readonly Argument[], values: Texts, except?: string): Record<string, string> =>
  Object.fromEntries(
    fields.flatMap(({ name }) => {
      const value = ownText(values, name);
      return value && name !== except ? [[name, value]] : [];
    }),
  );

/** One prompt: its arguments are texts, its result is messages. */
export const PromptPage = ({ server, prompt }: { server: ServerView; prompt: ListItem }) => {
  const runner = useRunner(server.id, 'prompts/get', (name) => name === prompt.name);
  const lastArguments = useLastArguments(server.id, 'prompts/get', prompt.name);
  const draftKey = `${server.id}\n${prompt.name}`;
  const [values, setValues] = useState(() => typed.get(draftKey) ?? EMPTY);
  const [tried, setTried] = useState(false);
  const fields = prompt.arguments ?? [];
  const open = fields.filter((field) => !isSecret(field));
  const suggesting = suggests(server) && open.length > 0;
  const missing = fields.filter((field) => field.required && !ownText(values, field.name));

  const change = (next: Texts) => {
    typed.set(draftKey, next);
    setValues(next);
  };
  const run = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (missing.length > 0 || server.status !== 'connected') return;
    const args = filledIn(fields, values);
    if (fields.length === 0) {
      void runner.start(prompt.name);
      return;
    }
    const schema = schemaOf(fields);
    void runner.start(prompt.name, args, schema);
    lastArguments.remember(args, schema);
  };

  return (
    <article className={classes.page}>
      <ItemHead item={prompt} />
      <form className={classes.form} onSubmit={run} noValidate {...onePress}>
        {fields.length > 0 && (
          <FillRow
            draft={values}
            onChange={change}
            lastArguments={lastArguments}
            filled={(last) => {
              const secrets = filledIn(fields.filter(isSecret), values);
              const texts = Object.entries(last).filter((entry) => typeof entry[1] === 'string');
              return { ...secrets, ...(Object.fromEntries(texts) as Texts) };
            }}
            cleared={() => ({})}
          />
        )}
        {fields.map((field) => (
          <TextArgument
            key={field.name}
            label={field.title || field.name}
            description={field.description}
            required={field.required ?? false}
            value={ownText(values, field.name) ?? ''}
            error={tried && missing.includes(field) ? 'This is needed.' : undefined}
            onChange={(value) => change({ ...values, [field.name]: value })}
            about={
              suggesting && open.includes(field)
                ? {
                    serverId: server.id,
                    ref: { type: 'ref/prompt', name: prompt.name },
                    name: field.name,
                    context: filledIn(open, values, field.name),
                  }
                : undefined
            }
            secret={isSecret(field)}
            lines
          />
        ))}
        {suggesting && <Notice>Values are suggested by the server, which sees what you type here.</Notice>}
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
