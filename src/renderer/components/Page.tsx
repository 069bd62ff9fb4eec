import type { ReactNode } from 'react';
import classes from './Page.module.css';

/** A screen of one column: heading, actions at its right, content that scrolls. */
export const Page = ({
  title,
  actions,
  children,
}: {
  title: string;
  actions?: ReactNode;
  children: ReactNode;
}) => (
  <div className={classes.page}>
    <header className={classes.head}>
      <h1 className={classes.title}>{title}</h1>
      <div className={classes.actions}>{actions}</div>
    </header>
    <div className={classes.body}>{children}</div>
  </div>
);
