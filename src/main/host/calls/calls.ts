import type { CallProgress, CallRequest, CallView } from '../../../shared/model/call.ts';
import { SentenceError } from '../../../shared/model/sentence-error.ts';
import type { ServerConfig } from '../../../shared/model/server.ts';
import type { OnHostEvent } from '../events.ts';
import type { Journal } from '../journal/types.ts';
import type { Replica } from '../replica/replica.ts';
import { Shelf } from '../replica/shelf.ts';
import type { Withdrawal } from '../reverse/types.ts';
import { Withdrawn, withdrawn } from '../reverse/withdrawn.ts';
import { paramsOf, viewOfKept, viewOfRequest } from './call-view.ts';
import { CallClock } from './clock.ts';
import { BINDING_CHANGED, failureOf, quits } from './ended.ts';
import type { InFlight } from './in-flight.ts';
import { LateAbort } from './late-abort.ts';
import { pipesRead } from './pipes-read.ts';
import { runCall } from './stepper.ts';
import type { StepperDeps } from './stepper-deps.ts';
import { canBeKept, newState, type StepperState } from './stepper-state.ts';
import { throttle } from './throttle.ts';
import { TurnTaker } from './turn-taker.ts';
import { showVoidQuestions } from './void-questions.ts';

/** What the calls need of the other rooms. */
export interface CallsDeps
  extends Pick<
    StepperDeps,
    'dispatcher' | 'ensure' | 'bindingOf' | 'maxRounds' | 'kept' | 'hardLimitMs' | 'watchSuspension'
  > {
  readonly config: (serverId: string) => ServerConfig | undefined;
  readonly inFlight: InFlight;
  readonly replica: Replica;
  readonly journal: Journal;
  readonly onEvent: OnHostEvent | undefined;
  /** Called after the first call of this journal began. */
  readonly onStarted: () => void;
}

interface Running {
  readonly state: StepperState;
  readonly stop: (why: Withdrawal) => void;
  readonly ended: Promise<CallView>;
}

/** The window hears of progress at most this often. */
const PROGRESS_EVERY_MS = 50;
/** Calls that are over and still shown, at most. */
const ENDED_KEPT = 200;
const ENDED_KEPT_BYTES = 64 * 1024 * 1024;

/** The forward calls of the person, each with its clock, its AbortController and its end. */
export class Calls {
  readonly #deps: CallsDeps;
  readonly #running = new Map<number, Running>();
  readonly #turns = new TurnTaker();
  readonly #ended = new Shelf(ENDED_KEPT, ENDED_KEPT_BYTES);

  constructor(deps: CallsDeps) {
    this.#deps = deps;
  }

