import type { ReactNode } from 'react';
import classes from './Settings.module.css';

interface Props {
  readonly title: string;
  /** At the right of the heading. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** One part of the settings, with its heading. */
export const Section = ({ title, actions, children }: Props) => (
  <section aria-label={title} className={classes.section}>
    <div className={classes.head}>
      <h2 className={classes.heading}>{title}</h2>
      {actions}
    </div>
    {children}
  </section>
);
