import type { Alike } from './floods.ts';
import { kindOf, type Refusal } from './gates.ts';
import type { ReverseCall } from './types.ts';

/** Refusals that are counted together: of the same call, method and gate, for the same reason. */
export const alikeRefused = (call: ReverseCall, { gate, settled }: Refusal): Alike => ({
  serverId: call.serverId,
  callId: call.cause.callId,
  method: kindOf(call.method) ? call.method : '',
  gate,
  limit: settled.limit,
  rule: settled.rule,
  reason: settled.reason ?? '',
});

/** Folders told that are counted together: the same ones, for the same call. */
export const alikeTold = (
  { serverId, method, cause }: ReverseCall,
  roots: readonly { readonly uri: string; readonly name: string }[],
): Alike => ({ serverId, callId: cause.callId, method, gate: undefined, reason: JSON.stringify(roots) });
