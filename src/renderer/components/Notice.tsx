import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './Notice.module.css';

/** One quiet line: a problem (icon and word) or something to know. */
export const Notice = ({ kind = 'info', children }: { kind?: 'info' | 'problem'; children: ReactNode }) => (
  <div className={kind === 'problem' ? `${classes.line} ${classes.problem}` : classes.line}>
    {kind === 'problem' ? (
      <IconAlertTriangle size={16} role="img" aria-label="Problem" className={classes.icon} />
    ) : (
      <IconInfoCircle size={16} aria-hidden className={classes.icon} />
    )}
    <div className={classes.text}>{children}</div>
  </div>
);
