import { getDefaultRegistry } from '@rjsf/core';
import type { FieldProps, RegistryFieldsType } from '@rjsf/utils';
import { memo, useCallback, useId, useMemo } from 'react';
import { isObject, type JsonObject, own } from '../../../shared/json.ts';
import { alternativesOf, isOpenEnded } from '../../../shared/schema-form/shape.ts';
import { Alternatives } from './Alternatives.tsx';
import { canShow } from './can-show.ts';
import { EmptyAnswers } from './controls/EmptyAnswers.tsx';
import { describeNested } from './describe.ts';
import { FieldControl } from './FieldControl.tsx';
import { errorKey, fieldAt, useForm } from './form-context.ts';
import { Group } from './Group.tsx';
import { NestedObject } from './NestedObject.tsx';
import { NestedTuple } from './NestedTuple.tsx';
import classes from './SchemaForm.module.css';

/**
 * Draws one value with our own control. RJSF's own string and number fields turn text into numbers on the way and
 * forget what was typed, so they are not used.
 */
const Leaf = (props: FieldProps) => {
  const { schema, formData, fieldPathId, onChange, required } = props;
  const form = useForm();
  const path = fieldPathId.path;
  const modelled = fieldAt(form.fields, path);
  const described = useMemo(() => {
    if (modelled) return modelled;
    const place = { path, required: required ?? false };
    const field = describeNested(schema as JsonObject, place);
    // Nothing is shown by an empty control; one for a whole value holds anything as text.
    const shown =
      formData === undefined || formData === null || WHOLE.has(field.kind) || canShow(field, formData);
    return shown ? field : { ...describeNested(AS_JSON, place), label: field.label };
  }, [modelled, schema, path, required, formData]);
  // Two forms on a page may have fields of one name, so ids are made here and not from names.
  const id = `${fieldPathId.$id.replace(/[^\w-]/g, '_')}${useId()}`;
  const whole = WHOLE.has(described.kind);
  const nested = modelled === undefined;
  // An entry of a list, or under a name of the person's, is there even while nothing is in it.
  const stays =
    (typeof path.at(-1) === 'number' && props.uiSchema?.place !== true) || props.uiSchema?.slot === true;
  const key = errorKey(form.fields, path);
  const error =
    errorAt(form.errors, key, whole) ??
    (nested && Number.isNaN(formData) && hasErrorAbove(form.errors, key)
      ? 'Fill this in, or take it away.'
      : undefined);
  const change = useCallback(
    (value: unknown) => {
      const entered = nested && value === '' ? undefined : value;
      onChange(entered === undefined && stays ? (whole ? Number.NaN : null) : entered, path);
    },
    [onChange, path, nested, whole, stays],
  );
  const say = useCallback((value: unknown) => onChange(value, path), [onChange, path]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only hears that the control inside was left
    <div
      className={classes.field}
      data-field
      // What stands in a list or was chosen is asked for by being there.
      data-unmarked={typeof path.at(-1) === 'number' || props.uiSchema?.alternative || stays || undefined}
      data-invalid={error !== undefined || undefined}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) form.onLeave(path);
      }}
    >
      <FieldControl
        id={id}
        field={described}
        value={formData}
        error={error}
        disabled={form.disabled}
        nested={nested}
        onChange={change}
      />
      {nested && !whole ? (
        <EmptyAnswers
          field={described}
          value={formData}
          error={error}
          disabled={form.disabled}
          onChange={say}
        />
      ) : null}
    </div>
  );
};

const AS_JSON = {};

const WHOLE: ReadonlySet<string> = new Set(['json', 'object', 'array']);

/** The message for a control; one that edits a whole value in one text also speaks for what is inside it. */
const errorAt = (errors: ReadonlyMap<string, string>, key: string, whole: boolean): string | undefined => {
  const own = errors.get(key);
  if (own !== undefined || !whole) return own;
  for (const [inner, message] of errors) {
    if (inner.startsWith(`${key}.`)) return `${inner.slice(key.length + 1)}: ${message}`;
  }
  return undefined;
};

/** Whether something that holds the place has a message: of JSON that is not finished only that is said. */
const hasErrorAbove = (errors: ReadonlyMap<string, string>, key: string): boolean =>
  [...errors.keys()].some((each) => each !== '' && key.startsWith(`${each}.`));

const CoreArrayField = getDefaultRegistry().fields.ArrayField;

/** Draws one value of a form by what its schema takes; there is no schema this has nothing for. */
const Value = memo((props: FieldProps) => {
  const form = useForm();
  const schema = props.schema as JsonObject;
  const field = fieldAt(form.fields, props.fieldPathId.path);
  if (alternativesOf(schema).length > 0) return <Alternatives {...props} Whole={Leaf} />;
  if (isOpenEnded(schema) || Array.isArray(own(schema, 'enum'))) return <Leaf {...props} />;
  switch (own(schema, 'type')) {
    case 'object':
      if (present(props.formData) && !isObject(props.formData)) return <Leaf {...props} schema={AS_JSON} />;
      return <NestedObject {...props} />;
    case 'array':
      if (!CoreArrayField || (field ? field.kind === 'multi-choice' : isChoice(schema, props.formData)))
        return <Leaf {...props} />;
      // What is no list has no rows: it is shown as it is.
      if (present(props.formData) && !Array.isArray(props.formData))
        return <Leaf {...props} schema={AS_JSON} />;
      if (Array.isArray(own(schema, 'items'))) return <NestedTuple {...props} />;
      return (
        <Group {...props} clearable={Array.isArray(props.formData)}>
          <CoreArrayField {...props} />
        </Group>
      );
    default:
      return <Leaf {...props} />;
  }
});
Value.displayName = 'Value';

const present = (value: unknown): boolean => value !== undefined && value !== null;

/** A list that check boxes can show: of options, each at most once. */
const isChoice = (schema: JsonObject, value: unknown): boolean => {
  const items = own(schema, 'items');
  const options = isObject(items) ? own(items, 'enum') : undefined;
  if (!Array.isArray(options)) return false;
  if (!present(value)) return true;
  return (
    Array.isArray(value) &&
    new Set(value).size === value.length &&
    value.every((each) => options.includes(each))
  );
};

export const fields: RegistryFieldsType = { SchemaField: Value };
