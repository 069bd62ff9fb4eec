import { Button, Textarea } from '@mantine/core';
import type { Ref } from 'react';
import type { FieldError } from '../../../shared/schema-form/index.ts';
import { Notice } from '../../components/Notice.tsx';
import { plainLine } from '../../components/Untrusted.tsx';
import { type ArgumentReading, formatArguments } from './argument-json.ts';
import classes from './JsonArguments.module.css';

interface Props {
  readonly text: string;
  /** What `text` says. */
  readonly reading: ArgumentReading;
  readonly onChange: (text: string) => void;
  /** Goes back to what was last valid. */
  readonly onRestore: () => void;
  /** The person tried to run it: what is wrong is said as an error. */
  readonly tried: boolean;
  readonly errors: readonly FieldError[];
  readonly input: Ref<HTMLTextAreaElement>;
}

const ERRORS_SHOWN = 20;
const [FEWEST_ROWS, MOST_ROWS] = [8, 20];

const Errors = ({ errors }: { errors: readonly FieldError[] }) => (
  <>
    {errors.slice(0, ERRORS_SHOWN).map(({ field, message }) => (
      <span key={`${field} ${message}`} className={classes.error}>
        {field === '' ? '' : `${plainLine(field).slice(0, 200)}: `}
        {plainLine(message)}
      </span>
    ))}
    {errors.length > ERRORS_SHOWN && (
      <span className={classes.error}>And {errors.length - ERRORS_SHOWN} more like these.</span>
    )}
  </>
);

/** A tool's arguments as JSON text. What is typed stays as it is typed, whatever it is. */
export const JsonArguments = ({ text, reading, onChange, onRestore, tried, errors, input }: Props) => {
  const problem = reading.ok ? undefined : reading.problem;
  const wrong = tried && (problem ?? (errors.length > 0 ? <Errors errors={errors} /> : undefined));
  return (
    <div className={classes.box}>
      <Textarea
        ref={input}
        label="Arguments as JSON"
        labelProps={{ className: classes.label }}
        classNames={{ input: classes.text }}
        rows={Math.min(MOST_ROWS, Math.max(FEWEST_ROWS, text.split('\n', MOST_ROWS).length + 1))}
        resize="vertical"
        spellCheck={false}
        autoComplete="off"
        autoCapitalize="off"
        value={text}
        error={wrong || undefined}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {problem !== undefined && !tried && <Notice>{problem}</Notice>}
      {reading.ok && reading.notes.map((note) => <Notice key={note}>{plainLine(note)}</Notice>)}
      <div className={classes.buttons}>
        <Button
          variant="default"
          size="compact-xs"
          disabled={!reading.ok}
          onClick={() => onChange(formatArguments(text))}
        >
          Format
        </Button>
        {!reading.ok && (
          <Button variant="subtle" color="gray" size="compact-xs" onClick={onRestore}>
            Restore the last valid JSON
          </Button>
        )}
      </div>
    </div>
  );
};
