import { PasswordInput, Textarea, TextInput } from '@mantine/core';
import type { ControlProps } from './control.ts';
import { wrapperProps } from './wrapper.tsx';

/** Above this an input that grows with its text would measure the whole text on every key. */
const GROWS_UP_TO = 20_000;

/** Text, one line or several; masked where it looks like a secret. An emptied optional field is absent. */
export const TextControl = (props: ControlProps) => {
  const { field, disabled, onChange, nested } = props;
  const value = props.value === undefined || props.value === null ? '' : String(props.value);
  const change = (text: string): void => onChange(text === '' && nested ? undefined : text);
  const common = {
    ...wrapperProps(props),
    value,
    disabled,
    'aria-required': field.required || undefined,
    autoComplete: 'off',
    spellCheck: false,
  };
  if (field.secret) {
    return (
      <PasswordInput
        {...common}
        autoComplete="new-password"
        visibilityToggleButtonProps={{ 'aria-label': 'Show or hide what you typed' }}
        onChange={(event) => change(event.currentTarget.value)}
      />
    );
  }
  if (field.kind === 'multiline' || value.includes('\n')) {
    return (
      <Textarea
        {...common}
        autosize={value.length < GROWS_UP_TO}
        minRows={3}
        maxRows={12}
        rows={8}
        onChange={(event) => change(event.currentTarget.value)}
      />
    );
  }
  return (
    <TextInput
      {...common}
      inputMode={field.format === 'email' ? 'email' : field.format === 'uri' ? 'url' : undefined}
      onChange={(event) => change(event.currentTarget.value)}
    />
  );
};
