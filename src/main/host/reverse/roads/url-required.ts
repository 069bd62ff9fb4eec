import { isObject } from '../../../../shared/json.ts';
import type { Session } from '../../sessions/types.ts';
import type { Dispatcher } from '../dispatcher.ts';
import type { RoundAnswer } from './input-required.ts';

/** JSON-RPC code of URLElicitationRequiredError (2025-11-25, client/elicitation). */
export const URL_ELICITATION_REQUIRED = -32042;

/** The URL elicitations in the data of error -32042, or undefined when it carries none. */
export function urlElicitations(data: unknown): Record<string, unknown>[] | undefined {
  if (typeof data !== 'object' || data === null || !('elicitations' in data)) return undefined;
  const { elicitations } = data;
  if (!Array.isArray(elicitations)) return undefined;
  const pages = elicitations.filter(isObject);
  return pages.length > 0 ? pages : undefined;
}

/**
 * Road `url_required`: asks for each URL in turn and waits until the person, or the server's completion notice, says
 * that it is finished; then the call may be run again.
 */
export async function answerUrlRequired(
  elicitations: readonly Record<string, unknown>[],
  call: {
    readonly serverId: string;
    readonly session: Pick<Session, 'era' | 'protocolVersion' | 'offered' | 'transport'>;
    readonly callId: number;
    readonly trace: string;
    readonly round: number;
    readonly signal: AbortSignal;
    readonly openedUrls: Set<string>;
  },
  dispatcher: Dispatcher,
): Promise<RoundAnswer> {
  for (const params of elicitations) {
    const settled = await dispatcher.dispatch(
      {
        serverId: call.serverId,
        session: call.session,
        road: 'url_required',
        method: 'elicitation/create',
        params: { ...params, mode: 'url' },
        trace: call.trace,
        cause: { callId: call.callId, certainty: 'proven', candidates: [] },
        round: call.round,
        roundSize: elicitations.length,
      },
      { signal: call.signal, openedUrls: call.openedUrls },
    );
    call.signal.throwIfAborted();
    if (settled.outcome !== 'accepted') {
      return {
        ok: false,
        outcome: settled.outcome === 'refused' || settled.outcome === 'failed' ? settled.outcome : 'denied',
        reason: settled.reason ?? 'The link was not opened, so the call cannot go on.',
      };
    }
  }
  return { ok: true, inputResponses: {} };
}
