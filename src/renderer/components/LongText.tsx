import { Button } from '@mantine/core';
import { type RefObject, useLayoutEffect, useMemo, useRef, useState } from 'react';
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

/** Whether there is more than the box shows, so that the keyboard must be able to reach and scroll it. */
const useScrolls = (box: RefObject<HTMLDivElement | null>, text: string): boolean => {
  const [scrolls, setScrolls] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text has another size
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const measure = () => setScrolls(element.scrollHeight > element.clientHeight + 1);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [box, text]);
  return scrolls;
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
  const shown = all ? text : first;
  const box = useRef<HTMLDivElement>(null);
  const scrolls = useScrolls(box, shown);
  return (
    <div className={classes.box}>
      <div
        ref={box}
        className={`${classes.text} ${bare ? '' : classes.frame} ${code ? classes.code : ''}`}
        dir="auto"
        {...(scrolls ? { tabIndex: 0, role: 'group', 'aria-label': 'Long text' } : {})}
      >
        <Pieces text={shown} />
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
