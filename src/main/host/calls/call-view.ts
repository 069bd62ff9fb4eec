import type { CallRequest, CallView } from '../../../shared/model/call.ts';
import type { StepperState } from './stepper-state.ts';

/** A call that begins now, as the window sees it. */
export function viewOfRequest(callId: number, { serverId, method, name, args }: CallRequest): CallView {
  return {
    id: callId,
    serverId,
    method,
    name,
    ...(args ? { args } : {}),
    state: 'running',
    startedAt: Date.now(),
    round: 0,
  };
}

/** A call of an earlier life of the app, as the window sees it until it goes on. */
export function viewOfKept(state: StepperState): CallView {
  return {
    id: state.callId,
    serverId: state.serverId,
    method: state.method,
    ...nameOf(state),
    state: 'suspended',
    startedAt: state.startedAt,
    round: state.round,
  };
}

/** The `params` of a call as the person made it. */
export function paramsOf(view: CallView): Record<string, unknown> {
  if (view.method === 'resources/read') return { uri: view.name };
  return { name: view.name, arguments: view.args ?? {} };
}

function nameOf(state: StepperState): Pick<CallView, 'name' | 'args'> {
  const { name, uri, arguments: args } = state.params;
  if (typeof uri === 'string') return { name: uri };
  return { name: String(name), ...(args ? { args: args as Record<string, unknown> } : {}) };
}
