import { Checkbox } from '@mantine/core';
import { IconTool } from '@tabler/icons-react';
import { useId } from 'react';
import { LongText } from '../LongText.tsx';
import { Untrusted } from '../Untrusted.tsx';
import classes from './Question.module.css';
import type { AnswerPart } from './tool-calls.ts';

interface Props {
  readonly server: string;
  readonly parts: readonly AnswerPart[];
  /** Indices of those that are to be sent. */
  readonly chosen: ReadonlySet<number>;
  readonly disabled: boolean;
  readonly onChoose: (index: number, on: boolean) => void;
}

/** What an answer holds besides its text, each to be approved by itself: a server runs the tools that are called. */
export const ToolCalls = ({ server, parts, chosen, disabled, onChoose }: Props) => (
  <section aria-label="Tool calls">
    <h3 className={classes.part}>
      Tool calls <span className={classes.count}>{parts.length}</span>
    </h3>
    <p className={classes.quiet}>
      The model asks {server} to run these. Only those that you tick go with the answer.
    </p>
    <ol className={classes.calls}>
      {parts.map((part) => (
        <ToolCall
          key={part.index}
          part={part}
          of={parts.length}
          on={chosen.has(part.index)}
          disabled={disabled}
          onChoose={(on) => onChoose(part.index, on)}
        />
      ))}
    </ol>
  </section>
);

interface CallProps {
  readonly part: AnswerPart;
  readonly of: number;
  readonly on: boolean;
  readonly disabled: boolean;
  readonly onChoose: (on: boolean) => void;
}

const ToolCall = ({ part, of, on, disabled, onChoose }: CallProps) => {
  const id = useId();
  return (
    <li>
      <fieldset className={classes.call} data-sent={on || undefined} aria-labelledby={id}>
        <div id={id} className={classes.blockLine}>
          <IconTool size={14} aria-hidden />
          <span>
            {part.index + 1} of {of}: {part.tool === undefined ? 'part of type ' : 'calls '}
            <strong>
              <Untrusted text={part.tool ?? part.type} />
            </strong>
          </span>
        </div>
        <LongText text={part.json} code copy={false} />
        <Checkbox
          size="sm"
          label={part.tool === undefined ? 'Send this part' : 'Send this call'}
          checked={on}
          disabled={disabled}
          onChange={(event) => onChoose(event.currentTarget.checked)}
        />
      </fieldset>
    </li>
  );
};
