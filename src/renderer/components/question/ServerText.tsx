import { Button } from '@mantine/core';
import { useMemo, useState } from 'react';
import { firstPart, pieces } from '../../lib/pieces.ts';
import { Untrusted } from '../Untrusted.tsx';
import classes from './Question.module.css';

/** Running text longer than this waits for a click: a megabyte of description must not slow the form down. */
const SHOWN = 1_500;

/** What a server says, in running text without a box around it. `inline` drops line breaks. */
export const ServerText = ({ text, inline = false }: { text: string; inline?: boolean }) => {
  const [all, setAll] = useState(false);
  const first = useMemo(() => firstPart(text, SHOWN), [text]);
  const cut = first.length < text.length;
  const shown = all ? text : first;
  return (
    <>
      {inline ? <Untrusted text={shown} /> : <Pieces text={shown} />}
      {cut && !all ? (
        <Button variant="subtle" size="compact-xs" onClick={() => setAll(true)}>
          … Show all {text.length.toLocaleString('en')} characters
        </Button>
      ) : null}
    </>
  );
};

const Pieces = ({ text }: { text: string }) =>
  pieces(text).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text never change places
    <div key={index} className={classes.piece}>
      <Untrusted text={part} block />
    </div>
  ));
