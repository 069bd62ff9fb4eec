import type { ServerSettings } from '../../../../shared/model/server.ts';
import type { InFlight } from '../../calls/in-flight.ts';
import type { LegacyAnswer, LegacyRequest, Session } from '../../sessions/types.ts';
import type { Dispatcher } from '../dispatcher.ts';
import { kindOf } from '../gates.ts';
import { RPC, type Settled, type Withdrawal } from '../types.ts';
import { Withdrawn, withdrawalOf } from '../withdrawn.ts';

export interface RequestRoadDeps {
  readonly dispatcher: Dispatcher;
  readonly inFlight: InFlight;
  readonly serverSettings: (serverId: string) => ServerSettings;
  readonly hardLimitMs: () => number;
}

/** Servers that asked for progress hear at this pace that the question is still open. */
const KEEP_ALIVE_MS = 10_000;

/** Road `request`: a legacy JSON-RPC request. Settles exactly once, with what goes back on the wire. */
export async function answerRequest(
  session: Session,
  request: LegacyRequest,
  deps: RequestRoadDeps,
): Promise<LegacyAnswer> {
  const { inFlight } = deps;
  const settings = deps.serverSettings(session.serverId);
  const cause = inFlight.causeOf(session.serverId, request.via, settings);
  const controller = new AbortController();
  const withdraw = (why: Withdrawal) => controller.abort(new Withdrawn(why));

  const gone = () => withdraw(session.closed.aborted ? 'session-gone' : 'server-cancelled');
  if (request.signal.aborted) return { type: 'none' };
  request.signal.addEventListener('abort', gone, { once: true });
  session.closed.addEventListener('abort', gone, { once: true });

  const callIds = cause.callId === undefined ? cause.candidates : [cause.callId];
  const calls = callIds.flatMap((id) => inFlight.get(id) ?? []);
  const resumes = calls.map((call) => call.clock.pause());
  // With several candidates the question is withdrawn when the last of them ends.
  let running = calls.length;
  const onCallEnd = (event: Event) => {
    running -= 1;
    if (running === 0) withdraw(withdrawalOf(event.target as AbortSignal));
  };
  for (const call of calls) call.signal.addEventListener('abort', onCallEnd, { once: true });

  const hardLimit = setTimeout(() => withdraw('hard-limit'), Math.min(deps.hardLimitMs(), 2 ** 31 - 1));
  const keepAlive = request.keepAlive ? setInterval(request.keepAlive, KEEP_ALIVE_MS) : undefined;
  try {
    const settled = await deps.dispatcher.dispatch(
      {
        serverId: session.serverId,
        session,
        road: 'request',
        method: request.method,
        params: request.params,
        cause,
        trace: inFlight.get(cause.callId)?.trace,
        round: 1,
        roundSize: 1,
      },
      { signal: controller.signal, sessionClosed: session.closed },
    );
    return toWire(request.method, settled, controller.signal);
  } finally {
    clearTimeout(hardLimit);
    clearInterval(keepAlive);
    request.signal.removeEventListener('abort', gone);
    session.closed.removeEventListener('abort', gone);
    for (const call of calls) call.signal.removeEventListener('abort', onCallEnd);
    for (const resume of resumes) resume();
  }
}

/**
 * What goes back (design: "what goes back"). Nothing to a server that took its request back or is gone; `cancel` or
 * -1 where the call ended first. Never an exception text, a stack, a prompt or a provider name.
 */
export function toWire(method: string, settled: Settled, signal: AbortSignal): LegacyAnswer {
  if (settled.outcome === 'withdrawn') {
    const why = withdrawalOf(signal);
    if (why === 'server-cancelled' || why === 'session-gone') return { type: 'none' };
    if (kindOf(method) === 'elicitation') return { type: 'result', result: { action: 'cancel' } };
    return { type: 'error', code: RPC.userRejected, message: 'The request was withdrawn' };
  }
  if (settled.result) return { type: 'result', result: settled.result };
  return { type: 'error', ...(settled.error ?? { code: -32603, message: 'Internal error' }) };
}
