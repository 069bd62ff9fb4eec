import type { CallProgress } from '../../../shared/model/call.ts';
import type { Dispatcher } from '../reverse/dispatcher.ts';
import { answerRound } from '../reverse/roads/input-required.ts';
import {
  answerUrlRequired,
  URL_ELICITATION_REQUIRED,
  urlElicitations,
} from '../reverse/roads/url-required.ts';
import { type Leg, type LegMethod, type Session, SessionError } from '../sessions/types.ts';
import type { CallClock } from './clock.ts';

/** All that a call needs to go on: plain data. `binding` is what the answers may go to. */
export interface StepperState {
  readonly callId: number;
  readonly serverId: string;
  readonly binding: string;
  readonly method: LegMethod;
  readonly params: Readonly<Record<string, unknown>>;
  round: number;
}

/** A call that ended without an answer of the server; `message` is one plain sentence. */
export class CallEnded extends Error {
  readonly code: 'denied' | 'refused' | 'failed' | 'rounds' | 'binding-changed' | 'protocol';
  constructor(code: CallEnded['code'], message: string) {
    super(message);
    this.name = 'CallEnded';
    this.code = code;
  }
}

export interface StepperDeps {
  readonly dispatcher: Dispatcher;
  /** A live session, started again when it is gone. */
  readonly ensure: (serverId: string, signal: AbortSignal) => Promise<Session>;
  readonly bindingOf: (serverId: string) => string | undefined;
  readonly maxRounds: () => number;
  readonly onProgress: (progress: CallProgress) => void;
  readonly onRound: (round: number) => void;
}

export interface StepperSignals {
  /** Aborts a leg: the person cancelled or the clock ran out. */
  readonly leg: AbortSignal;
  /** Aborts questions, with a Withdrawn reason. */
  readonly questions: AbortSignal;
  readonly clock: CallClock;
}

/** A round that brings only a state is paced, so that a server that polls us does not spin. */
const STATE_ONLY_MS = 250;
/** How often a server may repeat one URL outside the round cap. */
const MAX_SAME_URL = 1000;

/**
 * Runs a call to its end: legs, and between them the rounds of MRTR (SEP-2322) or the URLs of -32042. Each retry has
 * a fresh JSON-RPC id, the state byte for byte or absent, and only that round's answers.
 */
export async function runCall(
  state: StepperState,
  deps: StepperDeps,
  signals: StepperSignals,
): Promise<Record<string, unknown>> {
  const openedUrls = new Set<string>();
  let extra: Record<string, unknown> = {};
  let repeats = 0;
  for (;;) {
    const session = await deps.ensure(state.serverId, signals.leg);
    if (deps.bindingOf(state.serverId) !== state.binding) {
      throw new CallEnded(
        'binding-changed',
        'The server was changed meanwhile, so the answers were not sent to it.',
      );
    }
    const leg = await legOf(session, state, extra, deps, signals, openedUrls);
    if (leg === 'again') {
      extra = {};
      continue;
    }
    if (leg.type === 'complete') return leg.result;

    if (onlyOpenedUrls(leg.inputRequests, openedUrls) && repeats < MAX_SAME_URL) repeats += 1;
    else state.round += 1;
    if (state.round > deps.maxRounds()) {
      throw new CallEnded(
        'rounds',
        `The server asked in more than ${deps.maxRounds()} rounds, so the call was ended.`,
      );
    }
    deps.onRound(state.round);
    const { requestState } = leg;
    const carried = requestState === undefined ? {} : { requestState };
    if (Object.keys(leg.inputRequests).length === 0) {
      if (requestState === undefined) {
        throw new CallEnded('protocol', 'The server wants input but did not say which.');
      }
      await pause(STATE_ONLY_MS, signals.leg);
      extra = carried;
      continue;
    }
    const resume = signals.clock.pause();
    try {
      const answer = await answerRound(
        {
          serverId: state.serverId,
          session,
          callId: state.callId,
          number: state.round,
          inputRequests: leg.inputRequests,
          openedUrls,
          signal: signals.questions,
        },
        deps.dispatcher,
      );
      if (!answer.ok) throw new CallEnded(answer.outcome, answer.reason);
      extra = { inputResponses: answer.inputResponses, ...carried };
    } finally {
      resume();
    }
  }
}

async function legOf(
  session: Session,
  state: StepperState,
  extra: Record<string, unknown>,
  deps: StepperDeps,
  signals: StepperSignals,
  openedUrls: Set<string>,
): Promise<Leg | 'again'> {
  try {
    return await session.leg(
      state.method,
      { ...state.params, ...extra },
      { signal: signals.leg, callId: state.callId, onProgress: deps.onProgress },
    );
  } catch (cause) {
    if (!(cause instanceof SessionError) || cause.rpcCode !== URL_ELICITATION_REQUIRED) throw cause;
    const elicitations = urlElicitations(cause.rpcData);
    if (!elicitations) throw cause;
    // The same pages again: the server still waits for the person there, and its notice may have come too early.
    if (!elicitations.every((e) => openedUrls.has(String(e.url)))) state.round += 1;
    if (state.round > deps.maxRounds()) throw cause;
    const resume = signals.clock.pause();
    try {
      const { serverId, callId, round } = state;
      const answer = await answerUrlRequired(
        elicitations,
        { serverId, callId, session, round, signal: signals.questions, openedUrls },
        deps.dispatcher,
      );
      if (!answer.ok) throw new CallEnded(answer.outcome, answer.reason);
      return 'again';
    } finally {
      resume();
    }
  }
}

/** Every question of the round is a URL this call already opened: the server still waits for the person there. */
function onlyOpenedUrls(requests: Readonly<Record<string, unknown>>, opened: ReadonlySet<string>): boolean {
  const all = Object.values(requests);
  return all.length > 0 && all.every((entry) => opened.has(urlOf(entry) ?? ''));
}

function urlOf(entry: unknown): string | undefined {
  if (typeof entry !== 'object' || entry === null || !('params' in entry)) return undefined;
  const { params } = entry;
  if (typeof params !== 'object' || params === null || !('url' in params)) return undefined;
  return typeof params.url === 'string' ? params.url : undefined;
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const onAbort = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', onAbort);
      resolve();
    }, ms);
    signal.addEventListener('abort', onAbort, { once: true });
  });
}
