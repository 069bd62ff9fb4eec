import { Radio } from '@mantine/core';
import classes from './Choice.module.css';

interface Props<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly onChange: (value: Value) => void;
}

/** One of a few, side by side. */
export const Choice = <Value extends string>({ label, value, options, onChange }: Props<Value>) => (
  <Radio.Group label={label} value={value} onChange={(next) => onChange(next as Value)}>
    <div className={classes.row}>
      {options.map((option) => (
        <Radio key={option.value} value={option.value} label={option.label} />
      ))}
    </div>
  </Radio.Group>
);
