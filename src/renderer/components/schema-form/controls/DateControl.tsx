import { TextInput } from '@mantine/core';
import type { ControlProps } from './control.ts';
import { wrapperProps } from './wrapper.tsx';

/** Stands in form state for a date that is only half entered: no valid answer, so it can never be dropped unseen. */
export const HALF_ENTERED = 'incomplete';

const DATE = /^\d{4}-\d\d-\d\d$/;

/** A calendar date in the browser's own date entry. */
export const DateControl = (props: ControlProps) => {
  const { field, value, disabled, onChange } = props;
  const shown = typeof value === 'string' && DATE.test(value) ? value : '';
  return (
    <TextInput
      {...wrapperProps(props)}
      type="date"
      max="9999-12-31"
      value={shown}
      disabled={disabled}
      aria-required={field.required || undefined}
      onChange={(event) => onChange(event.currentTarget.value)}
      onBlur={(event) => {
        if (event.currentTarget.validity.badInput) onChange(HALF_ENTERED);
        else if (event.currentTarget.value === '' && value === HALF_ENTERED) onChange('');
      }}
    />
  );
};
