import { Button, Loader } from '@mantine/core';
import { type FormEvent, lazy, Suspense, useMemo, useState } from 'react';
import type { ListItem, ServerView } from '../../../shared/model/server.ts';
import {
  clean,
  type FieldError,
  initialValues,
  readSchema,
  type Values,
  validate,
} from '../../../shared/schema-form/index.ts';
import { onePress } from '../../lib/one-press.ts';
import { CallPane } from './CallPane.tsx';
import { ItemHead } from './ItemHead.tsx';
import classes from './ItemPage.module.css';
import { RunRow } from './RunRow.tsx';
import { useRunner } from './use-calls.ts';

const SchemaForm = lazy(() =>
  import('../../components/schema-form/SchemaForm.tsx').then((m) => ({ default: m.SchemaForm })),
);

/** What was typed into a tool's form, so that looking elsewhere loses nothing. Gone with the window. */
const typed = new Map<string, Values>();

const NO_ARGUMENTS = { type: 'object' };

/** One tool: what it says of itself, its arguments, and the call that is shown. */
export const ToolPage = ({ server, tool, known }: { server: ServerView; tool: ListItem; known: boolean }) => {
  const runner = useRunner(server.id, 'tools/call', (name) => name === tool.name);
  const schema = tool.inputSchema ?? NO_ARGUMENTS;
  const model = useMemo(() => readSchema(schema, { dialect: 'arguments' }), [schema]);
  const draftKey = `${server.id}\n${tool.name}`;
  const [values, setValues] = useState<Values | undefined>(() => typed.get(draftKey));
  const [errors, setErrors] = useState<FieldError[]>([]);
  const shown = values ?? initialValues(model);

  const change = (next: Values) => {
    typed.set(draftKey, next);
    setValues(next);
  };
  const run = (event: FormEvent) => {
    event.preventDefault();
    if (server.status !== 'connected') return;
    const args = clean(model, shown);
    const found = validate(model, args);
    setErrors(found);
    if (found.length === 0) void runner.start(tool.name, args);
  };

  return (
    <article className={classes.page}>
      <ItemHead item={tool} />
      <form className={classes.form} onSubmit={run} noValidate {...onePress}>
        {known && (model.fields.length > 0 || model.undrawable.length > 0) && (
          <Suspense fallback={<Loader size="sm" aria-label="Loading" />}>
            <SchemaForm
              schema={schema}
              dialect="arguments"
              values={shown}
              onChange={change}
              errors={errors}
              idPrefix="argument"
            />
          </Suspense>
        )}
        {known && model.fields.length === 0 && model.undrawable.length === 0 && (
          <p className={classes.quiet}>This tool takes no arguments.</p>
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
