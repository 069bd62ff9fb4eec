import { Button } from '@mantine/core';
import { Component, type ReactNode } from 'react';
import classes from './ErrorBoundary.module.css';

interface Props {
  /** What is broken, for the sentence. */
  readonly what: string;
  /** A new key (the route) gives what is inside another try. */
  readonly resetKey?: string;
  readonly children: ReactNode;
}

interface State {
  readonly failed: boolean;
  readonly resetKey: string | undefined;
}

/** Catches a fault while drawing. Questions live in main, so a reload loses nothing. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { failed: false, resetKey: this.props.resetKey };

  static getDerivedStateFromError(): Partial<State> {
    return { failed: true };
  }

  static getDerivedStateFromProps(props: Props, state: State): Partial<State> | null {
    return props.resetKey === state.resetKey ? null : { failed: false, resetKey: props.resetKey };
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    return (
      <div role="alert" className={classes.box}>
        <p>
          {this.props.what} could not be shown because of a fault in this window. Nothing was sent, and no
          question is lost: reload to go on.
        </p>
        <Button onClick={() => location.reload()}>Reload</Button>
      </div>
    );
  }
}
