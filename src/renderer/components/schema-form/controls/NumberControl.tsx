import { TextInput } from '@mantine/core';
import { type KeyboardEvent, useState } from 'react';
import { parseNumber } from '../../../../shared/schema-form/numbers.ts';
import type { ControlProps } from './control.ts';
import { stepped } from './stepped.ts';
import { wrapperProps } from './wrapper.tsx';

const shownText = (value: unknown): string => (value === undefined || value === null ? '' : String(value));

/**
 * A number that keeps what was typed. Form state holds the text itself, so nothing is rounded, dropped or turned
 * into `null` before the engine has judged it; inside a nested argument it holds the number once there is one.
 */
export const NumberControl = (props: ControlProps) => {
  const { field, value, disabled, onChange, nested } = props;
  const [typed, setTyped] = useState('');
  const parsed = parseNumber(typed);
  // `1.` and `1` are the same number: while they are, what was typed stays on the screen.
  const text = nested && parsed.ok && parsed.value === value ? typed : shownText(value);
  const now = parseNumber(text);

  const change = (next: string): void => {
    setTyped(next);
    if (!nested) {
      onChange(next);
      return;
    }
    const read = parseNumber(next);
    onChange(next.trim() === '' ? undefined : read.ok ? read.value : next);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    change(stepped(text, event.key === 'ArrowUp' ? 1 : -1, field));
  };
  return (
    <TextInput
      {...wrapperProps(props)}
      role="spinbutton"
      inputMode="decimal"
      autoComplete="off"
      spellCheck={false}
      value={text}
      disabled={disabled}
      aria-required={field.required || undefined}
      aria-valuenow={now.ok ? now.value : undefined}
      aria-valuetext={text === '' ? 'empty' : text}
      aria-valuemin={field.minimum}
      aria-valuemax={field.maximum}
      onKeyDown={onKeyDown}
      onChange={(event) => change(event.currentTarget.value)}
    />
  );
};
