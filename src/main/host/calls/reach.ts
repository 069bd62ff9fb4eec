import { SessionError } from '../sessions/session-error.ts';
import type { Session } from '../sessions/types.ts';
import type { StepperDeps, StepperSignals } from './stepper-deps.ts';
import { nothingKept, type StepperState } from './stepper-state.ts';

/**
 * A session for what goes out next, started where it must be. What a person has answered is not lost when the server
 * cannot be reached: it waits until the server is connected again. Rejects with SessionError, or the reason of a signal.
 */
export async function reach(
  state: StepperState,
  deps: StepperDeps,
  signals: StepperSignals,
): Promise<Session> {
  const { serverId } = state;
  for (;;) {
    try {
      return await deps.ensure(serverId, signals.leg);
    } catch (cause) {
      // Where nothing is kept, nobody is there to connect it again.
      const waits = state.open !== undefined && deps.kept !== nothingKept;
      if (!waits || signals.leg.aborted || !(cause instanceof SessionError)) throw cause;
      const resume = signals.clock.pause();
      deps.onSuspended();
      deps.onProgress({ progress: 0, message: `${cause.message} Your answers go when it is connected.` });
      try {
        await untilConnected(serverId, deps, signals.leg);
      } finally {
        resume();
      }
    }
  }
}

/** Resolves when the server is there; it is not started for this. Rejects with the signal's reason. */
export async function untilConnected(
  serverId: string,
  deps: Pick<StepperDeps, 'watchSuspension'>,
  signal: AbortSignal,
): Promise<void> {
  let stop = () => {};
  let onAbort = () => {};
  try {
    await new Promise<void>((resolve, reject) => {
      onAbort = () => reject(signal.reason);
      signal.addEventListener('abort', onAbort, { once: true });
      if (signal.aborted) onAbort();
      stop = deps.watchSuspension(serverId, (suspended) => {
        if (!suspended) resolve();
      });
    });
  } finally {
    stop();
    signal.removeEventListener('abort', onAbort);
  }
}
