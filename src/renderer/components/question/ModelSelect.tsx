import { Select } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ModelOption } from '../../../shared/model/reverse-call.ts';
import { modelChoices } from '../model-choices.ts';
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
  const pricesOf = (id: string): string | undefined =>
    pricesText(models.find((each) => each.id === id)?.facts ?? {});
  const prices = pricesOf(value);
  return (
    <Select
      label="Model"
      data={modelChoices(models)}
      value={value}
      allowDeselect={false}
      disabled={disabled}
      maxDropdownHeight={280}
      comboboxProps={{ shadow: 'md' }}
      renderOption={({ option }) => {
        const more = [
          pricesOf(option.value),
          unfit.has(option.value) ? 'cannot take this request' : undefined,
        ].filter((words) => words !== undefined);
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
          {prices === undefined ? null : ` ${prices}.`}
        </>
      }
      inputWrapperOrder={['label', 'input', 'description', 'error']}
    />
  );
};
