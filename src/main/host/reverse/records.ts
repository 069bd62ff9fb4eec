import type { Journal } from '../journal/types.ts';
import type { Alike } from './floods.ts';
import { type GateName, kindOf } from './gates.ts';
import { traceparentOf } from './trace.ts';
import type { ReverseCall, Settled } from './types.ts';

/** What the journal is told of reverse calls: what was asked, what left, and how it ended. */
export class Records {
  readonly #journal: Journal;
  readonly #nameOf: (serverId: string) => string;

  constructor(journal: Journal, nameOf: (serverId: string) => string) {
    this.#journal = journal;
    this.#nameOf = nameOf;
  }

  /** Written with the decision, which is before anything goes back. */
  asked(call: ReverseCall): void {
    const { road, round, cause, repairs } = call;
    this.#journal.note({
      ...entryOf(call),
      type: 'reverse',
      text: `${this.#nameOf(call.serverId)} asked: ${kindOf(call.method) ? call.method : 'an unknown method'}`,
      detail: { road, round, cause, repairs, ...traceOf(call) },
    });
  }

  /** An answer is about to leave. Folders are a disclosure of their own. */
  leaves(call: ReverseCall, settled: Settled): void {
    if (call.kind === 'roots') {
      const roots = (settled.result?.roots ?? []) as unknown[];
      const folders = roots.length === 1 ? '1 folder' : `${roots.length} folders`;
      const text = `${this.#nameOf(call.serverId)} was told ${folders}`;
      this.#journal.note({ ...entryOf(call), type: 'disclosure', text, detail: { roots } });
    }
    const detail = { outcome: settled.outcome, ...ruleOf(settled) };
    this.#journal.write({ ...entryOf(call), type: 'answer', text: `${call.kind} answered`, detail });
  }

  /** It ended without an answer that leaves now. */
  ended(call: ReverseCall, settled: Settled, gate?: GateName): void {
    const { outcome, reason } = settled;
    this.#journal.write({
      ...entryOf(call),
      type: 'decision',
      text: reason ? `${call.kind} ${outcome}: ${reason}` : `${call.kind} ${outcome}`,
      detail: { outcome, ...(gate ? { gate } : {}), ...ruleOf(settled) },
    });
  }

  /** So many more like it, which have no entries of their own. */
  flood({ serverId, gate, reason, callId }: Alike, times: number): void {
    const asked = `${this.#nameOf(serverId)} asked ${times} more times and was`;
    this.#journal.note({
      type: gate ? 'decision' : 'disclosure',
      serverId,
      ...(callId === undefined ? {} : { callId }),
      text: gate ? `${asked} refused: ${reason}` : `${asked} told the same folders`,
      detail: gate ? { outcome: 'refused', gate, times } : { roots: JSON.parse(reason), times },
    });
  }
}

/** The trace of the call that caused it, and what the server says it belongs to, if it says so (SEP-414). */
function traceOf({ trace, params }: ReverseCall): { trace?: string; traceparent?: string } {
  const theirs = traceparentOf(params);
  return {
    ...(trace === undefined ? {} : { trace }),
    ...(theirs === undefined ? {} : { traceparent: theirs }),
  };
}

const entryOf = (call: ReverseCall) => ({
  serverId: call.serverId,
  ...(call.cause.callId === undefined ? {} : { callId: call.cause.callId }),
  reverseId: call.id,
});

const ruleOf = (settled: Settled) => (settled.ruleId === undefined ? {} : { rule: settled.ruleId });
