import { CallEnded } from './ended.ts';
import { legOf } from './legs.ts';
import { pause } from './pause.ts';
import { reach } from './reach.ts';
import { askRound, confirmResend, openRound } from './rounds.ts';
import { mustBeSameServer, type StepperDeps, type StepperSignals } from './stepper-deps.ts';
import type { OpenRound, StepperState } from './stepper-state.ts';
import { beginTask, runTask } from './task.ts';

/** A round that brings only a state is paced, so that a server that polls us does not spin. */
const STATE_ONLY_MS = 250;

/**
 * Runs a call to its end, from whatever state it is in: legs, and between them the rounds of MRTR (SEP-2322) or the
 * URLs of -32042; or the task that the server made of it. Each retry has a fresh JSON-RPC id, the state byte for byte
 * or absent, and only that round's answers. The state is kept before a round is asked, with each answer, and before its
 * answers are sent.
 */
export async function runCall(
  state: StepperState,
  deps: StepperDeps,
  signals: StepperSignals,
): Promise<Record<string, unknown>> {
  if (state.task) return runTask(state, state.task, deps, signals);
  if (state.phase === 'sending' && state.open) await confirmResend(state, state.open, deps, signals);
  for (;;) {
    const extra = state.open ? await answersOf(state, state.open, deps, signals) : {};
    const session = await reach(state, deps, signals);
    mustBeSameServer(state, deps);
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
    if (leg.type === 'task') return runTask(state, beginTask(state, leg.task), deps, signals, leg.task);
    const { requestState, inputRequests } = leg;
    const { era, protocolVersion, transport, offered } = session;
    openRound(
      state,
      {
        session: { era, protocolVersion, transport, offered },
        inputRequests,
        ...(requestState === undefined ? {} : { requestState }),
      },
      deps,
    );
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
  const inputResponses = await askRound(state, open, deps, signals, { road: 'input_required' });
  return { inputResponses, ...carried };
}
