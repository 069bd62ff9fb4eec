import { Alert } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Component, type ReactNode } from 'react';
import type { Dialect } from '../../../shared/schema-form/index.ts';

const WORDS: Record<Dialect, string> = {
  elicitation: 'Nothing was sent. The tab Wire shows what the server sent; you can decline or cancel.',
  arguments: 'Nothing was sent. You can write the arguments as JSON instead.',
};

interface Props {
  readonly dialect: Dialect;
  readonly children: ReactNode;
}

/** A schema no form could be drawn from must not take the buttons beside it with it. */
export class FormBoundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    return (
      <Alert
        color="red"
        icon={<IconAlertTriangle aria-hidden />}
        title="This form could not be drawn"
        role="alert"
      >
        {WORDS[this.props.dialect]}
      </Alert>
    );
  }
}
