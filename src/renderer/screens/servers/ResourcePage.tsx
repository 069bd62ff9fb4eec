import { Button } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { ownText } from '../../../shared/json.ts';
import type { ListItem, ServerView } from '../../../shared/model/server.ts';
import { looksSecret } from '../../../shared/schema-form/secret.ts';
import { Notice } from '../../components/Notice.tsx';
import { plainLine } from '../../components/Untrusted.tsx';
import { onePress } from '../../lib/one-press.ts';
import { CallPane } from './CallPane.tsx';
import { ItemHead } from './ItemHead.tsx';
import classes from './ItemPage.module.css';
import { RunRow } from './RunRow.tsx';
import { suggests } from './suggest.ts';
import { TextArgument } from './TextArgument.tsx';
import { expandTemplate, matchesTemplate, templateNames } from './uri-template.ts';
import { useRunner } from './use-calls.ts';

type Texts = Readonly<Record<string, string>>;

const typed = new Map<string, Texts>();

const isSecret = (name: string): boolean => looksSecret('text', undefined, { name });

/** One resource, or a template whose blanks are filled in first. */
export const ResourcePage = ({ server, resource }: { server: ServerView; resource: ListItem }) => {
  const template = resource.uri === undefined ? resource.uriTemplate : undefined;
  const runner = useRunner(server.id, 'resources/read', (uri) =>
    template === undefined ? uri === resource.uri : matchesTemplate(template, uri),
  );
  const draftKey = `${server.id}\n${template ?? ''}`;
  const [values, setValues] = useState<Texts>(() => typed.get(draftKey) ?? {});
  const names = template === undefined ? [] : templateNames(template);
  const uri = template === undefined ? (resource.uri ?? resource.name) : expandTemplate(template, values);
  const ready = server.status === 'connected' && names.every((name) => ownText(values, name));
  const open = suggests(server) ? names.filter((name) => !isSecret(name)) : [];

  const change = (name: string, value: string) => {
    const next = { ...values, [name]: value };
    typed.set(draftKey, next);
    setValues(next);
  };
  const contextOf = (name: string): Record<string, string> =>
    Object.fromEntries(
      open.flatMap((other) => {
        const value = ownText(values, other);
        return value && other !== name ? [[other, value]] : [];
      }),
    );
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
          <TextArgument
            key={name}
            label={name}
            required
            secret={isSecret(name)}
            value={ownText(values, name) ?? ''}
            onChange={(value) => change(name, value)}
            about={
              template !== undefined && open.includes(name)
                ? {
                    serverId: server.id,
                    ref: { type: 'ref/resource', uri: template },
                    name,
                    context: contextOf(name),
                  }
                : undefined
            }
          />
        ))}
        {open.length > 0 && (
          <Notice>Values are suggested by the server, which sees what you type here.</Notice>
        )}
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
