import { SdkHttpError } from '@modelcontextprotocol/client';
import type { SessionError } from './session-error.ts';
import { Undelivered } from './transports/undelivered.ts';

/** What a person is told whose call waits at a server that did not get its answer. */
export const UNDELIVERED_HINT =
  'An answer to a question of the server was not delivered, so it may wait in vain and never answer.';

/** Whether an answer surely did not arrive, and why; `failure` is what the connection makes of `error`. */
export function undeliveredSentence(error: unknown, { message, code, unsent }: SessionError): string {
  // What broke on the way may have arrived; what was refused counts for nothing.
  const sure = unsent || code !== 'closed' || error instanceof Undelivered || error instanceof SdkHttpError;
  const why = (error instanceof Undelivered ? error.message : message).replace(
    /^(The|Nothing|Too)\b/,
    (word) => word.toLowerCase(),
  );
  return sure
    ? `The answer could not be delivered: ${why}`
    : `Nobody knows whether the answer arrived: ${why}`;
}
