import { Autocomplete, type TextInputProps, VisuallyHidden } from '@mantine/core';
import { type KeyboardEvent, useRef } from 'react';
import { Untrusted } from '../../components/Untrusted.tsx';
import { countText } from '../../lib/words.ts';
import classes from './ItemPage.module.css';
import { type SuggestFor, useSuggestions } from './suggest.ts';

interface Props
  extends Pick<
    TextInputProps,
    'label' | 'labelProps' | 'description' | 'required' | 'withAsterisk' | 'error' | 'onPaste' | 'ref'
  > {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly about: SuggestFor;
}

const MOST = 100;

/** A line of text for which the server suggests values, as the person types or presses Down. None is taken by itself. */
export const SuggestInput = ({ value, onChange, about, ...rest }: Props) => {
  const { offer, ask, stop } = useSuggestions(about);
  const picked = useRef<string>(undefined);
  const shown = offer?.text === value ? offer : undefined;
  const change = (next: string) => {
    onChange(next);
    if (picked.current === next) stop();
    else ask(next);
    picked.current = undefined;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' && !shown) ask(value);
  };
  return (
    <div>
      <Autocomplete
        {...rest}
        value={value}
        onChange={change}
        onKeyDown={onKeyDown}
        onBlur={stop}
        onOptionSubmit={(next) => {
          picked.current = next;
        }}
        data={shown ? [...shown.values] : []}
        // The server has chosen what fits.
        filter={({ options }) => options}
        limit={MOST}
        renderOption={({ option }) => <Untrusted text={option.value} />}
        maxDropdownHeight={240}
        // Below the line that says there is more.
        comboboxProps={{ shadow: 'md', offset: shown?.hasMore ? 28 : 4 }}
        spellCheck={false}
      />
      <VisuallyHidden role="status">{shown && countText(shown.values.length, 'suggestion')}</VisuallyHidden>
      {shown?.hasMore && (
        <p className={classes.under}>
          The first {shown.values.length}: the server has more. Type on to see others.
        </p>
      )}
    </div>
  );
};
