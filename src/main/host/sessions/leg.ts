import { isObject } from '../../../shared/json.ts';
import type { Era } from '../../../shared/model/server.ts';
import { SessionError } from './session-error.ts';
import { readTask } from './task.ts';
import type { Leg, LegMethod } from './types.ts';

/** Characters of a state: it is kept with each answer, and few servers would take a longer one back. */
const MAX_STATE = 10_000_000;

/**
 * Reads the raw result of a leg. `requestState` is taken byte for byte: absent is undefined, '' is a value.
 * @throws SessionError `protocol`
 */
export function readLeg(result: Record<string, unknown>, era: Era, method: LegMethod = 'tools/call'): Leg {
  const { resultType, ...rest } = result;
  // A server of an earlier revision may leave it out (2026-07-28, basic/index, result types); so may a modern one here.
  if (resultType === undefined || resultType === 'complete') return { type: 'complete', result: rest };
  // The only method that can become a task; anywhere else it is no answer (Tasks extension, capability negotiation).
  if (resultType === 'task' && era === 'modern' && method === 'tools/call') {
    return { type: 'task', task: readTask(rest) };
  }
  if (resultType !== 'input_required') {
    throw new SessionError('protocol', 'The server sent a kind of result that was not asked for.');
  }
  if (era === 'legacy') {
    throw new SessionError(
      'protocol',
      'The server asked for input in a way its protocol version does not have.',
    );
  }
  const { inputRequests, requestState } = rest;
  if (inputRequests !== undefined && !isObject(inputRequests)) {
    throw new SessionError('protocol', 'The server asked for input, but its questions are not an object.');
  }
  if (requestState !== undefined && typeof requestState !== 'string') {
    throw new SessionError('protocol', 'The server asked for input, but its state is not text.');
  }
  if (requestState !== undefined && requestState.length > MAX_STATE) {
    throw new SessionError('protocol', 'The server asked for input, but its state is too long to be kept.');
  }
  if (requestState === undefined && Object.keys(inputRequests ?? {}).length === 0) {
    throw new SessionError('protocol', 'The server asked for input, but said not what for.');
  }
  return { type: 'input_required', inputRequests: inputRequests ?? {}, requestState };
}

/** Every other request: only a complete result is an answer there (2026-07-28, server/utilities, MRTR). */
export function readComplete(result: Record<string, unknown>): Record<string, unknown> {
  if (result.resultType === undefined || result.resultType === 'complete') return result;
  throw new SessionError('protocol', 'The server asked for input where it must not.');
}
