import { Button } from '@mantine/core';
import { type MouseEvent, useEffect, useId, useRef, useState } from 'react';
import { isSecondClick } from '../../lib/one-press.ts';
import classes from './Settings.module.css';

interface Props {
  /** What the button does, as its word. */
  readonly label: string;
  /** What will be gone, as a sentence. */
  readonly question: string;
  readonly onConfirm: () => Promise<unknown>;
}

/** A button whose deed cannot be taken back: it asks first, in its own place, with the safe answer in focus. */
export const Confirm = ({ label, question, onConfirm }: Props) => {
  const [asking, setAsking] = useState(false);
  const first = useRef<HTMLButtonElement>(null);
  const keep = useRef<HTMLButtonElement>(null);
  const back = useRef(false);
  const id = useId();
  useEffect(() => {
    if (asking) keep.current?.focus();
    else if (back.current) first.current?.focus();
    back.current = asking;
  }, [asking]);
  if (!asking) {
    return (
      <Button ref={first} variant="default" onClick={() => setAsking(true)}>
        {label}
      </Button>
    );
  }
  const confirm = (event: MouseEvent) => {
    if (isSecondClick(event)) return;
    setAsking(false);
    void onConfirm();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div
      role="group"
      aria-labelledby={id}
      className={classes.confirm}
      onKeyDown={(event) => {
        if (event.key === 'Escape') setAsking(false);
      }}
    >
      <span id={id}>{question}</span>
      <Button ref={keep} variant="default" onClick={() => setAsking(false)}>
        Keep it
      </Button>
      <Button color="red" onClick={confirm}>
        {label}
      </Button>
    </div>
  );
};
