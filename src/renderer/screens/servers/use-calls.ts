import { useState } from 'react';
import type { CallMethod, CallView } from '../../../shared/model/call.ts';
import { call } from '../../lib/bridge.ts';
import { attempt } from '../../lib/notify.ts';
import { useHost } from '../../lib/store.ts';

export interface Runner {
  /** The calls of this item, newest first. */
  readonly calls: readonly CallView[];
  /** The one whose result and questions are shown: the chosen one, else the newest. */
  readonly shown: CallView | undefined;
  choose(callId: number): void;
  readonly starting: boolean;
  /** Starts a call and shows it. */
  start(name: string, args?: Record<string, unknown>): Promise<void>;
}

/** The calls of one tool, prompt or resource. `belongs` tells by a call's name whether it is one of them. */
export const useRunner = (
  serverId: string,
  method: CallMethod,
  belongs: (name: string) => boolean,
): Runner => {
  const calls = useHost((state) =>
    Object.values(state.calls)
      .filter((each) => each.serverId === serverId && each.method === method && belongs(each.name))
      .sort((a, b) => b.id - a.id),
  );
  const [chosen, setChosen] = useState<number>();
  const [starting, setStarting] = useState(false);
  return {
    calls,
    shown: calls.find((each) => each.id === chosen) ?? calls[0],
    choose: setChosen,
    starting,
    async start(name, args) {
      if (starting) return;
      setStarting(true);
      await attempt(async () => {
        const { callId } = await call('calls.start', { serverId, method, name, ...(args ? { args } : {}) });
        setChosen(callId);
      });
      setStarting(false);
    },
  };
};
