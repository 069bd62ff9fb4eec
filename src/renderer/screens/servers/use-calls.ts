import { useRef, useState } from 'react';
import { type JsonObject, sameJson } from '../../../shared/json.ts';
import type { CallMethod, CallView } from '../../../shared/model/call.ts';
import { withoutSecrets } from '../../../shared/without-secrets.ts';
import { call } from '../../lib/bridge.ts';
import { attempt } from '../../lib/notify.ts';
import { useHost } from '../../lib/store.ts';

export interface Runner {
  /** The calls of this item, newest first. */
  readonly calls: readonly CallView[];
  /** The one whose result and questions are shown: the chosen one, else the newest. */
  readonly shown: CallView | undefined;
  choose(callId: number): void;
  /**
   * Starts a call and shows it; does nothing while another is just being started. `schema` tells which of the arguments
   * are secrets, beyond their names.
   */
  start(name: string, args?: Record<string, unknown>, schema?: unknown): Promise<void>;
}

const holdsSecrets = (args: JsonObject, schema: unknown): boolean =>
  !sameJson(withoutSecrets(args, schema), args);

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
  const starting = useRef(false);
  return {
    calls,
    shown: calls.find((each) => each.id === chosen) ?? calls[0],
    choose: setChosen,
    async start(name, args, schema) {
      if (starting.current) return;
      starting.current = true;
      await attempt(async () => {
        const { callId } = await call('calls.start', {
          serverId,
          method,
          name,
          ...(args ? { args } : {}),
          ...(args && holdsSecrets(args, schema) ? { secretArguments: true } : {}),
        });
        setChosen(callId);
      });
      starting.current = false;
    },
  };
};
