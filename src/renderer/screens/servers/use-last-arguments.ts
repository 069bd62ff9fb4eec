import { useEffect, useState } from 'react';
import type { Arguments, RememberedItem } from '../../../shared/model/last-arguments.ts';
import { withoutSecrets } from '../../../shared/without-secrets.ts';
import { call } from '../../lib/bridge.ts';
import { attempt } from '../../lib/notify.ts';

export interface LastArguments {
  /** What this tool or prompt was last run with, without secrets. */
  readonly last: Arguments | undefined;
  /** `schema` tells which of them are secrets, beyond their names. */
  remember(args: Arguments, schema?: unknown): void;
  forget(): Promise<void>;
}

/** The arguments of the last run, kept by main across restarts. */
export const useLastArguments = (
  serverId: string,
  method: RememberedItem['method'],
  name: string,
): LastArguments => {
  const [last, setLast] = useState<Arguments>();
  useEffect(() => {
    let gone = false;
    call('arguments.last', { serverId, method, name }).then(
      ({ args }) => !gone && setLast(args),
      // A convenience: where it fails, the form is filled in by hand.
      () => undefined,
    );
    return () => {
      gone = true;
    };
  }, [serverId, method, name]);
  return {
    last,
    remember(args, schema) {
      const kept = withoutSecrets(args, schema);
      setLast(Object.keys(kept).length > 0 ? kept : undefined);
      call('arguments.remember', { serverId, method, name, args: kept }).catch(() => undefined);
    },
    async forget() {
      const done = await attempt(() => call('arguments.forget', { serverId, method, name }));
      if (done) setLast(undefined);
    },
  };
};
