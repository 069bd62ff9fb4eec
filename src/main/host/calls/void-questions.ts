import { isObject, type JsonObject, ownText } from '../../../shared/json.ts';
import type { Dispatcher } from '../reverse/dispatcher.ts';
import type { StepperState } from './stepper-state.ts';

/** Shows each unanswered question of a kept call whose server is no longer the same: what it was, and why it is void. */
export function showVoidQuestions(state: StepperState, dispatcher: Dispatcher): void {
  const { open, serverId, callId, round, traceId } = state;
  if (!open) return;
  for (const [key, entry] of Object.entries(open.inputRequests)) {
    if (Object.hasOwn(open.answers, key)) continue;
    const request: JsonObject = isObject(entry) ? entry : {};
    const method = ownText(request, 'method') ?? '';
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
