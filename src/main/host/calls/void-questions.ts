import type { Dispatcher } from '../reverse/dispatcher.ts';
import type { StepperState } from './stepper-state.ts';

/** Shows each unanswered question of a kept call whose server is no longer the same: what it was, and why it is void. */
export function showVoidQuestions(state: StepperState, dispatcher: Dispatcher): void {
  const { open, serverId, callId, round, traceId } = state;
  for (const [key, entry] of Object.entries(open?.inputRequests ?? {})) {
    if (!open || Object.hasOwn(open.answers, key)) continue;
    const request = (typeof entry === 'object' && entry !== null ? entry : {}) as Record<string, unknown>;
    const method = typeof request.method === 'string' ? request.method : '';
    try {
      dispatcher.showVoid(
        {
          serverId,
          session: open.session,
          road: state.task ? 'task' : 'input_required',
          callId,
          trace: traceId,
          round,
        },
        { method, params: request.params, draft: open.drafts[key] },
        'binding-changed',
      );
    } catch (cause) {
      // A full disk must not keep the app from starting.
      console.error('gatehouse: a question of a changed server could not be shown:', cause);
    }
  }
}
