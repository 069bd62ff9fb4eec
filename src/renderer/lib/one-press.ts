import type { KeyboardEvent, MouseEvent } from 'react';

/** The later clicks of a double click. They were meant for what stood there before. */
export const isSecondClick = (event: MouseEvent): boolean => event.detail > 1;

/**
 * For a form: a held Enter and a double click submit it once. Two presses of their own are two, however fast; a guard
 * by time would swallow the second without a word.
 */
export const onePress = {
  onKeyDown: (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || !event.repeat || event.target instanceof HTMLTextAreaElement) return;
    event.preventDefault();
  },
  onClickCapture: (event: MouseEvent): void => {
    if (isSecondClick(event) && event.target instanceof Element && event.target.closest('[type="submit"]')) {
      event.preventDefault();
    }
  },
};
