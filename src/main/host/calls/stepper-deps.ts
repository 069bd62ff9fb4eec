import type { CallProgress } from '../../../shared/model/call.ts';
import type { Dispatcher } from '../reverse/dispatcher.ts';
import type { Session } from '../sessions/types.ts';
import type { CallClock } from './clock.ts';
import { CallEnded } from './ended.ts';
import type { KeptCalls, StepperState } from './stepper-state.ts';

/** What a call needs from the rest of the host. */
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
  /** One plain sentence about why the answer may never come. */
  readonly onHint: (sentence: string) => void;
  /** Resolves when a request may go out; what the server wrote before is read by then. */
  readonly beforeLeg?: (() => Promise<void>) | undefined;
  /** Whether a request of this call is with the server: only then can it have caused what the server asks. */
  readonly onFlight: (inFlight: boolean) => void;
  /** The server goes on with the call as a task. */
  readonly onTask: () => void;
  /** The task's server is gone, and nothing goes on until it is back. */
  readonly onSuspended: () => void;
}

/** What can end a call, and the clock that does. */
export interface StepperSignals {
  /** Aborts a leg: the person cancelled or the clock ran out. */
  readonly leg: AbortSignal;
  /** Aborts questions, with a Withdrawn reason. */
  readonly questions: AbortSignal;
  readonly clock: CallClock;
  /** How long the server may be silent, in milliseconds. */
  readonly limitMs: number;
}

/** Nothing of a call goes to another server than the one it began on. */
export function mustBeSameServer(state: StepperState, deps: Pick<StepperDeps, 'bindingOf'>): void {
  if (deps.bindingOf(state.serverId) === state.binding) return;
  throw new CallEnded(
    'binding-changed',
    'The server was changed meanwhile, so the answers were not sent to it.',
  );
}
