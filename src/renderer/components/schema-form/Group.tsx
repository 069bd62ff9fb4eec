import { Button } from '@mantine/core';
import type { FieldProps } from '@rjsf/utils';
import { type ReactNode, useId, useRef } from 'react';
import type { JsonObject } from '../../../shared/json.ts';
import { ServerText } from '../question/ServerText.tsx';
import { labelText } from './controls/wrapper.tsx';
import { nestedLabel } from './describe.ts';
import { errorKey, fieldAt, useForm } from './form-context.ts';
import classes from './SchemaForm.module.css';

interface Props extends Pick<FieldProps, 'schema' | 'fieldPathId' | 'onChange' | 'required' | 'uiSchema'> {
  /** There is something to take away again. */
  readonly clearable: boolean;
  readonly children: ReactNode;
}

/** What belongs together under one name, with what is wrong with the whole of it. */
export const Group = ({ schema, fieldPathId, onChange, required, uiSchema, clearable, children }: Props) => {
  const form = useForm();
  const id = useId();
  const box = useRef<HTMLFieldSetElement>(null);
  const { path } = fieldPathId;
  const error = form.errors.get(errorKey(form.fields, path));
  const field = fieldAt(form.fields, path);
  const label = labelText(field?.label ?? nestedLabel(schema as JsonObject, path));
  const needed = field?.required ?? required ?? false;
  // A chosen alternative stands under its name already.
  const legend = !uiSchema?.alternative;
  const description = legend ? (field?.description ?? schema.description) : undefined;
  return (
    <fieldset
      ref={box}
      tabIndex={-1}
      className={classes.group}
      aria-label={legend ? undefined : label}
      data-invalid={error !== undefined || undefined}
      aria-describedby={error === undefined ? undefined : id}
    >
      {legend ? (
        <legend
          className={classes.label}
          data-needed={(needed && typeof path.at(-1) !== 'number') || undefined}
        >
          {label}
        </legend>
      ) : null}
      {description ? (
        <div className={classes.description}>
          <ServerText text={description} />
        </div>
      ) : null}
      <div className={classes.fields}>{children}</div>
      {legend && !needed && clearable && !form.disabled ? (
        <Button
          variant="subtle"
          color="gray"
          size="compact-xs"
          className={classes.groupClear}
          aria-label={`Clear ${label}`}
          onClick={() => {
            box.current?.focus();
            onChange(undefined, path);
          }}
        >
          Clear
        </Button>
      ) : null}
      {error === undefined ? null : (
        <p id={id} className={classes.groupError}>
          {error}
        </p>
      )}
    </fieldset>
  );
};
