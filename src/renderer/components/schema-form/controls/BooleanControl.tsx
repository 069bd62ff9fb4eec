import { Button, Checkbox, Group, Radio } from '@mantine/core';
import classes from '../SchemaForm.module.css';
import type { ControlProps } from './control.ts';
import { wrapperProps } from './wrapper.tsx';

const stateWord = (value: unknown): string =>
  value === true ? 'yes' : value === false ? 'no' : 'not answered';

/**
 * Yes or no. Required without a default: neither until the person chooses. Otherwise a box; an optional one nobody
 * touched is no answer at all, and can be made so again.
 */
export const BooleanControl = (props: ControlProps) => {
  const { field, value, disabled, onChange, id } = props;
  const { labelProps, descriptionProps, ...wrapper } = wrapperProps(props);
  if (field.required && field.default === undefined) {
    return (
      <Radio.Group
        {...wrapper}
        labelProps={labelProps}
        descriptionProps={descriptionProps}
        value={value === true ? 'yes' : value === false ? 'no' : null}
        onChange={(next) => onChange(next === 'yes')}
      >
        <Group gap="lg" mt={4} className={classes.yesNo}>
          <Radio value="yes" label="Yes" required disabled={disabled} name={id} />
          <Radio value="no" label="No" required disabled={disabled} name={id} />
        </Group>
      </Radio.Group>
    );
  }
  return (
    <div className={classes.checkRow}>
      <Checkbox
        {...wrapper}
        classNames={{ label: classes.label, description: classes.under }}
        checked={value === true}
        disabled={disabled}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <span className={classes.checkState}>
        <span aria-live="polite">{stateWord(value)}</span>
        {!field.required && value !== undefined && !disabled ? (
          <Button variant="subtle" color="gray" size="compact-xs" onClick={() => onChange(undefined)}>
            Clear
          </Button>
        ) : null}
      </span>
    </div>
  );
};