  /** Starts a call; its end shows in the replica, and in `ended`. */
  start(
    request: CallRequest,
    options: { timeoutMs?: number } = {},
  ): { callId: number; ended: Promise<CallView> } {
    const config = this.#deps.config(request.serverId);
    const binding = this.#deps.bindingOf(request.serverId);
    if (!config || binding === undefined)
      throw new SentenceError('no-server', 'That server is no longer in the list.');
    const callId = this.#deps.journal.nextId('call');
    const view = viewOfRequest(callId, request);
    this.#deps.replica.set('calls', String(callId), view);
    const params = paramsOf(view);
    const { secretArguments } = request;
    const state = newState({
      callId,
      serverId: view.serverId,
      binding,
      method: view.method,
      params,
      ...(secretArguments ? { secretArguments } : {}),
    });
    this.#deps.journal.noteOrThrow({
      type: 'call-started',
      serverId: request.serverId,
      callId,
      text: `${request.method} ${request.name}`,
      detail: { trace: state.traceId },
    });
    this.#deps.onEvent?.({ type: 'call', call: view });
    this.#deps.onStarted();
    return { callId, ended: this.#begin(view, state, config, options.timeoutMs) };
  }

  /** Takes up what waited for the person when the app ended. Void where its server is no longer the same. */
  resumeKept(): void {
    for (const state of this.#deps.kept.all()) {
      const view = viewOfKept(state);
      this.#deps.replica.set('calls', String(view.id), view);
      this.#deps.onEvent?.({ type: 'call', call: view });
      const config = this.#deps.config(state.serverId);
      if (config && this.#deps.bindingOf(state.serverId) === state.binding) {
        state.resumed = true;
        void this.#begin(view, state, config, undefined);
      } else this.#void(view, state);
    }
  }

  #begin(
    view: CallView,
    state: StepperState,
    config: ServerConfig,
    timeoutMs: number | undefined,
  ): Promise<CallView> {
    const leg = new AbortController();
    const life = new LateAbort();
    const stop = (why: Withdrawal) => {
      life.abort(new Withdrawn(why));
      leg.abort(new Withdrawn(why));
    };
    const ended = this.#run(view, state, config, { leg, life, stop, timeoutMs });
    this.#running.set(view.id, { state, stop, ended });
    return ended;
  }

  /** Its server was changed or removed while the app was closed: each question says so and keeps its text. */
  #void(view: CallView, state: StepperState): void {
    showVoidQuestions(state, this.#deps.dispatcher);
    this.#forget(view.id);
    this.#end(String(view.id), BINDING_CHANGED);
  }

  /** A disk that does not take it must not keep the call from ending; it is taken up once more at the next start. */
  #forget(callId: number): void {
    try {
      this.#deps.kept.remove(callId);
    } catch (cause) {
      console.error('gatehouse: a call that ended could not be removed from those kept:', cause);
    }
  }

  /** Whether what it waits for would still be there after a restart of the app. */
  survives(callId: number): boolean {
    const running = this.#running.get(callId);
    return running !== undefined && canBeKept(running.state);
  }

  cancel(callId: number, why: Withdrawal = 'call-cancelled'): void {
    this.#running.get(callId)?.stop(why);
  }

  /** Cancels what runs against a server (it was removed or changed). */
  cancelOf(serverId: string, why: Withdrawal): void {
    for (const [id, running] of this.#running) {
      if (this.#deps.replica.get('calls', String(id))?.serverId === serverId) running.stop(why);
    }
  }

  async endAll(why: Withdrawal): Promise<void> {
    const all = [...this.#running.values()];
    for (const running of all) running.stop(why);
    await Promise.allSettled(all.map((running) => running.ended));
  }

  async #run(
    view: CallView,
    state: StepperState,
    config: ServerConfig,
    control: {
      leg: AbortController;
      life: LateAbort;
      stop: (why: Withdrawal) => void;
      /** Set for this call alone; it then holds for a task as well. */
      timeoutMs: number | undefined;
    },
  ): Promise<CallView> {
    const { replica, inFlight } = this.#deps;
    const key = String(view.id);
    const { timeoutMs } = control;
    const limitMs = timeoutMs ?? config.settings.callTimeoutMs;
    let over: Withdrawal = 'call-timed-out';
    const clock = new CallClock(
      limitMs,
      () => control.stop(over),
      (paused) => replica.update('calls', key, { state: paused ? 'waiting' : 'running' }),
    );
    const progress = throttle<CallProgress>(PROGRESS_EVERY_MS, (value) => {
      replica.update('calls', key, { progress: value });
      this.#deps.onEvent?.({ type: 'progress', callId: view.id, progress: value });
    });
    let change: Partial<CallView>;
    let pass = () => {};
    try {
      if (config.settings.oneCallAtATime) pass = await this.#turns.take(view.serverId, control.leg.signal);
      inFlight.add({
        id: view.id,
        serverId: view.serverId,
        name: view.name,
        trace: state.traceId,
        get signal() {
          return control.life.signal;
        },
        clock,
      });
      const result = await runCall(
        state,
        {
          ...this.#deps,
          onProgress: (value) => progress.push(value),
          onRound: (round) => replica.update('calls', key, { round }),
          onHint: (hint) => {
            if (replica.get('calls', key)?.hint !== hint) replica.update('calls', key, { hint });
          },
          // One call at a time is proof only if nothing from before it still lies in the pipe.
          beforeLeg: config.settings.oneCallAtATime ? pipesRead : undefined,
          onFlight: (flying) => inFlight.setFlying(view.id, flying),
          onTask: () => {
            // A task is what takes longer than an answer may: its server has answered.
            if (timeoutMs !== undefined) return;
            over = 'hard-limit';
            clock.allow(this.#deps.hardLimitMs());
          },
          onSuspended: () => replica.update('calls', key, { state: 'suspended' }),
        },
        {
          leg: control.leg.signal,
          get questions() {
            return control.life.signal;
          },
          clock,
          limitMs,
        },
      );
      change = { state: 'done', result, isError: view.method === 'tools/call' && result.isError === true };
    } catch (cause) {
      change = failureOf(cause, control.leg.signal, limitMs, replica.get('calls', key)?.hint);
    } finally {
      pass();
      clock.stop();
      inFlight.remove(view.id);
    }
    progress.flush();
    // A round that waits, or whose answers are on their way, and a task go on in the next life of the app.
    if (quits(control.leg.signal) && canBeKept(state) && change.state !== 'done') {
      this.#running.delete(view.id);
      return replica.get('calls', key) ?? view;
    }
    if (state.open || state.task) this.#forget(view.id);
    // Questions that are still open belong to a call that is over.
    control.life.abort(withdrawn('call-ended'));
    return this.#end(key, change);
  }

  #end(key: string, change: Partial<CallView>): CallView {
    const { replica, journal } = this.#deps;
    replica.update('calls', key, { ...change, endedAt: Date.now() });
    const view = replica.get('calls', key) as CallView;
    this.#running.delete(view.id);
    journal.note({
      type: 'call-ended',
      serverId: view.serverId,
      callId: view.id,
      text: `${view.name}: ${view.error?.message ?? (view.isError ? 'the tool reported an error' : 'done')}`,
      detail: {
        state: view.state,
        isError: view.isError ?? false,
        rounds: view.round,
        ...(view.error && { error: view.error.code }),
      },
    });
    this.#deps.onEvent?.({ type: 'call-ended', call: view });
    for (const old of this.#ended.put(key, view)) replica.delete('calls', old);
    return view;
  }
}
