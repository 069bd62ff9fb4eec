import { useEffect, useState } from 'react';
import { Arming } from './arming.ts';

/** True once what `key` names has been ready and visible for half a second; false again when it changes. */
export const useArmed = (key: string, ready: boolean): boolean => {
  const [armed, setArmed] = useState<string>();
  useEffect(() => {
    const arming = new Arming((now) => setArmed(now ? key : undefined));
    const update = (): void => arming.show(ready && document.visibilityState === 'visible');
    update();
    document.addEventListener('visibilitychange', update);
    return () => {
      document.removeEventListener('visibilitychange', update);
      arming.show(false);
    };
  }, [key, ready]);
  return ready && armed === key;
};
