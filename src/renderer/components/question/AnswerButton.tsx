import { Button, type ButtonProps } from '@mantine/core';
import type { KeyboardEvent, ReactNode } from 'react';

interface Props extends Pick<ButtonProps, 'variant' | 'color' | 'disabled' | 'loading' | 'leftSection'> {
  readonly onAnswer: () => void;
  readonly children: ReactNode;
  readonly describedBy?: string | undefined;
  /**
   * Sends nothing now, and `describedBy` says why. Unlike a disabled button it keeps the focus and can be pressed, so
   * that everyone gets to hear the reason; what `onAnswer` does then must not answer.
   */
  readonly blocked?: boolean;
  /** The first Tab from the question's heading leads here. */
  readonly firstStop?: boolean;
}

/** A button that answers. A held Enter, which began on something else, never presses it; a hidden window neither. */
export const AnswerButton = ({
  onAnswer,
  describedBy,
  blocked = false,
  firstStop = false,
  variant = 'default',
  ...props
}: Props) => (
  <Button
    {...props}
    variant={variant}
    size="xs"
    aria-describedby={describedBy}
    aria-disabled={blocked || undefined}
    data-disabled={blocked || undefined}
    data-first-stop={firstStop || undefined}
    onKeyDown={(event: KeyboardEvent) => {
      if (event.repeat) event.preventDefault();
    }}
    onClick={() => {
      if (document.visibilityState === 'visible') onAnswer();
    }}
  />
);
