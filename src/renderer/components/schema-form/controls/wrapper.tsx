import type { InputWrapperProps } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { visibleText } from '../../../../shared/visible-text.ts';
import { ServerText } from '../../question/ServerText.tsx';
import { useForm } from '../form-context.ts';
import { hintFor } from '../hint.ts';
import classes from '../SchemaForm.module.css';
import type { ControlProps } from './control.ts';

const MAX_LABEL = 300;

/** A label of a server on one line: invisible characters spelled out, and never longer than a person reads. */
export const labelText = (raw: string): string => {
  const text = raw.replace(/\s+/g, ' ').trim();
  return visibleText(text.length > MAX_LABEL ? `${text.slice(0, MAX_LABEL)}…` : text).text;
};

const SECRET = {
  elicitation:
    'This looks like a secret. The MCP specification forbids a server to ask for passwords, keys, tokens or card numbers in a form: decline, unless you are sure.',
  arguments: 'This looks like a secret. The server gets it as you type it; it is not kept for the next time.',
};

const SecretNote = () => (
  <span className={classes.secret}>
    <IconAlertTriangle size={14} aria-hidden />
    {SECRET[useForm().dialect]}
  </span>
);

/** What the kit's input wrapper gets: it ties description and error to the input by their ids. */
export const wrapperProps = (
  { field, error, id }: Pick<ControlProps, 'field' | 'error' | 'id'>,
  extra?: string,
): Pick<InputWrapperProps, 'label' | 'description' | 'error' | 'labelProps' | 'descriptionProps'> & {
  id: string;
} => {
  const hint = [hintFor(field), extra].filter((part) => part).join(', ');
  return {
    id,
    label: labelText(field.label),
    labelProps: { className: classes.label, 'data-needed': field.required || undefined },
    descriptionProps: { className: classes.under },
    description:
      field.description || hint || field.unchecked || field.secret ? (
        <>
          {field.description ? <ServerText text={field.description} inline /> : null}
          {hint ? <span className={classes.hint}>{hint}</span> : null}
          {field.unchecked ? (
            <span className={classes.hint}>
              <ServerText text={field.unchecked} inline />
            </span>
          ) : null}
          {field.secret ? <SecretNote /> : null}
        </>
      ) : undefined,
    error,
  };
};
