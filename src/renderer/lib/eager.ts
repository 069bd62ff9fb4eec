import { useEffect, useState } from 'react';

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/**
 * A control that shows at once what the person chose, until main says the same; where main refuses it, it goes back.
 * `send` resolves with whether it was taken.
 */
export const useEager = <T>(truth: T, send: (wanted: T) => Promise<boolean>): [T, (wanted: T) => void] => {
  const [wanted, setWanted] = useState<{ readonly value: T }>();
  const arrived = wanted !== undefined && same(wanted.value, truth);
  useEffect(() => {
    if (arrived) setWanted(undefined);
  }, [arrived]);
  const change = (value: T): void => {
    const mine = { value };
    setWanted(mine);
    void send(value).then((taken) => {
      if (!taken) setWanted((now) => (now === mine ? undefined : now));
    });
  };
  return [wanted ? wanted.value : truth, change];
};
