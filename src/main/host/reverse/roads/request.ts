import type { ServerSettings } from '../../../../shared/model/server.ts';
import type { InFlight, InFlightCall } from '../../calls/in-flight.ts';
import type { LegacyAnswer, LegacyRequest, Session } from '../../sessions/types.ts';
import type { Admitted, Dispatcher } from '../dispatcher.ts';
import { kindOf } from '../gates.ts';
import { INTERNAL_ERROR, RPC, type Settled, type Withdrawal } from '../types.ts';
import { Withdrawn, withdrawalOf } from '../withdrawn.ts';

/** What this road needs of the other rooms. */
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
  const callIds = cause.callId === undefined ? cause.candidates : [cause.callId];
  const calls = callIds.map((id) => inFlight.get(id)).filter((call) => call !== undefined);
  if (request.signal.aborted) return { type: 'none' };

  // What is answered within this turn (folders, a rule, a script) needs no clock and no limit.
  let untie = () => {};
  let admitted: Admitted | undefined;
  const soon = setImmediate(() => {
    untie = tie(request, calls, deps.hardLimitMs());
  });
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
      {
        signal: request.signal,
        sessionClosed: session.closed,
        onAdmitted: (one) => {
          admitted = one;
        },
      },
    );
    const answer = toWire(request.method, settled, request.signal);
    if (answer.type === 'none' || !admitted) return answer;
    const one = admitted;
    return { ...answer, onUndelivered: (reason) => deps.dispatcher.undelivered(one, settled, reason) };
  } finally {
    clearImmediate(soon);
    untie();
  }
}

/**
 * Ties a question that waits to what it belongs to: the clocks of its calls stand still, and it is withdrawn when they
 * have ended or nobody answers in time. Gives the function that unties it.
 */
function tie(request: LegacyRequest, calls: readonly InFlightCall[], hardLimitMs: number): () => void {
  const withdraw = (why: Withdrawal) => request.withdraw(new Withdrawn(why));
  const resumes = calls.map((call) => call.clock.pause());
  // With several candidates the question is withdrawn when the last of them ends.
  let running = calls.length;
  const ended = (signal: AbortSignal) => {
    running -= 1;
    if (running === 0) withdraw(withdrawalOf(signal));
  };
  const onEnd = (event: Event) => ended(event.target as AbortSignal);
  for (const { signal } of calls) {
    if (signal.aborted) ended(signal);
    else signal.addEventListener('abort', onEnd, { once: true });
  }
  const hardLimit = setTimeout(() => withdraw('hard-limit'), Math.min(hardLimitMs, 2 ** 31 - 1));
  const keepAlive = request.keepAlive ? setInterval(request.keepAlive, KEEP_ALIVE_MS) : undefined;
  return () => {
    clearTimeout(hardLimit);
    clearInterval(keepAlive);
    for (const { signal } of calls) signal.removeEventListener('abort', onEnd);
    for (const resume of resumes) resume();
  };
}

/**
 * What goes back (design: "what goes back"). Nothing to a server that took its request back or is gone; `cancel` or
 * -1 where the call ended first. Never an exception text, a stack, a prompt or a provider name.
 */
function toWire(method: string, settled: Settled, signal: AbortSignal): LegacyAnswer {
  if (settled.outcome === 'withdrawn') {
    const why = withdrawalOf(signal);
    if (why === 'server-cancelled' || why === 'session-gone') return { type: 'none' };
    if (kindOf(method) === 'elicitation') return { type: 'result', result: { action: 'cancel' } };
    return { type: 'error', code: RPC.userRejected, message: 'The request was withdrawn' };
  }
  if (settled.result) return { type: 'result', result: settled.result };
  return { type: 'error', ...(settled.error ?? INTERNAL_ERROR) };
}
