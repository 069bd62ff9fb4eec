import { Radio, Select } from '@mantine/core';
import classes from '../SchemaForm.module.css';
import type { ControlProps } from './control.ts';
import { FieldButton } from './FieldButton.tsx';
import { OptionGroup } from './OptionGroup.tsx';
import { labelText, wrapperProps } from './wrapper.tsx';

/** Up to this many options all stand on the form. */
const FEW = 5;
/** More rows at once would make the list slow to open; typing narrows it. */
const MOST = 300;

/** One of several options. Nothing is chosen until the person chooses. */
export const ChoiceControl = (props: ControlProps) => {
  const { field, value, error, disabled, onChange, id } = props;
  const options = field.options ?? [];
  const index = options.findIndex((option) => option.value === value);
  const chosen = index === -1 ? null : String(index);
  const choose = (next: string | null): void =>
    onChange(next === null ? undefined : options[Number(next)]?.value);

  // The kit's own button in a list is out of reach of the keyboard and of a screen reader.
  const clear =
    !field.required && chosen !== null && !disabled ? (
      <FieldButton label="Clear" onPress={() => choose(null)} />
    ) : null;

  if (options.length <= FEW) {
    return (
      <OptionGroup role="radiogroup" {...props}>
        <div className={classes.options}>
          {options.map((option, at) => (
            <Radio
              // biome-ignore lint/suspicious/noArrayIndexKey: the options of a schema never change places
              key={at}
              name={id}
              label={labelText(option.label)}
              checked={at === index}
              error={error !== undefined}
              disabled={disabled}
              onChange={() => choose(String(at))}
            />
          ))}
        </div>
        {clear}
      </OptionGroup>
    );
  }
  return (
    <>
      <Select
        {...wrapperProps(props)}
        data={options.map((option, at) => ({ value: String(at), label: labelText(option.label) }))}
        value={chosen}
        onChange={choose}
        placeholder="Nothing chosen"
        searchable
        openOnFocus={false}
        allowDeselect={false}
        limit={MOST}
        nothingFoundMessage="No such option"
        maxDropdownHeight={240}
        // Else every list on the page has all its options drawn and placed, unseen.
        comboboxProps={{ shadow: 'md', keepMounted: false }}
        disabled={disabled}
        aria-required={field.required || undefined}
      />
      {clear}
    </>
  );
};
