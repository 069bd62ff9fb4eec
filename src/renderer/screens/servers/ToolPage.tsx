import { Button } from '@mantine/core';
import { type FormEvent, useEffect, useMemo, useRef, useState } from 'react';
import { readHeaderDeclarations } from '../../../shared/header-declarations.ts';
import { isObject } from '../../../shared/json.ts';
import type { ListItem, ServerView } from '../../../shared/model/server.ts';
import {
  clean,
  type FieldError,
  readSchema,
  validate,
  validateAgainst,
} from '../../../shared/schema-form/index.ts';
import { oversize } from '../../../shared/schema-form/oversize.ts';
import { Notice } from '../../components/Notice.tsx';
import { plainLine } from '../../components/Untrusted.tsx';
import { onePress } from '../../lib/one-press.ts';
import { ArgumentForm } from './ArgumentForm.tsx';
import { type ArgumentDraft, hasForm, showJson, startDraft } from './argument-draft.ts';
import { readArguments } from './argument-json.ts';
import { CallPane } from './CallPane.tsx';
import { ItemHead } from './ItemHead.tsx';
import classes from './ItemPage.module.css';
import { RunRow } from './RunRow.tsx';
import { useRunner } from './use-calls.ts';
import { useLastArguments } from './use-last-arguments.ts';

/** What was entered for a tool, so that looking elsewhere loses nothing. Gone with the window. */
const typed = new Map<string, ArgumentDraft>();

const NO_ARGUMENTS = { type: 'object' };

/** A tool that names no arguments and allows no others. */
const takesNone = (schema: unknown): boolean =>
  !isObject(schema) ||
  (Object.keys(isObject(schema.properties) ? schema.properties : {}).length === 0 &&
    (schema.additionalProperties === false || Object.keys(schema).every((key) => key === 'type')));

/** Arguments that a modern server over HTTP gets in a header, too (SEP-2243). */
const headersOf = (server: ServerView, schema: unknown): string[] => {
  if (server.era !== 'modern' || server.target.type !== 'http' || oversize(schema)) return [];
  const reading = readHeaderDeclarations(schema);
  return reading.ok ? reading.declarations.map(({ path }) => plainLine(path.join('.')).slice(0, 80)) : [];
};

/** One tool: what it says of itself, its arguments, and the call that is shown. */
export const ToolPage = ({ server, tool, known }: { server: ServerView; tool: ListItem; known: boolean }) => {
  const runner = useRunner(server.id, 'tools/call', (name) => name === tool.name);
  const lastArguments = useLastArguments(server.id, 'tools/call', tool.name);
  const schema = tool.inputSchema ?? NO_ARGUMENTS;
  const model = readSchema(schema, { dialect: 'arguments' });
  const none = model.fields.length === 0 && model.undrawable.length === 0 && takesNone(schema);
  const draftKey = `${server.id}\n${tool.name}`;
  const [held, setHeld] = useState<ArgumentDraft | undefined>(() => typed.get(draftKey));
  const [errors, setErrors] = useState<FieldError[]>([]);
  const [tried, setTried] = useState(0);
  const jsonInput = useRef<HTMLTextAreaElement>(null);
  const draft = useMemo(() => {
    const now = held ?? startDraft(model);
    // A list that changed may have taken the form away.
    return now.view === 'form' && !hasForm(model) && model.undrawable.length > 0 ? showJson(model, now) : now;
  }, [held, model]);
  const headers = useMemo(() => headersOf(server, schema), [server, schema]);

  useEffect(() => {
    if (tried > 0) jsonInput.current?.focus();
  }, [tried]);

  const change = (next: ArgumentDraft) => {
    typed.set(draftKey, next);
    setHeld(next);
    if (next.view === draft.view) return;
    setTried(0);
    setErrors([]);
  };
  const start = (args: Record<string, unknown>) => {
    setTried(0);
    void runner.start(tool.name, args, schema);
    lastArguments.remember(args, schema);
  };
  const run = (event: FormEvent) => {
    event.preventDefault();
    if (server.status !== 'connected' || !known) return;
    if (draft.view === 'json') {
      const reading = readArguments(draft.text ?? '');
      if (reading.ok && validateAgainst(schema, reading.args).length === 0) start(reading.args);
      else setTried(tried + 1);
      return;
    }
    const args = clean(model, draft.values);
    const found = validate(model, args);
    setErrors(found);
    if (found.length === 0) start(args);
  };

  return (
    <article className={classes.page}>
      <ItemHead item={tool} />
      <form className={classes.form} onSubmit={run} noValidate {...onePress}>
        {known && !none && (
          <ArgumentForm
            model={model}
            schema={schema}
            draft={draft}
            onChange={change}
            errors={errors}
            tried={tried > 0}
            onTried={() => setTried(tried + 1)}
            lastArguments={lastArguments}
            jsonInput={jsonInput}
          />
        )}
        {known && none && <p className={classes.quiet}>This tool takes no arguments.</p>}
        {known && headers.length > 0 && (
          <Notice>
            Also sent as a header, which gateways on the way can read: {headers.slice(0, 20).join(', ')}.
          </Notice>
        )}
        <RunRow server={server} runner={runner}>
          <Button type="submit" disabled={server.status !== 'connected' || !known}>
            Run
          </Button>
        </RunRow>
      </form>
      <CallPane runner={runner} />
    </article>
  );
};
