import type { FormField } from '../../../../shared/schema-form/index.ts';
import classes from '../SchemaForm.module.css';
import { FieldButton } from './FieldButton.tsx';

interface Props {
  readonly field: FormField;
  readonly value: unknown;
  readonly error: string | undefined;
  readonly disabled: boolean;
  readonly onChange: (value: unknown) => void;
}

const isText = ({ kind, format }: FormField): boolean =>
  (kind === 'text' || kind === 'multiline') && format === undefined;

/** Whether nothing typed may be meant: the empty text where text is asked for. */
const mayBeEmpty = (field: FormField): boolean =>
  isText(field) && !field.minLength && field.pattern === undefined;

/**
 * Answers that look like none inside a nested argument: says that one leaves, and offers it where something is asked
 * for and nothing was entered.
 */
export const EmptyAnswers = ({ field, value, error, disabled, onChange }: Props) => {
  if (value === '' && isText(field)) return <span className={classes.said}>Sent as empty text.</span>;
  if (value === null && field.nullable) return <span className={classes.said}>Sent as null.</span>;
  if (disabled || error === undefined || (value !== undefined && value !== null)) return null;
  return (
    <>
      {mayBeEmpty(field) ? <FieldButton label="Send empty text" onPress={() => onChange('')} /> : null}
      {field.nullable ? <FieldButton label="Send null" onPress={() => onChange(null)} /> : null}
    </>
  );
};
