import { traceparent } from '../reverse/trace.ts';
import { SessionError } from '../sessions/session-error.ts';
import { readTask, type TaskReport } from '../sessions/task.ts';
import type { Session, TaskMethod, TaskOptions } from '../sessions/types.ts';
import { CallEnded } from './ended.ts';
import { pause } from './pause.ts';
import { untilConnected } from './reach.ts';
import { mustBeSameServer, type StepperDeps, type StepperSignals } from './stepper-deps.ts';
import type { StepperState, TaskState } from './stepper-state.ts';

/** Between two looks at a task, in milliseconds: what the server says, within these; without a word, the middle one. */
const PACE_MS = { least: 250, usual: 1000, most: 60_000 };
/** One answer about a task. */
const ANSWER_MS = 30_000;
/** How long an ending call waits for the server to hear that its task is not wanted any more. */
const GOODBYE_MS = 1000;
const INVALID_PARAMS = -32602;
const METHOD_NOT_FOUND = -32601;

/** How long to wait between two looks, in milliseconds, for what a server asked for. */
export const paceOf = (asked: number | undefined): number =>
  Math.min(PACE_MS.most, Math.max(PACE_MS.least, asked ?? PACE_MS.usual));

/** The requests about one task: when they may go out, and what becomes of those that fail. */
export class TaskRequests {
  readonly #state: StepperState;
  readonly #task: TaskState;
  readonly #deps: StepperDeps;
  readonly #signals: StepperSignals;
  /** When the server last spoke of the task, or was asked about it. */
  #heardAt: number;
  #message: string | undefined;
  #looks = 0;

  /** `first`: what began the task, when it began just now. */
  constructor(
    state: StepperState,
    task: TaskState,
    deps: StepperDeps,
    signals: StepperSignals,
    first: TaskReport | undefined,
  ) {
    this.#state = state;
    this.#task = task;
    this.#deps = deps;
    this.#signals = signals;
    this.#heardAt = first?.status === 'working' ? performance.now() : Number.NEGATIVE_INFINITY;
    if (first) this.#show(first);
  }

  /**
   * Looks at the task at the server's pace, until there is an answer. Waits as long as the server is gone. Rejects with
   * CallEnded `expired` for a task that is not known any more, and with the last failure when the server has said
   * nothing usable for as long as a call may wait for it.
   */
  async next(): Promise<TaskReport> {
    const { leg, limitMs } = this.#signals;
    let failingSince: number | undefined;
    for (let failures = 0; ; ) {
      const pace = Math.min(PACE_MS.most, this.#task.pollMs * 2 ** failures);
      await pause(Math.max(0, pace - (performance.now() - this.#heardAt)), leg);
      const session = await this.#connected();
      mustBeSameServer(this.#state, this.#deps);
      const began = performance.now();
      try {
        return await this.look(session);
      } catch (cause) {
        if (leg.aborted || !(cause instanceof SessionError) || cause.code === 'needs-sign-in') throw cause;
        if (cause.rpcCode === METHOD_NOT_FOUND) {
          throw new CallEnded('protocol', 'The server made a task of this call and then cannot tell of it.');
        }
        if (session.closed.aborted) continue;
        failingSince ??= began;
        failures = Math.min(failures + 1, 20);
        if (performance.now() - failingSince >= limitMs) throw cause;
      }
    }
  }

  /** One look. Rejects with SessionError, or CallEnded `expired`. */
  async look(session: Session, options: Partial<TaskOptions> = {}): Promise<TaskReport> {
    this.#heardAt = performance.now();
    try {
      const report = readTask(await this.send(session, 'tasks/get', {}, options), this.#task.id);
      this.#show(report);
      return report;
    } catch (cause) {
      if (!(cause instanceof SessionError) || cause.rpcCode !== INVALID_PARAMS) throw cause;
      throw new CallEnded(
        'expired',
        'The server no longer knows the task it made of this call. Run the call again.',
      );
    }
  }

  /** Sends one request about the task. `attended`: for a person who waits. Rejects with SessionError. */
  send(
    session: Session,
    method: TaskMethod,
    params: Record<string, unknown> = {},
    { signal = this.#signals.leg, attended = true, limitMs = ANSWER_MS }: Partial<TaskOptions> = {},
  ): Promise<Record<string, unknown>> {
    const { callId, traceId } = this.#state;
    const _meta = { traceparent: traceparent(traceId) };
    const full = { taskId: this.#task.id, ...params, _meta };
    return session.task(method, full, { signal, callId, limitMs, attended });
  }

  /** The call ends here: the server is told, where it can be, and its acknowledgement waited for a moment. */
  async cancel(): Promise<void> {
    const { serverId, binding } = this.#state;
    if (this.isGone() || this.#deps.bindingOf(serverId) !== binding) return;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, GOODBYE_MS);
    });
    const never = new AbortController().signal;
    const told = this.#deps
      .ensure(serverId, never)
      .then((session) => this.send(session, 'tasks/cancel', {}, { signal: never, attended: false }))
      .then(
        () => undefined,
        () => undefined,
      );
    await Promise.race([told, late]);
    clearTimeout(timer);
  }

  isGone(): boolean {
    let gone = false;
    this.#deps.watchSuspension(this.#state.serverId, (suspended) => {
      gone = suspended;
    })();
    return gone;
  }

  /** Resolves when the server is there; it is not started for this. Rejects with the signal's reason. */
  untilConnected(signal: AbortSignal): Promise<void> {
    return untilConnected(this.#state.serverId, this.#deps, signal);
  }

  async #connected(): Promise<Session> {
    const { leg, clock } = this.#signals;
    if (this.isGone()) {
      const resume = clock.pause();
      this.#deps.onSuspended();
      this.#say('The server is gone. Connect it again, and its task goes on.');
      try {
        await this.untilConnected(leg);
      } finally {
        resume();
      }
      this.#say('The server is back.');
    }
    return this.#deps.ensure(this.#state.serverId, leg);
  }

  #show({ pollIntervalMs, message }: TaskReport): void {
    this.#task.pollMs = paceOf(pollIntervalMs);
    if (message !== undefined) this.#say(message);
  }

  #say(message: string): void {
    if (message === this.#message) return;
    this.#message = message;
    this.#looks += 1;
    this.#deps.onProgress({ progress: this.#looks, message });
  }
}
