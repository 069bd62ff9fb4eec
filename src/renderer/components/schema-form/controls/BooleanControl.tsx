import { Checkbox, Group, Radio } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from '../SchemaForm.module.css';
import type { ControlProps } from './control.ts';
import { FieldButton } from './FieldButton.tsx';
import { OptionGroup } from './OptionGroup.tsx';
import { wrapperProps } from './wrapper.tsx';

const stateWord = (value: unknown): string =>
  value === true ? 'yes' : value === false ? 'no' : 'not answered';

/**
 * Yes or no. Required without a default: neither until the person chooses. Otherwise a box; an optional one nobody
 * touched is no answer at all, and can be made so again.
 */
export const BooleanControl = (props: ControlProps) => {
  const { field, value, error, disabled, onChange, id } = props;
  if (field.required && field.default === undefined) {
    const choice = (answer: boolean, label: string): ReactNode => (
      <Radio
        label={label}
        name={id}
        checked={value === answer}
        error={error !== undefined}
        disabled={disabled}
        onChange={() => onChange(answer)}
      />
    );
    return (
      <OptionGroup role="radiogroup" {...props}>
        <Group gap="lg" mt={4} className={classes.yesNo}>
          {choice(true, 'Yes')}
          {choice(false, 'No')}
        </Group>
      </OptionGroup>
    );
  }
  const { labelProps, descriptionProps, ...wrapper } = wrapperProps(props);
  return (
    <div className={classes.checkRow}>
      <Checkbox
        {...wrapper}
        classNames={{ label: classes.label, description: classes.under }}
        checked={value === true}
        aria-invalid={error === undefined ? undefined : true}
        disabled={disabled}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <span className={classes.checkState}>
        <span aria-live="polite">{stateWord(value)}</span>
        {!field.required && value !== undefined && !disabled ? (
          <FieldButton label="Clear" onPress={() => onChange(undefined)} />
        ) : null}
      </span>
    </div>
  );
};
