import { isObject } from '../../../shared/json.ts';
import { answerRound, type Round } from '../reverse/roads/input-required.ts';
import { Withdrawn } from '../reverse/withdrawn.ts';
import { CallClock } from './clock.ts';
import { CallEnded } from './ended.ts';
import { pacedSave } from './paced-save.ts';
import type { StepperDeps, StepperSignals } from './stepper-deps.ts';
import { keyed, type OpenRound, type StepperState } from './stepper-state.ts';

/** How often a server may repeat one URL outside the round cap. */
const MAX_SAME_URL = 1000;

/** Rounds that nobody was asked yet; one from an earlier life of the app is not among them. */
const fresh = new WeakSet<OpenRound>();

/** Opens a round: from here on it is kept, and asked. Throws CallEnded when there were too many. */
export function openRound(
  state: StepperState,
  round: Pick<OpenRound, 'session' | 'inputRequests' | 'requestState'>,
  deps: Pick<StepperDeps, 'maxRounds' | 'onRound'>,
): void {
  countRound(state, round.inputRequests, deps);
  state.open = { ...round, answers: keyed(), drafts: keyed() };
  fresh.add(state.open);
  state.phase = 'asking';
}

/** Counts a round, unless it only repeats a URL that is open already: the server still waits for the person there. */
export function countRound(
  state: StepperState,
  requests: Readonly<Record<string, unknown>>,
  deps: Pick<StepperDeps, 'maxRounds' | 'onRound'>,
): void {
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

/**
 * Asks what is not answered yet of a round and gives all its answers. The call's clock stands still meanwhile.
 * Rejects with CallEnded when nothing is to be sent, or with the reason of a signal. `void`: aborts when the server
 * has no use for the answers any more.
 */
export async function askRound(
  state: StepperState,
  open: OpenRound,
  deps: StepperDeps,
  signals: StepperSignals,
  how: { readonly road: Round['road']; readonly void?: AbortSignal },
): Promise<Record<string, Record<string, unknown>>> {
  deps.kept.save(state);
  const openedUrls = new Set(state.openedUrls);
  const resume = signals.clock.pause();
  const limit = hardLimit(state.serverId, deps);
  const drafts = pacedSave(() => deps.kept.save(state));
  try {
    const answer = await answerRound(
      {
        serverId: state.serverId,
        session: open.session,
        callId: state.callId,
        trace: state.traceId,
        road: how.road,
        number: state.round,
        inputRequests: open.inputRequests,
        answered: open.answers,
        drafts: open.drafts,
        openedUrls,
        waited: !fresh.delete(open),
        signal: AbortSignal.any([signals.questions, limit.signal, ...(how.void ? [how.void] : [])]),
        onAnswered: (key, result) => {
          open.answers[key] = result;
          delete open.drafts[key];
          state.openedUrls = [...openedUrls];
          deps.kept.save(state);
        },
        onDraft: (key, draft) => {
          open.drafts[key] = draft;
          drafts.push();
        },
      },
      deps.dispatcher,
    );
    if (!answer.ok) throw new CallEnded(answer.outcome, answer.reason);
    state.openedUrls = [...openedUrls];
    return answer.inputResponses;
  } finally {
    drafts.flush();
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
export async function confirmResend(
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
        trace: state.traceId,
        road: state.task ? 'task' : 'input_required',
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

/** Every question of the round is a URL this call already opened. */
function onlyOpenedUrls(requests: Readonly<Record<string, unknown>>, opened: readonly string[]): boolean {
  const all = Object.values(requests);
  return all.length > 0 && all.every((entry) => opened.includes(urlOf(entry) ?? ''));
}

/** The URL of a link; what only carries one (folders, a form) is none. */
function urlOf(entry: unknown): string | undefined {
  if (!isObject(entry) || entry.method !== 'elicitation/create' || !isObject(entry.params)) return undefined;
  const { mode, url } = entry.params;
  return mode === 'url' && typeof url === 'string' ? url : undefined;
}
