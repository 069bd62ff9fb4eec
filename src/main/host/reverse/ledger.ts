import type { Rule } from '../../../shared/model/rule.ts';
import type { Decision } from './rules.ts';
import type { Settled } from './types.ts';

/** What the journal must know of one reverse call however it ends: who let it through, and what it took. */
export class Ledger {
  readonly #spend: (tokens: number) => void;
  #rule: Rule | undefined;
  #asked: Decision | undefined;
  #model: string | undefined;
  #tokens = 0;

  /** `spend` counts tokens against the day of the server. */
  constructor(spend: (tokens: number) => void) {
    this.#spend = spend;
  }

  /** A rule decided in the person's place. */
  decidedBy(rule: Rule): void {
    this.#rule = rule;
  }

  /** It is the person's after all; `decision` says which rule left it to them, and why. */
  leftToPerson(decision: Decision): void {
    this.#rule = undefined;
    if (decision.rule) this.#asked = decision;
  }

  /** A rule let the model be asked, and the person looks at the answer; both count. */
  alsoReviewed(decision: Decision): void {
    if (decision.rule) this.#asked = decision;
  }

  /** A model was asked (`connection/model`), whether or not its answer is sent. */
  spent(model: string, tokens: number): void {
    this.#model = model;
    this.#tokens += tokens;
    this.#spend(tokens);
  }

  /** The end with what is known of it. */
  close(settled: Settled): Settled {
    const [rule, asked, model, tokens] = [this.#rule, this.#asked, this.#model, this.#tokens];
    return {
      ...settled,
      ...(rule && { rule }),
      ...(asked && { asked }),
      ...(model === undefined ? {} : { model }),
      ...(tokens > 0 ? { tokens } : {}),
    };
  }
}
