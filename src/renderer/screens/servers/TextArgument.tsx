import { PasswordInput, Textarea, TextInput } from '@mantine/core';
import { type ClipboardEvent, lazy, Suspense, useState } from 'react';
import { visibleText } from '../../../shared/visible-text.ts';
import { plainLine } from '../../components/Untrusted.tsx';
import classes from './ItemPage.module.css';
import type { SuggestFor } from './suggest.ts';

const SuggestInput = lazy(() => import('./SuggestInput.tsx').then((m) => ({ default: m.SuggestInput })));

interface Props {
  readonly label: string;
  readonly description?: string | undefined;
  readonly required: boolean;
  readonly value: string;
  readonly error?: string | undefined;
  readonly onChange: (value: string) => void;
  /** Where the server suggests values. */
  readonly about?: SuggestFor | undefined;
  /** It is not shown while it is typed. */
  readonly secret?: boolean;
  /** A text of several lines may be pasted. */
  readonly lines?: boolean;
}

/** One argument that is a text. A pasted text keeps its lines, and what cannot be seen in it is said. */
export const TextArgument = (props: Props) => {
  const {
    label,
    description,
    required,
    value,
    error,
    onChange,
    about,
    secret = false,
    lines = false,
  } = props;
  const [several, setSeveral] = useState(value.includes('\n'));
  const [pasted, setPasted] = useState(false);
  const common = {
    label: plainLine(label),
    labelProps: { className: classes.label, 'data-needed': required || undefined },
    description: description ? plainLine(description) : undefined,
    required,
    withAsterisk: false,
    value,
    error,
    autoComplete: 'off',
  };
  // A field of one line would drop the line breaks without a word.
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    const text = event.clipboardData.getData('text/plain').replace(/\r\n?/g, '\n');
    if (!lines || !text.includes('\n')) return;
    event.preventDefault();
    const { selectionStart, selectionEnd } = event.currentTarget;
    onChange(
      value.slice(0, selectionStart ?? value.length) + text + value.slice(selectionEnd ?? value.length),
    );
    setSeveral(true);
    setPasted(true);
  };
  const plain = (
    <TextInput {...common} onPaste={paste} onChange={(event) => onChange(event.currentTarget.value)} />
  );
  const { text: seen, replaced } = visibleText(value);
  return (
    <div>
      {secret ? (
        <PasswordInput
          {...common}
          autoComplete="new-password"
          visibilityToggleButtonProps={{ 'aria-label': 'Show or hide what you typed' }}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      ) : several ? (
        <Textarea
          {...common}
          // It takes the place of the field that was pasted into.
          autoFocus={pasted}
          autosize
          minRows={3}
          maxRows={12}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      ) : about ? (
        <Suspense fallback={plain}>
          <SuggestInput {...common} onPaste={paste} onChange={onChange} about={about} />
        </Suspense>
      ) : (
        plain
      )}
      {replaced > 0 && !secret && (
        <p className={classes.under}>Holds characters that cannot be seen: {seen.slice(0, 300)}</p>
      )}
    </div>
  );
};
