import { SessionError } from '../sessions/session-error.ts';
import type { Withdrawal } from './types.ts';

/** The reason a reverse call's signal aborts with. */
export class Withdrawn extends Error {
  readonly why: Withdrawal;
  constructor(why: Withdrawal) {
    super(why);
    this.name = 'Withdrawn';
    this.why = why;
  }
}

const made = new Map<Withdrawal, Withdrawn>();

/** The same one each time: every call ends with one, and its stack says nothing. */
export function withdrawn(why: Withdrawal): Withdrawn {
  let one = made.get(why);
  if (!one) {
    one = new Withdrawn(why);
    made.set(why, one);
  }
  return one;
}

const SENTENCES: Record<Withdrawal, string> = {
  'server-cancelled': 'The server took its question back. Nothing was sent.',
  'call-cancelled': 'You cancelled the call that asked this.',
  'call-ended': 'The call that asked this ended first.',
  'call-timed-out': 'The call that asked this ran out of time.',
  'session-gone': 'The connection to the server is gone. Nothing was sent.',
  'sibling-refused': 'Another question of the same round was denied, so nothing of this round was sent.',
  'hard-limit': 'Nobody answered within the limit. Nothing was sent.',
  'binding-changed': 'The server was changed since it asked, so the answer would go to another server.',
  'app-quits': 'Gatehouse was closed.',
};

/** Why a question was withdrawn, as one plain sentence. */
export const withdrawalSentence = (why: Withdrawal): string => SENTENCES[why];

/**
 * The withdrawal behind an aborted signal: our own reason, or what the session of a legacy request gave (it is gone, or
 * the server took its request back).
 */
export function withdrawalOf(signal: AbortSignal): Withdrawal {
  if (signal.reason instanceof Withdrawn) return signal.reason.why;
  return signal.reason instanceof SessionError ? 'session-gone' : 'server-cancelled';
}
