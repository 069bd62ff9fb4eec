import { Button, Radio, Select } from '@mantine/core';
import classes from '../SchemaForm.module.css';
import type { ControlProps } from './control.ts';
import { labelText, wrapperProps } from './wrapper.tsx';

/** Up to this many options all stand on the form. */
const FEW = 5;
/** More rows at once would make the list slow to open; typing narrows it. */
const MOST = 300;

/** One of several options. Nothing is chosen until the person chooses. */
export const ChoiceControl = (props: ControlProps) => {
  const { field, value, disabled, onChange, id } = props;
  const options = field.options ?? [];
  const index = options.findIndex((option) => option.value === value);
  const chosen = index === -1 ? null : String(index);
  const choose = (next: string | null): void =>
    onChange(next === null ? undefined : options[Number(next)]?.value);

  if (options.length <= FEW) {
    return (
      <Radio.Group {...wrapperProps(props)} value={chosen} onChange={choose}>
        <div className={classes.options}>
          {options.map((option, at) => (
            <Radio
              // biome-ignore lint/suspicious/noArrayIndexKey: the options of a schema never change places
              key={at}
              value={String(at)}
              name={id}
              required={field.required}
              label={labelText(option.label)}
              disabled={disabled}
            />
          ))}
        </div>
        {!field.required && chosen !== null && !disabled ? (
          <Button
            variant="subtle"
            color="gray"
            size="compact-xs"
            className={classes.clear}
            onClick={() => choose(null)}
          >
            Clear
          </Button>
        ) : null}
      </Radio.Group>
    );
  }
  return (
    <Select
      {...wrapperProps(props)}
      data={options.map((option, at) => ({ value: String(at), label: labelText(option.label) }))}
      value={chosen}
      onChange={choose}
      placeholder="Nothing chosen"
      searchable
      clearable={!field.required}
      clearButtonProps={{ 'aria-label': 'Clear' }}
      allowDeselect={false}
      limit={MOST}
      nothingFoundMessage="No such option"
      maxDropdownHeight={240}
      comboboxProps={{ shadow: 'md' }}
      disabled={disabled}
      aria-required={field.required || undefined}
    />
  );
};
