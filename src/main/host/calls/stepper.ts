import { randomBytes } from 'node:crypto';
import type { CallProgress } from '../../../shared/model/call.ts';
import type { Dispatcher } from '../reverse/dispatcher.ts';
import { answerRound } from '../reverse/roads/input-required.ts';
import {
  answerUrlRequired,
  URL_ELICITATION_REQUIRED,
  urlElicitations,
} from '../reverse/roads/url-required.ts';
import { Withdrawn } from '../reverse/withdrawn.ts';
import { type Leg, type Session, SessionError } from '../sessions/types.ts';
import { CallClock } from './clock.ts';
import type { KeptCalls, OpenRound, StepperState } from './stepper-state.ts';

/** A call that ended without an answer of the server; `message` is one plain sentence. */
export class CallEnded extends Error {
  readonly code:
    | 'denied'
    | 'refused'
    | 'failed'
    | 'rounds'
    | 'binding-changed'
    | 'protocol'
    | 'expired'
    | 'not-sent';
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
  readonly kept: KeptCalls;
  /** How long a round may wait for the person; stands still while its server is gone. */
  readonly hardLimitMs: () => number;
  /** Tells at once, and at each change, whether the server is gone. Returns the stop function. */
  readonly watchSuspension: (serverId: string, listener: (suspended: boolean) => void) => () => void;
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
 * Runs a call to its end, from whatever state it is in: legs, and between them the rounds of MRTR (SEP-2322) or the
 * URLs of -32042. Each retry has a fresh JSON-RPC id, the state byte for byte or absent, and only that round's
 * answers. The state is kept before a round is asked, with each answer, and before its answers are sent.
 */
export async function runCall(
  state: StepperState,
  deps: StepperDeps,
  signals: StepperSignals,
): Promise<Record<string, unknown>> {
  if (state.phase === 'sending' && state.open) await confirmResend(state, state.open, deps, signals);
  for (;;) {
    const extra = state.open ? await answersOf(state, state.open, deps, signals) : {};
    const session = await deps.ensure(state.serverId, signals.leg);
    if (deps.bindingOf(state.serverId) !== state.binding) {
      throw new CallEnded(
        'binding-changed',
        'The server was changed meanwhile, so the answers were not sent to it.',
      );
    }
    if (state.open) {
      state.phase = 'sending';
      deps.kept.save(state);
    }
    const leg = await legOf(session, state, extra, deps, signals);
    if (leg === 'again') continue;
    if (leg === 'unknown') {
      if (state.open) await confirmResend(state, state.open, deps, signals);
      continue;
    }
    if (leg.type === 'complete') return leg.result;
    const { requestState, inputRequests } = leg;
    const { era, protocolVersion, transport, offered } = session;
    count(state, inputRequests, deps);
    state.open = {
      session: { era, protocolVersion, transport, offered },
      inputRequests,
      ...(requestState === undefined ? {} : { requestState }),
      answers: {},
      drafts: {},
    };
    state.phase = 'asking';
    if (Object.keys(inputRequests).length > 0) continue;
    if (requestState === undefined) {
      throw new CallEnded('protocol', 'The server wants input but did not say which.');
    }
    await pause(STATE_ONLY_MS, signals.leg);
  }
}

/** Asks what is not answered yet, and puts the retry together. */
async function answersOf(
  state: StepperState,
  open: OpenRound,
  deps: StepperDeps,
  signals: StepperSignals,
): Promise<Record<string, unknown>> {
  const carried = open.requestState === undefined ? {} : { requestState: open.requestState };
  if (Object.keys(open.inputRequests).length === 0) return carried;
  deps.kept.save(state);
  const openedUrls = new Set(state.openedUrls);
  const resume = signals.clock.pause();
  const limit = hardLimit(state.serverId, deps);
  try {
    const answer = await answerRound(
      {
        serverId: state.serverId,
        session: open.session,
        callId: state.callId,
        number: state.round,
        inputRequests: open.inputRequests,
        answered: open.answers,
        drafts: open.drafts,
        openedUrls,
        signal: AbortSignal.any([signals.questions, limit.signal]),
        onAnswered: (key, result) => {
          open.answers[key] = result;
          delete open.drafts[key];
          state.openedUrls = [...openedUrls];
          deps.kept.save(state);
        },
        onDraft: (key, draft) => {
          open.drafts[key] = draft;
          deps.kept.save(state);
        },
      },
      deps.dispatcher,
    );
    if (!answer.ok) throw new CallEnded(answer.outcome, answer.reason);
    state.openedUrls = [...openedUrls];
    return { inputResponses: answer.inputResponses, ...carried };
  } finally {
    limit.stop();
    resume();
  }
}

function hardLimit(serverId: string, deps: StepperDeps): { signal: AbortSignal; stop: () => void } {
  const over = new AbortController();
  const clock = new CallClock(deps.hardLimitMs(), () => over.abort(new Withdrawn('hard-limit')));
  let goOn = () => {};
  const unwatch = deps.watchSuspension(serverId, (suspended) => {
    goOn();
    goOn = suspended ? clock.pause() : () => {};
  });
  return {
    signal: over.signal,
    stop: () => {
      unwatch();
      clock.stop();
    },
  };
}

/** The app or the server died between the write and the reply: whether the server has the answers, only the person may risk. */
async function confirmResend(
  state: StepperState,
  open: OpenRound,
  deps: StepperDeps,
  signals: StepperSignals,
): Promise<void> {
  const resume = signals.clock.pause();
  try {
    const again = await deps.dispatcher.confirmResend(
      {
        serverId: state.serverId,
        session: open.session,
        callId: state.callId,
        round: state.round,
        answers: open.answers,
      },
      signals.questions,
    );
    if (!again) throw new CallEnded('not-sent', 'You did not send the answers again, so the call was ended.');
  } finally {
    resume();
  }
}

function count(state: StepperState, requests: Readonly<Record<string, unknown>>, deps: StepperDeps): void {
  if (onlyOpenedUrls(requests, state.openedUrls) && state.repeats < MAX_SAME_URL) state.repeats += 1;
  else state.round += 1;
  if (state.round > deps.maxRounds()) {
    throw new CallEnded(
      'rounds',
      `The server asked in more than ${deps.maxRounds()} rounds, so the call was ended.`,
    );
  }
  deps.onRound(state.round);
}

async function legOf(
  session: Session,
  state: StepperState,
  extra: Record<string, unknown>,
  deps: StepperDeps,
  signals: StepperSignals,
): Promise<Leg | 'again' | 'unknown'> {
  const _meta = { ...(state.params._meta as object | undefined), traceparent: traceparent(state.traceId) };
  try {
    return await session.leg(
      state.method,
      { ...state.params, ...extra, _meta },
      { signal: signals.leg, callId: state.callId, onProgress: deps.onProgress },
    );
  } catch (cause) {
    if (!(cause instanceof SessionError)) throw cause;
    if (cause.code === 'closed' && session.era === 'modern' && !signals.leg.aborted) {
      // Answers that were on their way are sent again by the person only; what changes nothing may be asked twice.
      if (state.open && hasAnswers(state.open)) return 'unknown';
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

async function visitUrls(
  session: Session,
  state: StepperState,
  elicitations: Record<string, unknown>[],
  deps: StepperDeps,
  signals: StepperSignals,
): Promise<void> {
  // The same pages again: the server still waits for the person there, and its notice may have come too early.
  const requests = Object.fromEntries(elicitations.map((params, i) => [String(i), { params }]));
  count(state, requests, deps);
  const openedUrls = new Set(state.openedUrls);
  const resume = signals.clock.pause();
  try {
    const { serverId, callId, round } = state;
    const answer = await answerUrlRequired(
      elicitations,
      { serverId, callId, session, round, signal: signals.questions, openedUrls },
      deps.dispatcher,
    );
    if (!answer.ok) throw new CallEnded(answer.outcome, answer.reason);
    state.openedUrls = [...openedUrls];
  } finally {
    resume();
  }
}

const hasAnswers = (open: OpenRound): boolean => Object.keys(open.inputRequests).length > 0;

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

/** Every question of the round is a URL this call already opened: the server still waits for the person there. */
function onlyOpenedUrls(requests: Readonly<Record<string, unknown>>, opened: readonly string[]): boolean {
  const all = Object.values(requests);
  return all.length > 0 && all.every((entry) => opened.includes(urlOf(entry) ?? ''));
}

function urlOf(entry: unknown): string | undefined {
  if (typeof entry !== 'object' || entry === null || !('params' in entry)) return undefined;
  const { params } = entry;
  if (typeof params !== 'object' || params === null || !('url' in params)) return undefined;
  return typeof params.url === 'string' ? params.url : undefined;
}

/** A new span of the call's trace for each leg (SEP-414). */
const traceparent = (traceId: string): string => `00-${traceId}-${randomBytes(8).toString('hex')}-01`;

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
