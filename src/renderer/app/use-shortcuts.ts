import { useEffect } from 'react';
import { navigate, SCREENS } from '../lib/route.ts';

/** Ctrl (or Command) with 1 to 5 goes to a screen, with F to the search field of the page. None of them answers. */
export const useShortcuts = (): void => {
  useEffect(() => {
    const listener = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
      if (document.querySelector('dialog[open]')) return;
      const screen = SCREENS[Number(event.key) - 1];
      if (screen) {
        event.preventDefault();
        navigate({ screen });
      } else if (event.key.toLowerCase() === 'f') {
        const search = document.querySelector<HTMLInputElement>('#main input[type="search"]');
        if (!search) return;
        event.preventDefault();
        search.focus();
        search.select();
      }
    };
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, []);
};
