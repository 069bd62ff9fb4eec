import {
  answerUrlRequired,
  URL_ELICITATION_REQUIRED,
  urlElicitations,
} from '../reverse/roads/url-required.ts';
import { traceparent } from '../reverse/trace.ts';
import { SessionError } from '../sessions/session-error.ts';
import type { Leg, Session } from '../sessions/types.ts';
import { CallEnded } from './ended.ts';
import { pause } from './pause.ts';
import { countRound } from './rounds.ts';
import type { StepperDeps, StepperSignals } from './stepper-deps.ts';
import type { OpenRound, StepperState } from './stepper-state.ts';

/**
 * One leg of a call. `again`: nothing was done and it may be run once more; `unknown`: its answers may or may not have
 * arrived. Rejects with CallEnded or SessionError.
 */
export async function legOf(
  session: Session,
  state: StepperState,
  extra: Record<string, unknown>,
  deps: StepperDeps,
  signals: StepperSignals,
): Promise<Leg | 'again' | 'unknown'> {
  const _meta = { ...(state.params._meta as object | undefined), traceparent: traceparent(state.traceId) };
  try {
    await deps.beforeLeg?.();
    return await session.leg(
      state.method,
      { ...state.params, ...extra, _meta },
      {
        signal: signals.leg,
        callId: state.callId,
        onProgress: deps.onProgress,
        onHint: deps.onHint,
        onSending: () => deps.onFlight(true),
        onAnswered: () => deps.onFlight(false),
      },
    );
  } catch (cause) {
    if (!(cause instanceof SessionError)) throw cause;
    if (cause.code === 'closed' && session.era === 'modern' && !signals.leg.aborted) {
      // Answers that were on their way are sent again by the person only; what changes nothing may be asked twice.
      if (state.open && Object.keys(state.open.inputRequests).length > 0) {
        return cause.unsent ? notArrived(state, state.open, cause) : 'unknown';
      }
      if (!session.closed.aborted && (await isSafeToRepeat(session, state, signals.leg))) return 'again';
    }
    if (
      state.resumed &&
      state.open &&
      cause.rpcCode !== undefined &&
      cause.rpcCode !== URL_ELICITATION_REQUIRED
    ) {
      throw new CallEnded(
        'expired',
        'The server no longer knows this conversation, so your answers had no effect. Run the call again.',
      );
    }
    const elicitations =
      cause.rpcCode === URL_ELICITATION_REQUIRED ? urlElicitations(cause.rpcData) : undefined;
    if (!elicitations) throw cause;
    await visitUrls(session, state, elicitations, deps, signals);
    return 'again';
  }
}

/** How often one round's answers go out again because they certainly did not arrive. */
const MAX_UNSENT = 3;
const unsent = new WeakMap<OpenRound, number>();

/** Nobody has the answers, so they are still the person's to send: they go out again once there is a connection. */
function notArrived(state: StepperState, open: OpenRound, cause: SessionError): 'again' {
  const times = (unsent.get(open) ?? 0) + 1;
  unsent.set(open, times);
  if (times > MAX_UNSENT) throw cause.worded(`Your answers could not be delivered. ${cause.message}`);
  state.phase = 'asking';
  return 'again';
}

async function visitUrls(
  session: Session,
  state: StepperState,
  elicitations: Record<string, unknown>[],
  deps: StepperDeps,
  signals: StepperSignals,
): Promise<void> {
  // The same pages again: the server still waits for the person there, and its notice may have come too early.
  const requests = Object.fromEntries(
    elicitations.map((params, i) => [
      String(i),
      { method: 'elicitation/create', params: { ...params, mode: 'url' } },
    ]),
  );
  countRound(state, requests, deps);
  const openedUrls = new Set(state.openedUrls);
  const resume = signals.clock.pause();
  try {
    const { serverId, callId, traceId, round } = state;
    const answer = await answerUrlRequired(
      elicitations,
      { serverId, callId, trace: traceId, session, round, signal: signals.questions, openedUrls },
      deps.dispatcher,
    );
    if (!answer.ok) throw new CallEnded(answer.outcome, answer.reason);
    state.openedUrls = [...openedUrls];
    // One consent must not run the call again and again as fast as the server sends notices.
    await pause(AGAIN_MS, signals.leg);
  } finally {
    resume();
  }
}

/** Between a visited page and the next run of the call. */
const AGAIN_MS = 1000;

/** Once only, and only what the server says changes nothing (2026-07-28, Streamable HTTP: a broken stream). */
async function isSafeToRepeat(session: Session, state: StepperState, signal: AbortSignal): Promise<boolean> {
  if (state.repeated) return false;
  state.repeated = true;
  if (state.method !== 'tools/call') return true;
  const { items } = await session.list('tools', signal);
  const annotations = items.find((tool) => tool.name === state.params.name)?.annotations;
  if (typeof annotations !== 'object' || annotations === null) return false;
  const { readOnlyHint, idempotentHint } = annotations as {
    readOnlyHint?: unknown;
    idempotentHint?: unknown;
  };
  return readOnlyHint === true || idempotentHint === true;
}
