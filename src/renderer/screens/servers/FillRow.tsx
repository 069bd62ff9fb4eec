import { ActionIcon, Button, VisuallyHidden } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { type ReactNode, useRef, useState } from 'react';
import classes from './ItemPage.module.css';
import type { LastArguments } from './use-last-arguments.ts';

interface Props<Draft> {
  /** What is entered now; one object until it changes. */
  readonly draft: Draft;
  readonly onChange: (draft: Draft) => void;
  readonly lastArguments: LastArguments;
  readonly filled: (last: NonNullable<LastArguments['last']>) => Draft;
  readonly cleared: () => Draft;
  /** Stands before the buttons. */
  readonly children?: ReactNode;
}

/** Fills in what was sent last, or clears what is entered; both can be undone until something else is changed. */
export const FillRow = <Draft,>(props: Props<Draft>) => {
  const { draft, onChange, lastArguments, filled, cleared, children } = props;
  const { last } = lastArguments;
  const clearButton = useRef<HTMLButtonElement>(null);
  const [undo, setUndo] = useState<{ before: Draft; after: Draft; said: string }>();
  const put = (after: Draft, said: string) => {
    onChange(after);
    setUndo({ before: draft, after, said });
  };
  const undoable = undo?.after === draft ? undo : undefined;
  return (
    <div className={classes.fillRow}>
      {children}
      <div className={classes.fillButtons}>
        <VisuallyHidden role="status">{undoable?.said}</VisuallyHidden>
        {undoable && (
          <Button
            variant="subtle"
            size="compact-xs"
            onClick={() => {
              onChange(undoable.before);
              setUndo(undefined);
              clearButton.current?.focus();
            }}
          >
            Undo
          </Button>
        )}
        {last && (
          <>
            <Button
              variant="subtle"
              color="gray"
              size="compact-xs"
              onClick={() => put(filled(last), 'Filled in.')}
            >
              Fill in the last arguments
            </Button>
            <ActionIcon
              size="sm"
              aria-label="Forget the last arguments"
              title="Forget the last arguments"
              onClick={() => void lastArguments.forget().then(() => clearButton.current?.focus())}
            >
              <IconTrash size={14} aria-hidden />
            </ActionIcon>
          </>
        )}
        <Button
          ref={clearButton}
          variant="subtle"
          color="gray"
          size="compact-xs"
          onClick={() => put(cleared(), 'Cleared.')}
        >
          Clear all
        </Button>
      </div>
    </div>
  );
};
