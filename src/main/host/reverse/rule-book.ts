import { kindOf } from './gates.ts';
import { LastMinute } from './last-minute.ts';
import { type Decision, decide, type Rule } from './rules.ts';
import type { ReverseInput } from './types.ts';

export interface RuleBookDeps {
  readonly rules: () => readonly Rule[];
  readonly tokensToday: (serverId: string) => number;
  /** The tool (prompt, resource) of a call. */
  readonly toolOf: (callId: number) => string | undefined;
}

const NO_RULE: Decision = { decision: 'ask' };

/** The rules of the person, held against reverse calls; it counts what each rule has let through. */
export class RuleBook {
  readonly #deps: RuleBookDeps;
  readonly #uses = new LastMinute();

  constructor(deps: RuleBookDeps) {
    this.#deps = deps;
  }

  decide(input: ReverseInput, model?: string): Decision {
    const rules = this.#deps.rules();
    const kind = kindOf(input.method);
    if (!kind || rules.length === 0) return kind === 'roots' ? { decision: 'allow' } : NO_RULE;
    const { callId, certainty } = input.cause;
    const now = Date.now();
    return decide(rules, {
      server: input.serverId,
      kind,
      tool: callId !== undefined && certainty !== 'unknown' ? this.#deps.toolOf(callId) : undefined,
      model,
      now,
      tokensToday: () => this.#deps.tokensToday(input.serverId),
      usesInLastMinute: (ruleId) => this.#uses.peek(ruleId, now),
    });
  }

  /** A rule let something through. */
  used(rule: Rule): void {
    this.#uses.count(rule.id, Date.now());
  }
}
