import type { Rule } from '../../../shared/model/rule.ts';
import { ruleText } from '../../../shared/rule-text.ts';
import type { Journal } from '../journal/types.ts';
import type { Alike } from './floods.ts';
import { kindOf } from './gates.ts';
import { traceparentOf } from './trace.ts';
import type { GateName, ReverseCall, Settled } from './types.ts';

/** What the journal is told of reverse calls: what was asked, what left, and how it ended. */
export class Records {
  readonly #journal: Journal;
  readonly #nameOf: (serverId: string) => string;
  readonly #toolsOf: (call: ReverseCall) => (string | undefined)[];

  /** `toolsOf`: the tools of every call that may have asked. */
  constructor(
    journal: Journal,
    nameOf: (serverId: string) => string,
    toolsOf: (call: ReverseCall) => (string | undefined)[] = () => [],
  ) {
    this.#journal = journal;
    this.#nameOf = nameOf;
    this.#toolsOf = toolsOf;
  }

  /** Written with the decision, which is before anything goes back. */
  asked(call: ReverseCall): void {
    const { road, round, cause, repairs, trace } = call;
    const traceparent = traceparentOf(call.params);
    this.#journal.note({
      ...entryOf(call),
      type: 'reverse',
      text: `${this.#nameOf(call.serverId)} asked: ${kindOf(call.method) ? call.method : 'an unknown method'}`,
      // The trace of the call that caused it, and what the server says it belongs to, if it says so (SEP-414).
      detail: { road, round, cause, tools: this.#toolsOf(call), repairs, trace, traceparent },
    });
  }

  /**
   * An answer is about to leave. Folders are a disclosure of their own. `ended`: it was told before, so that its rule has
   * counted.
   */
  leaves(call: ReverseCall, settled: Settled, { ended = false } = {}): void {
    if (call.kind === 'roots') {
      const roots = (settled.result?.roots ?? []) as unknown[];
      const folders = roots.length === 1 ? '1 folder' : `${roots.length} folders`;
      const text = `${this.#nameOf(call.serverId)} was told ${folders}`;
      this.#journal.note({ ...entryOf(call), type: 'disclosure', text, detail: { roots } });
    }
    const detail = { outcome: settled.outcome, ...whyOf(settled) };
    this.#journal.write({ ...entryOf(call), type: 'answer', text: `${call.kind} answered`, detail });
    if (!ended) this.#used(settled);
  }

  /** It ended without an answer that leaves now. */
  ended(call: ReverseCall, settled: Settled, gate?: GateName): void {
    const { outcome, reason } = settled;
    this.#journal.write({
      ...entryOf(call),
      type: 'decision',
      text: reason ? `${call.kind} ${outcome}: ${reason}` : `${call.kind} ${outcome}`,
      detail: { outcome, ...(gate ? { gate } : {}), ...whyOf(settled) },
    });
    this.#used(settled);
  }

  /** What was written down as its end did not come about: the answer has not arrived. Its rule counts once. */
  undelivered(call: ReverseCall, settled: Settled): void {
    const { outcome, reason } = settled;
    this.#journal.note({
      ...entryOf(call),
      type: 'decision',
      text: `${call.kind} ${outcome}: ${reason ?? ''}`,
      detail: { outcome, ...(reason === undefined ? {} : { reason }), ...whyOf(settled) },
    });
  }

  /** So many more like it, which have no entries of their own. */
  flood({ serverId, gate, limit, rule, reason, callId }: Alike, times: number): void {
    const asked = `${this.#nameOf(serverId)} asked ${times} more times and was`;
    this.#journal.note({
      type: gate ? 'decision' : 'disclosure',
      serverId,
      ...(callId === undefined ? {} : { callId }),
      text: gate ? `${asked} refused: ${reason}` : `${asked} told the same folders`,
      detail: gate
        ? { outcome: 'refused', gate, ...(limit && { limit }), ...ruleOf(rule), times }
        : { roots: JSON.parse(reason), ...ruleOf(rule), times },
    });
    if (rule) this.#journal.ruleUsed(rule.id, times, 0);
  }

  #used({ rule, tokens }: Settled): void {
    if (rule) this.#journal.ruleUsed(rule.id, 1, tokens ?? 0);
  }
}

const entryOf = (call: ReverseCall) => ({
  serverId: call.serverId,
  callId: call.cause.callId,
  reverseId: call.id,
});

/** The rule that decided, and what it said then: it may be changed since. */
const ruleOf = (rule: Rule | undefined) => (rule ? { rule: rule.id, ruleText: ruleText(rule) } : {});

/** Who or what decided, and what it took. */
function whyOf({ rule, limit, asked, model, tokens }: Settled) {
  return {
    ...(limit && { limit }),
    ...ruleOf(rule),
    ...(asked?.rule && {
      asked: { ...ruleOf(asked.rule), ...(asked.reason === undefined ? {} : { reason: asked.reason }) },
    }),
    ...(model === undefined ? {} : { model }),
    ...(tokens ? { tokens } : {}),
  };
}
