import { useEffect } from 'react';
import { on } from '../lib/bridge.ts';
import { navigate } from '../lib/route.ts';
import { useWaitingCount } from '../lib/store.ts';

/** Goes where main says (a notification was clicked) and keeps the window's title. */
export const useWindowEvents = (): void => {
  const waiting = useWaitingCount();
  useEffect(() => {
    document.title = waiting > 0 ? `${waiting} waiting · Gatehouse` : 'Gatehouse';
  }, [waiting]);
  useEffect(() => {
    try {
      return on('app.navigate', (route) => navigate(route));
    } catch {
      // No bridge: the shell already says so.
      return undefined;
    }
  }, []);
};
