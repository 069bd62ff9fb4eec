import { followLink } from '../elicitation/link.ts';
import type { Question } from './inbox.ts';
import type { Parsed } from './read.ts';
import type { ReverseCall, Settled } from './types.ts';

/** The accepted links of legacy servers whose cards stay until the server, or the person, says that they are done. */
export class FollowedLinks {
  readonly #port: Parameters<typeof followLink>[2];
  /** Aborted, with how it ended, when the answer did not arrive. */
  readonly #lost = new Map<string, AbortController>();

  constructor(port: Parameters<typeof followLink>[2]) {
    this.#port = port;
  }

  /** Keeps the card of an accepted link open until `sessionClosed` aborts at the latest; true when it did. */
  follow(
    call: ReverseCall,
    parsed: Parsed,
    question: Question,
    settled: Settled,
    sessionClosed: AbortSignal | undefined,
  ): boolean {
    if (parsed.kind !== 'elicitation' || parsed.mode !== 'url' || question.scripted || !sessionClosed)
      return false;
    if (call.road !== 'request' || settled.outcome !== 'accepted') return false;
    const lost = new AbortController();
    this.#lost.set(call.id, lost);
    const over = () => {
      this.#lost.delete(call.id);
      question.close(lost.signal.aborted ? (lost.signal.reason as Settled) : settled);
    };
    followLink(parsed, question, this.#port, AbortSignal.any([sessionClosed, lost.signal])).then(over, over);
    return true;
  }

  /** The answer did not arrive: its card closes with that. */
  undelivered(callId: string, failed: Settled): void {
    this.#lost.get(callId)?.abort(failed);
  }
}
