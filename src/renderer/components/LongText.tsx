import { Button } from '@mantine/core';
import { useMemo, useState } from 'react';
import { visibleText } from '../../shared/visible-text.ts';
import { firstPart, pieces, SHOWN_AT_FIRST } from '../lib/pieces.ts';
import { sizeText } from '../lib/words.ts';
import { CopyButton } from './CopyButton.tsx';
import classes from './LongText.module.css';

interface Props {
  readonly text: string;
  /** Fixed-width letters. */
  readonly code?: boolean;
  readonly copy?: boolean;
  /** Without a frame, as part of the page. */
  readonly bare?: boolean;
  /** How many characters are shown at first. */
  readonly limit?: number;
}

const Pieces = ({ text }: { text: string }) => {
  const parts = useMemo(() => pieces(visibleText(text).text), [text]);
  return parts.map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text never change places
    <div key={index} className={classes.piece}>
      {part}
    </div>
  ));
};

/** Server text of any length: its beginning, and all of it when the person asks. */
export const LongText = ({
  text,
  code = false,
  copy = true,
  bare = false,
  limit = SHOWN_AT_FIRST,
}: Props) => {
  const [all, setAll] = useState(false);
  const first = useMemo(() => firstPart(text, limit), [text, limit]);
  const cut = first.length < text.length;
  return (
    <div className={classes.box}>
      <div className={`${classes.text} ${bare ? '' : classes.frame} ${code ? classes.code : ''}`} dir="auto">
        <Pieces text={all ? text : first} />
      </div>
      {(copy || cut) && (
        <div className={classes.foot}>
          {cut && !all && (
            <>
              <span>
                The first {sizeText(first.length)} of {sizeText(text.length)}.
              </span>
              <Button variant="subtle" size="compact-xs" onClick={() => setAll(true)}>
                Show all
              </Button>
            </>
          )}
          {copy && <CopyButton text={text} />}
        </div>
      )}
    </div>
  );
};

/** A value as indented JSON text. */
export const Json = ({ value, copy = true }: { value: unknown; copy?: boolean }) => {
  const text = useMemo(() => JSON.stringify(value, null, 2) ?? 'nothing', [value]);
  return <LongText text={text} code copy={copy} />;
};
