import { useMemo } from 'react';
import { visibleText } from '../../shared/visible-text.ts';
import classes from './Untrusted.module.css';

/** Server text as one plain line, for labels and tooltips. */
export const plainLine = (text: string): string => visibleText(text).text.replace(/\s+/g, ' ').trim();

interface Props {
  readonly text: string;
  /** Keep line breaks and stand as a block. */
  readonly block?: boolean;
}

/**
 * Text a server wrote. It is only ever text: no markup, no links, invisible and direction-changing characters spelled
 * out, and its writing direction cannot reach the words around it.
 */
export const Untrusted = ({ text, block = false }: Props) => {
  const { text: shown } = useMemo(() => visibleText(text), [text]);
  if (block) {
    return (
      <div dir="auto" className={classes.block}>
        {shown}
      </div>
    );
  }
  return <bdi className={classes.inline}>{shown}</bdi>;
};
