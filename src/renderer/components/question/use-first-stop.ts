import { type FocusEvent, type KeyboardEvent, type RefObject, useRef } from 'react';

/**
 * Reading comes first, so the heading has the focus; the first Tab from it leads to the button that refuses, and the
 * next goes on where it would have gone. The order of everything else stays that of the page.
 */
export const useFirstStop = (
  root: RefObject<HTMLElement | null>,
  heading: RefObject<HTMLElement | null>,
): { onKeyDown: (event: KeyboardEvent) => void; onFocus: (event: FocusEvent) => void } => {
  const away = useRef(false);
  return {
    onKeyDown: (event) => {
      if (event.key !== 'Tab' || event.altKey || event.ctrlKey || event.metaKey) return;
      if (event.target === heading.current && !event.shiftKey) {
        const stop = root.current?.querySelector<HTMLElement>('[data-first-stop]:enabled');
        if (!stop) return;
        event.preventDefault();
        stop.focus({ preventScroll: true });
        away.current = true;
      } else if (away.current) {
        away.current = false;
        // Back, so that the browser's own Tab starts at the heading.
        heading.current?.focus({ preventScroll: true });
        if (event.shiftKey) event.preventDefault();
      }
    },
    onFocus: (event) => {
      if (!event.target.hasAttribute('data-first-stop')) away.current = false;
    },
  };
};
