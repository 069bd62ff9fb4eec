import { countText, numberText } from '../../lib/words.ts';
import classes from './Question.module.css';

/** How often the same was asked, and ended the same way; nothing for once. */
export const Times = ({ count }: { readonly count: number | undefined }) =>
  count === undefined || count < 2 ? null : (
    <span className={classes.times} title={countText(count, 'time')}>
      <span aria-hidden>×{numberText(count)}</span>
      <span className="visually-hidden">{countText(count, 'time')}</span>
    </span>
  );
