import { Textarea } from '@mantine/core';
import { useState } from 'react';
import type { ControlProps } from './control.ts';
import { wrapperProps } from './wrapper.tsx';

const textOf = (value: unknown): string =>
  value === undefined || Number.isNaN(value) ? '' : JSON.stringify(value, null, 2);

/**
 * A JSON editor for what no field can draw. While the text is not JSON, form state holds NaN, which JSON cannot
 * carry: the engine refuses it, so what stands here unfinished is never left out of an answer.
 */
export const JsonControl = (props: ControlProps) => {
  const { value, disabled, onChange, error, field } = props;
  const [entry, setEntry] = useState(() => ({ text: textOf(value), value }));
  // Someone else changed the value (a draft, the raw editor): show that.
  const outside = !Object.is(entry.value, value) && textOf(entry.value) !== textOf(value);
  const text = outside ? textOf(value) : entry.text;

  const change = (next: string): void => {
    const parsed = parse(next);
    setEntry({ text: next, value: parsed.value });
    onChange(parsed.value);
  };
  const problem = parse(text).problem;
  return (
    <Textarea
      {...wrapperProps({ ...props, error: error === undefined ? undefined : (problem ?? error) })}
      autosize={text.length < 20_000}
      minRows={3}
      maxRows={14}
      rows={10}
      spellCheck={false}
      value={text}
      disabled={disabled}
      aria-required={field.required || undefined}
      styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
      onChange={(event) => change(event.currentTarget.value)}
    />
  );
};

const parse = (text: string): { value: unknown; problem?: string } => {
  if (text.trim() === '') return { value: undefined };
  try {
    return { value: JSON.parse(text) };
  } catch {
    return { value: Number.NaN, problem: 'This is not JSON yet. Check quotes, commas and brackets.' };
  }
};
