import { Select } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ModelOption } from '../../../shared/model/reverse-call.ts';
import { pricesText } from './cost.ts';
import classes from './Question.module.css';

interface Props {
  readonly models: readonly ModelOption[];
  readonly value: string;
  /** Models with something in the request that they cannot take. */
  readonly unfit: ReadonlySet<string>;
  readonly disabled: boolean;
  /** Why this one. */
  readonly reason: ReactNode;
  readonly onChange: (model: string) => void;
}

/** The models that can be asked, each with what it costs where that is known. */
export const ModelSelect = ({ models, value, unfit, disabled, reason, onChange }: Props) => {
  const words = (id: string): string[] => {
    const facts = models.find((each) => each.id === id)?.facts;
    const prices = facts && pricesText(facts);
    return [
      ...(prices === undefined ? [] : [prices]),
      ...(unfit.has(id) ? ['cannot take this request'] : []),
    ];
  };
  const prices = words(value);
  return (
    <Select
      label="Model"
      data={models.map((each) => ({ value: each.id, label: each.label }))}
      value={value}
      allowDeselect={false}
      disabled={disabled}
      maxDropdownHeight={280}
      comboboxProps={{ shadow: 'md' }}
      renderOption={({ option }) => {
        const more = words(option.value);
        return (
          <span className={classes.option}>
            <span>{option.label}</span>
            {more.length > 0 ? <span className={classes.quiet}>{more.join(' · ')}</span> : null}
          </span>
        );
      }}
      onChange={(next) => next !== null && onChange(next)}
      description={
        <>
          {reason}
          {prices.length > 0 ? ` ${prices.join('; ')}.` : null}
        </>
      }
      inputWrapperOrder={['label', 'input', 'description', 'error']}
    />
  );
};
