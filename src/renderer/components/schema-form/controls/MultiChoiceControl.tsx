import { Checkbox } from '@mantine/core';
import classes from '../SchemaForm.module.css';
import type { ControlProps } from './control.ts';
import { labelText, wrapperProps } from './wrapper.tsx';

/** More boxes than this scroll in a frame of their own. */
const MANY = 12;

/** Several of several options, as check boxes; the answer keeps the schema's order. */
export const MultiChoiceControl = (props: ControlProps) => {
  const { field, value, disabled, onChange } = props;
  const options = field.options ?? [];
  const chosen = new Set<unknown>(Array.isArray(value) ? value : []);
  const count = options.filter((option) => chosen.has(option.value)).length;
  return (
    <Checkbox.Group
      {...wrapperProps(props, `${count} of ${options.length} chosen`)}
      value={options.flatMap((option, at) => (chosen.has(option.value) ? [String(at)] : []))}
      onChange={(next) => {
        const now = new Set(next);
        onChange(options.filter((_, at) => now.has(String(at))).map((option) => option.value));
      }}
    >
      <div className={classes.options} data-many={options.length > MANY || undefined}>
        {options.map((option, at) => (
          <Checkbox
            // biome-ignore lint/suspicious/noArrayIndexKey: the options of a schema never change places
            key={at}
            value={String(at)}
            label={labelText(option.label)}
            disabled={disabled}
          />
        ))}
      </div>
    </Checkbox.Group>
  );
};
