import { Checkbox } from '@mantine/core';
import classes from '../SchemaForm.module.css';
import type { ControlProps } from './control.ts';
import { FieldButton } from './FieldButton.tsx';
import { OptionGroup } from './OptionGroup.tsx';
import { labelText } from './wrapper.tsx';

/** More boxes than this scroll in a frame of their own. */
const MANY = 12;

/** Several of several options, as check boxes; the answer keeps the schema's order. */
export const MultiChoiceControl = (props: ControlProps) => {
  const { field, value, error, disabled, onChange } = props;
  const options = field.options ?? [];
  const chosen = new Set<unknown>(Array.isArray(value) ? value : []);
  const count = options.filter((option) => chosen.has(option.value)).length;
  const mayBeNone = (field.minItems ?? 0) <= 0;
  const tick = (toggled: unknown): void => {
    const next = options.flatMap((option) =>
      chosen.has(option.value) !== (option.value === toggled) ? [option.value] : [],
    );
    // "None" is an answer where one is required, and where it takes a filled-in default away.
    const none = mayBeNone && (field.required || Array.isArray(field.default));
    onChange(next.length === 0 && !none ? undefined : next);
  };
  const said = Array.isArray(value) ? `${count} of ${options.length} chosen` : 'not answered';
  return (
    <OptionGroup role="group" {...props} extra={said}>
      <div className={classes.options} data-many={options.length > MANY || undefined}>
        {options.map((option, at) => (
          <Checkbox
            // biome-ignore lint/suspicious/noArrayIndexKey: the options of a schema never change places
            key={at}
            label={labelText(option.label)}
            checked={chosen.has(option.value)}
            error={error !== undefined}
            aria-invalid={error === undefined ? undefined : true}
            disabled={disabled}
            onChange={() => tick(option.value)}
          />
        ))}
      </div>
      {field.required && mayBeNone && value === undefined && !disabled ? (
        <FieldButton label="None of these" onPress={() => onChange([])} />
      ) : null}
    </OptionGroup>
  );
};
