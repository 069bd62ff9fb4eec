import { Button, Textarea } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useState } from 'react';
import { visibleText } from '../../../shared/visible-text.ts';
import { countText } from '../../lib/words.ts';
import { LongText } from '../LongText.tsx';
import classes from './Question.module.css';

/** A text box that grows measures its whole text on every key. */
const GROWS_UP_TO = 20_000;
/** Longer texts are read first and put into a text box only when asked. */
const EDITS_UP_TO = 100_000;

interface Props {
  /** The text box's accessible name. */
  readonly label: string;
  readonly original: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly disabled?: boolean;
  readonly placeholder?: string;
  readonly minRows?: number;
}

/** A text from elsewhere that the person may change: the change is marked and can be taken back. */
export const EditableText = (props: Props) => {
  const { label, original, value, onChange, disabled = false, placeholder, minRows = 2 } = props;
  const [wanted, setWanted] = useState(false);
  const changed = value !== original;
  const small = value.length <= GROWS_UP_TO;
  const hidden = small || wanted ? visibleText(value).replaced : 0;
  return (
    <div className={classes.editable} data-changed={changed || undefined}>
      {value.length > EDITS_UP_TO && !wanted ? (
        <>
          <LongText text={value} copy={false} />
          <Button variant="subtle" size="compact-xs" disabled={disabled} onClick={() => setWanted(true)}>
            Edit
          </Button>
        </>
      ) : (
        <Textarea
          aria-label={label}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
          autosize={small}
          minRows={minRows}
          maxRows={18}
          rows={14}
          disabled={disabled}
          placeholder={placeholder}
          spellCheck={false}
        />
      )}
      {changed ? (
        <div className={classes.mark}>
          <IconPencil size={14} aria-hidden />
          <span>Changed by you</span>
          <Button variant="subtle" size="compact-xs" disabled={disabled} onClick={() => onChange(original)}>
            Revert
          </Button>
        </div>
      ) : null}
      {hidden > 0 ? (
        <details className={classes.hidden}>
          <summary>
            This text holds {countText(hidden, 'invisible character')}. Show {hidden === 1 ? 'it' : 'them'}
          </summary>
          <LongText text={value} copy={false} />
        </details>
      ) : null}
    </div>
  );
};
