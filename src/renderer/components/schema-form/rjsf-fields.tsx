import { getDefaultRegistry } from '@rjsf/core';
import type { FieldProps, RegistryFieldsType } from '@rjsf/utils';
import { useCallback, useId, useMemo } from 'react';
import { describeNested } from './describe.ts';
import { FieldControl } from './FieldControl.tsx';
import { errorKey, fieldAt, useForm } from './form-context.ts';
import classes from './SchemaForm.module.css';

/**
 * Draws one value with our own control. RJSF's own string and number fields turn text into numbers on the way and
 * forget what was typed, so they are not used.
 */
const Leaf = (props: FieldProps) => {
  const { schema, formData, fieldPathId, onChange, name, title, required } = props;
  const form = useForm();
  const path = fieldPathId.path;
  const modelled = fieldAt(form.fields, path);
  const label = title ?? name;
  const described = useMemo(
    () => modelled ?? describeNested(schema, { key: name, label, required: required ?? false }),
    [modelled, schema, name, label, required],
  );
  // Two forms on a page may have fields of one name, so ids are made here and not from names.
  const id = `${fieldPathId.$id.replace(/[^\w-]/g, '_')}${useId()}`;
  const error = errorAt(form.errors, errorKey(form.fields, path), WHOLE.has(described.kind));
  const change = useCallback((value: unknown) => onChange(value, path), [onChange, path]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only hears that the control inside was left
    <div
      className={classes.field}
      data-field
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
        nested={modelled === undefined}
        onChange={change}
      />
    </div>
  );
};

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

const defaults = getDefaultRegistry().fields;
const CoreArrayField = defaults.ArrayField;

/** A list of options is drawn as check boxes, any other list by RJSF. */
const ArrayOrChoice = (props: FieldProps) => {
  const form = useForm();
  const field = fieldAt(form.fields, props.fieldPathId.path);
  const choices = field
    ? field.kind === 'multi-choice'
    : props.registry.schemaUtils.isMultiSelect(props.schema);
  if (choices || !CoreArrayField) return <Leaf {...props} />;
  return <CoreArrayField {...props} />;
};

export const fields: RegistryFieldsType = {
  StringField: Leaf,
  NumberField: Leaf,
  BooleanField: Leaf,
  NullField: Leaf,
  FallbackField: Leaf,
  ArrayField: ArrayOrChoice,
};
