import { answeredBy, freshRequests, stillWants } from '../reverse/roads/task.ts';
import { Withdrawn } from '../reverse/withdrawn.ts';
import { SessionError } from '../sessions/session-error.ts';
import type { TaskReport } from '../sessions/task.ts';
import { CallEnded, quits } from './ended.ts';
import { pause } from './pause.ts';
import { reach } from './reach.ts';
import { askRound, confirmResend, openRound } from './rounds.ts';
import { mustBeSameServer, type StepperDeps, type StepperSignals } from './stepper-deps.ts';
import type { OpenRound, SessionFacts, StepperState, TaskState } from './stepper-state.ts';
import { paceOf, TaskRequests } from './task-requests.ts';

/** While the person answers, nothing is urgent: the task is looked at this rarely, in milliseconds, or more rarely. */
const WATCH_MS = 2000;
/** A server may be a moment behind itself; only this often in a row does it mean that a question is void. */
const MISSES = 2;

/** The server made a task of the call: nothing of what led there is needed any more. */
export function beginTask(state: StepperState, report: TaskReport): TaskState {
  delete state.open;
  state.phase = 'running';
  state.task = { id: report.id, pollMs: paceOf(report.pollIntervalMs), answered: [] };
  return state.task;
}

/**
 * Sees a task to its end (Tasks extension, SEP-2663), from whatever state it is in: looks at it at the server's pace,
 * asks what it asks, round by round, and gives the answers back with `tasks/update`. Its id, and each round, are kept.
 * A task that is not at its end when the call is, is cancelled; unless the app quits, for then it goes on later.
 */
export async function runTask(
  state: StepperState,
  task: TaskState,
  deps: StepperDeps,
  signals: StepperSignals,
  first?: TaskReport,
): Promise<Record<string, unknown>> {
  deps.kept.save(state);
  deps.onTask();
  const requests = new TaskRequests(state, task, deps, signals, first);
  let last: TaskReport;
  try {
    last = await untilOver(state, task, requests, deps, signals);
  } catch (cause) {
    const unknown = cause instanceof CallEnded && cause.code === 'expired';
    if (!unknown && !quits(signals.leg)) await requests.cancel();
    throw cause;
  }
  return resultOf(last);
}

async function untilOver(
  state: StepperState,
  task: TaskState,
  requests: TaskRequests,
  deps: StepperDeps,
  signals: StepperSignals,
): Promise<TaskReport> {
  for (;;) {
    if (state.open) {
      await answer(state, task, state.open, requests, deps, signals);
      continue;
    }
    const report = await requests.next();
    if (isOver(report)) return report;
    const fresh = freshRequests(report, task.answered);
    if (Object.keys(fresh).length === 0) continue;
    openRound(state, { session: await factsOf(state, deps, signals), inputRequests: fresh }, deps);
  }
}

const isOver = ({ status }: TaskReport): boolean =>
  status === 'completed' || status === 'failed' || status === 'cancelled';

async function factsOf(
  state: StepperState,
  deps: StepperDeps,
  signals: StepperSignals,
): Promise<SessionFacts> {
  const { era, protocolVersion, transport, offered } = await deps.ensure(state.serverId, signals.leg);
  return { era, protocolVersion, transport, offered };
}

/** One round of the task's questions: afterwards it is closed, or `sending` because nobody knows whether it arrived. */
async function answer(
  state: StepperState,
  task: TaskState,
  open: OpenRound,
  requests: TaskRequests,
  deps: StepperDeps,
  signals: StepperSignals,
): Promise<void> {
  const close = (arrived: boolean) => {
    if (arrived) task.answered.push(...answeredBy(open.inputRequests));
    delete state.open;
    state.phase = 'running';
    deps.kept.save(state);
  };
  if (state.phase === 'sending') {
    // The task itself tells whether they arrived, where it can be asked.
    if (!requests.isGone() && !stillWants(await requests.next(), open.inputRequests)) return close(true);
    await confirmResend(state, open, deps, signals);
  }
  const inputResponses = await askWatching(state, open, requests, deps, signals);
  if (!inputResponses) return close(false);
  const session = await reach(state, deps, signals);
  mustBeSameServer(state, deps);
  state.phase = 'sending';
  deps.kept.save(state);
  try {
    await requests.send(session, 'tasks/update', { inputResponses });
  } catch (cause) {
    if (signals.leg.aborted || !(cause instanceof SessionError)) throw cause;
    if (cause.rpcCode === undefined) return;
    // Refused: either there is no such task any more, which a look tells, or the answers are not to its liking.
    if (!isOver(await requests.next())) throw cause;
  }
  close(true);
}

/** Asks the round, and looks at the task from time to time. Undefined when it has no use for the answers any more. */
async function askWatching(
  state: StepperState,
  open: OpenRound,
  requests: TaskRequests,
  deps: StepperDeps,
  signals: StepperSignals,
): Promise<Record<string, Record<string, unknown>> | undefined> {
  const answered = new AbortController();
  const unwanted = new AbortController();
  watch(state, open, requests, deps, answered.signal).then(
    (why) => unwanted.abort(new Withdrawn(why)),
    (cause: unknown) => {
      if (!answered.signal.aborted) unwanted.abort(cause);
    },
  );
  try {
    return await askRound(state, open, deps, signals, { road: 'task', void: unwanted.signal });
  } catch (cause) {
    const { reason } = unwanted.signal;
    if (cause !== reason || !(cause instanceof Withdrawn) || signals.questions.aborted) throw cause;
    return undefined;
  } finally {
    answered.abort();
  }
}

/** Resolves when the task does not wait for these answers any more; rejects when it is not known any more. */
async function watch(
  state: StepperState,
  open: OpenRound,
  requests: TaskRequests,
  deps: StepperDeps,
  signal: AbortSignal,
): Promise<'call-ended' | 'server-cancelled'> {
  for (let misses = 0; ; ) {
    await pause(Math.max(WATCH_MS, state.task?.pollMs ?? 0), signal);
    await requests.untilConnected(signal);
    mustBeSameServer(state, deps);
    try {
      const report = await requests.look(await deps.ensure(state.serverId, signal), { attended: false });
      if (isOver(report)) return 'call-ended';
      misses = stillWants(report, open.inputRequests) ? 0 : misses + 1;
      if (misses === MISSES) return 'server-cancelled';
    } catch (cause) {
      if (!(cause instanceof SessionError)) throw cause;
    }
  }
}

/** What the call returns, or throws what it would have failed with. */
function resultOf(report: TaskReport): Record<string, unknown> {
  const { status, message, result, error } = report;
  if (status === 'completed') {
    if (!result) throw new CallEnded('protocol', 'The task is done, but the server left out its result.');
    const { resultType: _, ...rest } = result;
    return rest;
  }
  if (status === 'cancelled') {
    throw new CallEnded(
      'task-cancelled',
      message ? `The server cancelled its task: ${message}` : 'The server cancelled its task.',
    );
  }
  if (error) throw new SessionError('rpc', error.message, { rpcCode: error.code, rpcData: error.data });
  throw new CallEnded(
    'failed',
    message ? `The task failed: ${message}` : 'The task failed, and the server did not say why.',
  );
}
