import type { ReactNode } from 'react';
import classes from './EmptyState.module.css';

/** Nothing is here, why, and the next action. */
export const EmptyState = ({ title, children }: { title: string; children?: ReactNode }) => (
  <div className={classes.box}>
    <p className={classes.title}>{title}</p>
    {children}
  </div>
);
