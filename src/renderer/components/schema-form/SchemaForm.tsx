import { Alert, Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import {
  type KeyboardEvent,
  startTransition,
  useCallback,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { sameJson } from '../../../shared/json.ts';
import {
  type Dialect,
  type FieldError,
  type FormField,
  readSchema,
  validate,
} from '../../../shared/schema-form/index.ts';
import { ServerText } from '../question/ServerText.tsx';
import { AfterPress } from './after-press.ts';
import { FieldList } from './FieldList.tsx';
import { FormBoundary } from './FormBoundary.tsx';
import { errorKey, type FieldPath, FormContext, type FormState } from './form-context.ts';
import { PAGE, pageOf, pagesOf } from './pages.ts';
import classes from './SchemaForm.module.css';
import { shownErrors } from './shown-errors.ts';

export interface SchemaFormProps {
  /** As received. */
  readonly schema: unknown;
  readonly dialect: Dialect;
  /** Form state, from `initialValues(model)`; pass it through `clean` before it leaves. */
  readonly values: Record<string, unknown>;
  readonly onChange: (values: Record<string, unknown>) => void;
  /** What the last whole check said. A new array moves the focus to the first of its fields, unless someone types. */
  readonly errors: readonly FieldError[];
  readonly idPrefix: string;
  readonly disabled?: boolean;
}

/** A JSON Schema object as a form: what a person sees is what `clean` gives to the server. */
export const SchemaForm = (props: SchemaFormProps) => (
  <FormBoundary dialect={props.dialect}>
    <Drawn {...props} />
  </FormBoundary>
);

const Drawn = ({
  schema,
  dialect,
  values,
  onChange,
  errors,
  idPrefix,
  disabled = false,
}: SchemaFormProps) => {
  const model = readSchema(schema, { dialect });
  const root = useRef<HTMLDivElement>(null);
  const [page, setPage] = useState(0);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [changes, setChanges] = useState<{ given: readonly FieldError[]; names: ReadonlySet<string> }>({
    given: errors,
    names: new Set(),
  });
  const changed = changes.given === errors ? changes.names : NONE;

  const byKey = useMemo(() => new Map(model.fields.map((field) => [field.key, field])), [model]);
  const names = useMemo(() => new Set(model.fields.map((field) => field.name)), [model]);
  const settled = useDeferredValue(values);
  const live = useMemo(() => validate(model, settled), [model, settled]);
  const now = useMemo(
    () => shownErrors({ given: errors, live, left, changed, names }),
    [errors, live, left, changed, names],
  );
  // Every field looks at these: a key that changes no message must not have them all drawn again.
  const last = useRef(now);
  if (!sameEntries(last.current, now)) last.current = now;
  const shown = last.current;

  const onLeave = useCallback(
    (path: FieldPath) => {
      const name = errorKey(byKey, path.slice(0, 1));
      afterPress.run(() => setLeft((before) => (before.has(name) ? before : new Set([...before, name]))));
    },
    [byKey],
  );
  // The buttons stop at once; the fields follow when there is time for it.
  const stopped = useDeferredValue(disabled);
  const state = useMemo<FormState>(
    () => ({ fields: byKey, dialect, errors: shown, disabled: stopped, onLeave }),
    [byKey, dialect, shown, stopped, onLeave],
  );

  const visible = useMemo(() => model.fields.slice(page * PAGE, (page + 1) * PAGE), [model, page]);
  const all = pagesOf(model.fields.length) === 1;
  const onPage = all ? model.fields : visible;
  // What could never be sent need not be filled in; a tool's other arguments are worth keeping.
  const drawable = model.canAccept || dialect === 'arguments';
  const latest = useRef(values);
  latest.current = values;
  const change = (field: FormField, value: unknown): void => {
    const before = latest.current;
    if (Object.is(value, before[field.key]) || sameValue(value, before[field.key])) return;
    const { [field.key]: _, ...others } = before;
    const after = value === undefined ? others : { ...before, [field.key]: value };
    latest.current = after;
    setChanges({ given: errors, names: new Set([...changed, field.name]) });
    onChange(after);
  };
  const newest = useRef(change);
  newest.current = change;
  const onValue = useCallback((field: FormField, value: unknown) => newest.current(field, value), []);

  const [wanted, setWanted] = useState<readonly FieldError[]>([]);
  useEffect(() => {
    const first = errors[0];
    if (!first || root.current?.contains(document.activeElement)) return;
    setPage(pageOf(model.fields, first.field));
    setWanted(errors);
  }, [errors, model]);
  useEffect(() => {
    if (wanted.length === 0) return;
    focusFirstInvalid(root.current);
    setWanted([]);
  }, [wanted]);

  // Taking fifty fields away and putting others up may wait for keys and clicks.
  const turn = (by: 1 | -1): void =>
    startTransition(() =>
      setPage((from) => Math.min(Math.max(from + by, 0), pagesOf(model.fields.length) - 1)),
    );

  // A tool's schema is titled by its generator ("search_nodesArguments"); its page has a heading.
  const title = dialect === 'elicitation' ? model.title : undefined;
  const whole = shown.get('') ?? errors.find((error) => error.field === '')?.message;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only keeps a key from reaching a form around it
    <div ref={root} className={classes.form} onKeyDown={keepEnter}>
      {title || model.description ? (
        <div className={classes.notice}>
          {title ? (
            <div className={classes.label}>
              <ServerText text={title} inline />
            </div>
          ) : null}
          {model.description ? (
            <div className={classes.description}>
              <ServerText text={model.description} />
            </div>
          ) : null}
        </div>
      ) : null}
      {model.undrawable.length > 0 ? (
        <Alert
          className={classes.notice}
          classNames={{ title: classes.alertTitle }}
          color="yellow"
          icon={<IconAlertTriangle aria-hidden />}
          title={model.canAccept ? 'Not everything can be entered here' : 'This cannot be answered here'}
        >
          {model.undrawable.slice(0, 20).map((each) => (
            <div key={each.name}>
              {each.name ? (
                <>
                  <strong>
                    <ServerText text={each.name} inline />
                  </strong>
                  {': '}
                </>
              ) : null}
              <ServerText text={each.reason} inline />
              {each.required ? '' : ' It is optional and is left out.'}
            </div>
          ))}
        </Alert>
      ) : null}
      {whole ? (
        <Alert className={classes.notice} color="red" icon={<IconAlertTriangle aria-hidden />} role="alert">
          {whole}
        </Alert>
      ) : null}
      {all || !drawable ? null : (
        <nav className={classes.pages} aria-label="Pages of the form">
          <Button variant="default" disabled={page === 0} onClick={() => turn(-1)}>
            Previous fields
          </Button>
          <span aria-live="polite">
            Fields {page * PAGE + 1} to {page * PAGE + visible.length} of {model.fields.length}
          </span>
          <Button
            variant="default"
            disabled={page >= pagesOf(model.fields.length) - 1}
            onClick={() => turn(1)}
          >
            Next fields
          </Button>
        </nav>
      )}
      {onPage.length > 0 && drawable ? (
        <FormContext value={state}>
          <FieldList
            key={page}
            fields={onPage}
            properties={model.schema.properties}
            values={values}
            idPrefix={idPrefix.replace(/[^\w-]/g, '_')}
            all={wanted.length > 0}
            onValue={onValue}
          />
        </FormContext>
      ) : null}
    </div>
  );
};

/** Enter in a field never sends: a form around this one would take it as its submit button. */
const keepEnter = (event: KeyboardEvent): void => {
  if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault();
};

const NONE: ReadonlySet<string> = new Set();
const afterPress = new AfterPress(window);

const sameEntries = (a: ReadonlyMap<string, string>, b: ReadonlyMap<string, string>): boolean =>
  a.size === b.size && [...a].every(([key, message]) => b.get(key) === message);

/** Pruned lists and objects are new each time. */
const sameValue = (a: unknown, b: unknown): boolean =>
  typeof a === 'object' && typeof b === 'object' && sameJson(a, b);

const FOCUSABLE = 'input:not([type="hidden"]):not(:disabled), textarea:not(:disabled), select:not(:disabled)';

/** Moves the focus to the first field, in the order on the screen, that has an error. */
const focusFirstInvalid = (root: HTMLElement | null): void => {
  const place = root?.querySelector<HTMLElement>('[data-invalid]');
  // A list that lacks entries has no field yet.
  const target = place?.querySelector<HTMLElement>(FOCUSABLE) ?? place;
  target?.focus();
  target?.scrollIntoView({ block: 'center' });
};

/** The first field a person can fill in, for the initial focus. */
export const firstField = (root: HTMLElement | null): HTMLElement | null =>
  root?.querySelector<HTMLElement>(`.${classes.form} :is(${FOCUSABLE})`) ?? null;
