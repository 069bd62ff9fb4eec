import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { ListItem, ServerView } from '../../../shared/model/server.ts';
import { plainLine } from '../../components/Untrusted.tsx';
import { onePress } from '../../lib/one-press.ts';
import { CallPane } from './CallPane.tsx';
import { ItemHead } from './ItemHead.tsx';
import classes from './ItemPage.module.css';
import { RunRow } from './RunRow.tsx';
import { expandTemplate, matchesTemplate, templateNames } from './uri-template.ts';
import { useRunner } from './use-calls.ts';

/** One resource, or a template whose blanks are filled in first. */
export const ResourcePage = ({ server, resource }: { server: ServerView; resource: ListItem }) => {
  const template = resource.uri === undefined ? resource.uriTemplate : undefined;
  const runner = useRunner(server.id, 'resources/read', (uri) =>
    template === undefined ? uri === resource.uri : matchesTemplate(template, uri),
  );
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const names = template === undefined ? [] : templateNames(template);
  const uri = template === undefined ? (resource.uri ?? resource.name) : expandTemplate(template, values);
  const ready = server.status === 'connected' && names.every((name) => values[name]);

  const read = (event: FormEvent) => {
    event.preventDefault();
    if (ready) void runner.start(uri);
  };

  return (
    <article className={classes.page}>
      <ItemHead item={resource} second={uri} />
      {resource.mimeType && <p className={classes.quiet}>{plainLine(resource.mimeType)}</p>}
      <form className={classes.form} onSubmit={read} noValidate {...onePress}>
        {names.map((name) => (
          <TextInput
            key={name}
            label={plainLine(name)}
            labelProps={{ className: classes.label, 'data-needed': true }}
            required
            withAsterisk={false}
            value={values[name] ?? ''}
            onChange={(event) => setValues({ ...values, [name]: event.currentTarget.value })}
          />
        ))}
        <RunRow server={server} runner={runner}>
          <Button type="submit" disabled={!ready}>
            Read
          </Button>
        </RunRow>
      </form>
      <CallPane runner={runner} />
    </article>
  );
};
