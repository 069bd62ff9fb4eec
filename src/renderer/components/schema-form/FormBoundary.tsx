import { Alert } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Component, type ReactNode } from 'react';

/** A schema no form could be drawn from must not take the question's buttons with it. */
export class FormBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
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
        Nothing was sent. The tab Wire shows what the server sent; you can decline or cancel.
      </Alert>
    );
  }
}
