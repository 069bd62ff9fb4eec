import { Loader, Tabs } from '@mantine/core';
import { lazy, type Ref, Suspense, useMemo } from 'react';
import { type FieldError, type FormModel, validateAgainst } from '../../../shared/schema-form/index.ts';
import { Notice } from '../../components/Notice.tsx';
import { plainLine } from '../../components/Untrusted.tsx';
import {
  type ArgumentDraft,
  type ArgumentView,
  changeForm,
  changeText,
  fillDraft,
  gapsOf,
  hasForm,
  showForm,
  showJson,
  startDraft,
} from './argument-draft.ts';
import { readArguments, writeArguments } from './argument-json.ts';
import { FillRow } from './FillRow.tsx';
import classes from './ItemPage.module.css';
import { JsonArguments } from './JsonArguments.tsx';
import type { LastArguments } from './use-last-arguments.ts';

const SchemaForm = lazy(() =>
  import('../../components/schema-form/SchemaForm.tsx').then((m) => ({ default: m.SchemaForm })),
);

interface Props {
  readonly model: FormModel;
  readonly schema: unknown;
  readonly draft: ArgumentDraft;
  readonly onChange: (draft: ArgumentDraft) => void;
  /** What the last check of the form said. */
  readonly errors: readonly FieldError[];
  /** The person tried to run this text, or to leave it for the form. */
  readonly tried: boolean;
  readonly onTried: () => void;
  readonly lastArguments: LastArguments;
  readonly jsonInput: Ref<HTMLTextAreaElement>;
}

const NAMES_SHOWN = 8;
const names = (list: readonly string[]): string => {
  const shown = list.slice(0, NAMES_SHOWN).map((name) => plainLine(name).slice(0, 80));
  return list.length > NAMES_SHOWN
    ? `${shown.join(', ')} and ${list.length - NAMES_SHOWN} more`
    : shown.join(', ');
};

/** What the form does not say by itself. */
const FormNotices = ({ model, draft }: { model: FormModel; draft: ArgumentDraft }) => {
  const { onlyJson, extra } = useMemo(() => gapsOf(model, draft), [model, draft]);
  return (
    <>
      {extra.length > 0 && <Notice>Sent as well, as written in the JSON: {names(extra)}.</Notice>}
      {onlyJson.length > 0 && (
        <Notice kind="problem">
          The form cannot hold what the JSON says of {names(onlyJson)}. To send that, run it from the JSON.
        </Notice>
      )}
    </>
  );
};

/** A tool's arguments, as a form or as JSON. */
export const ArgumentForm = (props: Props) => {
  const { model, schema, draft, onChange, errors, tried, onTried, lastArguments, jsonInput } = props;
  const { view, text = '' } = draft;
  const reading = useMemo(() => readArguments(text), [text]);
  const wrong = useMemo(
    () => (view === 'json' && tried && reading.ok ? validateAgainst(schema, reading.args) : []),
    [view, tried, reading, schema],
  );
  const unfinished = useMemo(
    () => (view === 'json' ? gapsOf(model, draft).unfinished : []),
    [view, model, draft],
  );
  const drawable = hasForm(model) || model.undrawable.length === 0;

  const look = (next: ArgumentView) => {
    if (next === view) return;
    if (next === 'json') onChange(showJson(model, draft));
    // Text that is no JSON would be lost from sight in the form.
    else if (reading.ok) onChange(showForm(draft));
    else onTried();
  };
  return (
    <Tabs
      value={view}
      onChange={(next) => look(next as ArgumentView)}
      keepMounted
      // The form would not hear of new values in React's own way of hiding.
      keepMountedMode="display-none"
      className={classes.arguments}
    >
      <FillRow
        draft={draft}
        onChange={onChange}
        lastArguments={lastArguments}
        filled={(last) => fillDraft(model, draft, last, (field) => field.secret)}
        cleared={() => {
          const fresh = startDraft(model);
          return view === 'json' ? showJson(model, fresh) : fresh;
        }}
      >
        {drawable && (
          <Tabs.List aria-label="Arguments as" className={classes.views}>
            <Tabs.Tab value="form">Form</Tabs.Tab>
            <Tabs.Tab value="json">JSON</Tabs.Tab>
          </Tabs.List>
        )}
      </FillRow>
      {!drawable && (
        <Notice kind="problem">
          No form can be drawn for these arguments: write them as JSON.{' '}
          {model.undrawable
            .map(({ reason }) => plainLine(reason))
            .slice(0, 3)
            .join(' ')}
        </Notice>
      )}
      <Tabs.Panel value="form" className={classes.view}>
        {/* What is half typed is only in the form's own fields, so then it stays there, out of sight. */}
        {hasForm(model) && (view === 'form' || unfinished.length > 0) && (
          <Suspense fallback={<Loader size="sm" aria-label="Loading" />}>
            <SchemaForm
              schema={schema}
              dialect="arguments"
              values={draft.values}
              onChange={(values) => onChange(changeForm(draft, values))}
              errors={errors}
              idPrefix="argument"
            />
          </Suspense>
        )}
        {!hasForm(model) && <p className={classes.quiet}>This tool names no arguments.</p>}
        {hasForm(model) && model.undrawable.length > 0 && (
          <Notice>What cannot be entered in the form can be written as JSON.</Notice>
        )}
        {view === 'form' && draft.met && <FormNotices model={model} draft={draft} />}
      </Tabs.Panel>
      <Tabs.Panel value="json" className={classes.view}>
        {view === 'json' && (
          <JsonArguments
            text={text}
            reading={reading}
            onChange={(next) => onChange(changeText(model, draft, next))}
            onRestore={() => onChange(changeText(model, draft, writeArguments(draft.met?.json ?? {})))}
            tried={tried}
            errors={wrong}
            input={jsonInput}
          />
        )}
        {unfinished.length > 0 && (
          <Notice kind="problem">Not finished in the form, and so not here: {names(unfinished)}.</Notice>
        )}
      </Tabs.Panel>
    </Tabs>
  );
};
