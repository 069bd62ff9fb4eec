import { SentenceError } from '../../../shared/model/sentence-error.ts';
import type { DispatchEvent } from './dispatch-event.ts';
import type { Records } from './records.ts';
import { type GateName, INTERNAL_ERROR, type ReverseCall, type Settled } from './types.ts';
import { Withdrawn, withdrawalOf, withdrawalSentence } from './withdrawn.ts';

/** Ends of reverse calls: written down, then told. */
export class Ends {
  readonly #records: Records;
  readonly #onEvent: ((event: DispatchEvent) => void) | undefined;

  constructor(records: Records, onEvent: ((event: DispatchEvent) => void) | undefined) {
    this.#records = records;
    this.#onEvent = onEvent;
  }

  /**
   * Records what is about to leave. Answers of a modern round leave together, so its road says when; a round that is
   * denied is never recorded as sent.
   */
  leaves(call: ReverseCall, settled: Settled): void {
    if (settled.outcome === 'accepted') this.#records.leaves(call, settled, { ended: true });
  }

  /** Settles where a full disk must not leave the card open. An answer that cannot be recorded does not leave. */
  settled(call: ReverseCall, settled: Settled, gate?: GateName): Settled {
    try {
      this.settle(call, settled, gate);
      return settled;
    } catch (cause) {
      const unsent = settled.outcome === 'accepted' ? unrecorded(cause) : settled;
      this.tell(call, unsent);
      return unsent;
    }
  }

  /** Settles, in the journal first. Throws where that cannot be written. */
  settle(call: ReverseCall, settled: Settled, gate?: GateName): void {
    const atOnce = call.road === 'request' || call.road === 'url_required';
    if (settled.outcome === 'accepted' && atOnce) this.#records.leaves(call, settled);
    else this.#records.ended(call, settled, gate);
    this.tell(call, settled);
  }

  /** Tells an end that has no entry of its own. */
  tell(call: ReverseCall, settled: Settled): void {
    this.#onEvent?.({ type: 'settled', call, settled });
  }
}

/** How a reverse call ends whose answering threw: withdrawn where its signal or a reader of it says so, else a fault. */
export function endOfThrown(cause: unknown, signal: AbortSignal): Settled {
  if (signal.aborted) return { outcome: 'withdrawn', reason: withdrawalSentence(withdrawalOf(signal)) };
  if (cause instanceof Withdrawn) return { outcome: 'withdrawn', reason: withdrawalSentence(cause.why) };
  console.error('gatehouse: a reverse call failed:', cause);
  return {
    outcome: 'failed',
    error: INTERNAL_ERROR,
    reason: 'Gatehouse could not handle this question. Nothing was sent.',
  };
}

function unrecorded(cause: unknown): Settled {
  console.error('gatehouse: the end of a reverse call could not be recorded:', cause);
  const reason = cause instanceof SentenceError ? cause.message : 'The journal could not be written.';
  return { outcome: 'failed', error: INTERNAL_ERROR, reason };
}

/** The app is about to end, so a modern question is kept rather than over. */
export const quitting = (signal: AbortSignal): boolean =>
  signal.aborted && withdrawalOf(signal) === 'app-quits';
