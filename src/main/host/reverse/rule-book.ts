import { isDeepStrictEqual } from 'node:util';
import type { Rule } from '../../../shared/model/rule.ts';
import { kindOf } from './gates.ts';
import { LastMinute } from './last-minute.ts';
import { type Decision, decide } from './rules.ts';
import type { ReverseInput } from './types.ts';

/** What the rules are decided by besides the reverse call. */
export interface RuleBookDeps {
  readonly rules: () => readonly Rule[];
  /** The person lets no rule answer for now. */
  readonly paused?: () => boolean;
  readonly tokensToday: (serverId: string) => number;
  readonly maxTokensPerDay: () => number;
  /** The tool (prompt, resource) of a call. */
  readonly toolOf: (callId: number) => string | undefined;
  /** What rules let through of late, in an earlier life of the app too: milliseconds since 1970. */
  readonly usesSince: (at: number) => readonly { readonly ruleId: string; readonly at: number }[];
  /** When the newest entry of the journal was written; the clock may have been set back since. */
  readonly lastEntryAt: number | undefined;
}

const MINUTE_MS = 60_000;

/**
 * The rules of the person, held against reverse calls; it counts what each rule has let through. Neither a clock that
 * is set back nor a new start brings back what has expired or is used up.
 */
export class RuleBook {
  readonly #deps: RuleBookDeps;
  readonly #uses = new LastMinute();
  /** Tokens that answers on their way may take, by server. */
  readonly #onTheWay = new Map<string, number>();
  #latest: number;
  #seeded = false;

  constructor(deps: RuleBookDeps) {
    this.#deps = deps;
    this.#latest = deps.lastEntryAt ?? 0;
  }

  /** The time, never earlier than it was: for what expires. */
  now(): number {
    this.#latest = Math.max(this.#latest, Date.now());
    return this.#latest;
  }

  /** `model` and the most `tokens` it may take once they are known; they are counted only for a rule. */
  decide(input: ReverseInput, model?: string, tokens = () => 0): Decision {
    const rules = this.#deps.rules();
    const kind = kindOf(input.method);
    if (!kind || rules.length === 0) return { decision: kind === 'roots' ? 'allow' : 'ask' };
    const { serverId } = input;
    const decision = decide(rules, {
      server: serverId,
      kind,
      tools: toolsOf(input, this.#deps.toolOf),
      model,
      now: this.now(),
      tokens: tokens(),
      tokensToday: () => this.#deps.tokensToday(serverId) + (this.#onTheWay.get(serverId) ?? 0),
      maxTokensPerDay: this.#deps.maxTokensPerDay(),
      usesInLastMinute: (ruleId) => this.#usesOf(ruleId),
    });
    if (decision.decision !== 'allow' || kind === 'roots' || !decision.rule) return decision;
    const reason = this.#deps.paused?.()
      ? 'You paused your rules, so it waits for you.'
      : input.waited
        ? 'It waited for you, so your rule does not answer it.'
        : undefined;
    return reason === undefined ? decision : { decision: 'ask', rule: decision.rule, reason };
  }

  /**
   * A rule lets something through now, which may take so many tokens. Gives the function that says that it is over; in
   * the same turn as `decide`, so that two at once are counted one after the other.
   */
  use(rule: Rule, serverId: string, tokens: number): () => void {
    this.#seed();
    this.#uses.count(rule.id, performance.now());
    this.#move(serverId, tokens);
    let over = false;
    return () => {
      if (!over) this.#move(serverId, -tokens);
      over = true;
    };
  }

  /** A rule that let something through is still what it was, so that what came of it may leave. */
  holds(rule: Rule): boolean {
    return (
      !this.#deps.paused?.() &&
      (rule.expiresAt === undefined || this.now() < rule.expiresAt) &&
      this.#deps.rules().some((one) => isDeepStrictEqual(one, rule))
    );
  }

  #move(serverId: string, tokens: number): void {
    const now = (this.#onTheWay.get(serverId) ?? 0) + tokens;
    if (now > 0) this.#onTheWay.set(serverId, now);
    else this.#onTheWay.delete(serverId);
  }

  #usesOf(ruleId: string): number {
    this.#seed();
    return this.#uses.peek(ruleId, performance.now());
  }

  /** What was let through just before a restart counts. */
  #seed(): void {
    if (this.#seeded) return;
    this.#seeded = true;
    const [wall, steady] = [Date.now(), performance.now()];
    for (const { ruleId, at } of this.#deps.usesSince(wall - MINUTE_MS)) {
      this.#uses.count(ruleId, steady - Math.max(0, wall - at));
    }
  }
}

/** The tools of every call that may have asked. */
export function toolsOf(
  { cause }: Pick<ReverseInput, 'cause'>,
  toolOf: (callId: number) => string | undefined,
): (string | undefined)[] {
  return (cause.callId === undefined ? cause.candidates : [cause.callId]).map(toolOf);
}
