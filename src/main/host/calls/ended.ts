import type { CallView } from '../../../shared/model/call.ts';
import { SentenceError } from '../../../shared/model/sentence-error.ts';
import { Withdrawn, withdrawalSentence } from '../reverse/withdrawn.ts';
import { SessionError } from '../sessions/session-error.ts';

/** A call that ended without an answer of the server; `message` is one plain sentence. */
export class CallEnded extends Error {
  readonly code:
    | 'denied'
    | 'refused'
    | 'failed'
    | 'rounds'
    | 'binding-changed'
    | 'protocol'
    | 'expired'
    | 'not-sent'
    | 'task-cancelled';
  constructor(code: CallEnded['code'], message: string) {
    super(message);
    this.name = 'CallEnded';
    this.code = code;
  }
}

/** How a call ends whose server is no longer the one it was made to. */
export const BINDING_CHANGED: Partial<CallView> = {
  state: 'failed',
  error: {
    code: 'binding-changed',
    message: 'The server was changed or removed, so the call was ended.',
  },
};

/** The app quits: what waits for the person, or runs as a task, goes on in its next life. */
export const quits = (signal: AbortSignal): boolean =>
  signal.aborted && signal.reason instanceof Withdrawn && signal.reason.why === 'app-quits';

/** How a call that did not come back ended, with one plain sentence. `hint`: why no answer came, where that is known. */
export function failureOf(
  cause: unknown,
  leg: AbortSignal,
  limitMs: number,
  hint?: string,
): Partial<CallView> {
  if (leg.aborted && leg.reason instanceof Withdrawn) {
    switch (leg.reason.why) {
      case 'call-timed-out':
        return failed(
          'timeout',
          `The server did not answer in time (${limitMs / 1000} s). ${hint ?? 'Give it more time and run it again.'}`,
        );
      case 'hard-limit':
        return failed('hard-limit', 'The task did not end within the limit, so the call was ended.');
      case 'binding-changed':
        return BINDING_CHANGED;
      default:
        return { state: 'cancelled', error: { code: 'cancelled', message: 'The call was cancelled.' } };
    }
  }
  if (cause instanceof Withdrawn) return failed(cause.why, withdrawalSentence(cause.why));
  if (cause instanceof SessionError) return failed(cause.rpcCode ?? cause.code, cause.message);
  if (cause instanceof CallEnded || cause instanceof SentenceError) return failed(cause.code, cause.message);
  console.error('gatehouse: a call failed:', cause);
  return failed('internal', 'Gatehouse could not run this call.');
}

const failed = (code: string | number, message: string): Partial<CallView> => ({
  state: 'failed',
  error: { code, message },
});
