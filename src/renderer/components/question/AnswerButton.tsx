import { Button, type ButtonProps } from '@mantine/core';
import type { KeyboardEvent, ReactNode } from 'react';

interface Props extends Pick<ButtonProps, 'variant' | 'color' | 'disabled' | 'loading' | 'leftSection'> {
  readonly onAnswer: () => void;
  readonly children: ReactNode;
  readonly describedBy?: string;
}

/** A button that answers. A held Enter, which began on something else, never presses it; a hidden window neither. */
export const AnswerButton = ({ onAnswer, describedBy, variant = 'default', ...props }: Props) => (
  <Button
    {...props}
    variant={variant}
    size="xs"
    aria-describedby={describedBy}
    onKeyDown={(event: KeyboardEvent) => {
      if (event.repeat) event.preventDefault();
    }}
    onClick={() => {
      if (document.visibilityState === 'visible') onAnswer();
    }}
  />
);
