import type { ReverseKind } from '../../../shared/model/reverse-call.ts';
import type { Rule, RuleDraft, RulePreview, RuleView } from '../../../shared/model/rule.ts';
import { SentenceError } from '../../../shared/model/sentence-error.ts';
import { ruleProblem, ruleText } from '../../../shared/rule-text.ts';
import type { Journal } from '../journal/types.ts';
import type { RuleFile } from './rule-file.ts';
import { previewOf } from './rule-preview.ts';

/** What the desk needs of the other rooms. */
export interface RuleDeskDeps {
  readonly file: RuleFile;
  readonly journal: Pick<Journal, 'ruleUses' | 'reverseHistory' | 'tokensToday'>;
  readonly maxTokensPerDay: () => number;
  readonly toolOf: (callId: number) => string | undefined;
  /** The time rules expire by. */
  readonly now: () => number;
}

/** So many reverse calls of the past a draft is held against. */
const PREVIEWED = 30;

const METHODS: Record<ReverseKind, string> = {
  sampling: 'sampling/createMessage',
  elicitation: 'elicitation/create',
  roots: 'roots/list',
};

/** Where the person looks at their rules, and makes and changes them. Every method may throw a SentenceError. */
export class RuleDesk {
  readonly #deps: RuleDeskDeps;

  constructor(deps: RuleDeskDeps) {
    this.#deps = deps;
  }

  /** In the order of the file, with what each did today. */
  list(): RuleView[] {
    const { file, journal, now } = this.#deps;
    if (file.unread) return [];
    const uses = journal.ruleUses();
    const time = now();
    return file.rules.map((rule, position) => {
      const problem = ruleProblem(rule);
      return {
        rule,
        text: ruleText(rule),
        position,
        expired: rule.expiresAt !== undefined && rule.expiresAt <= time,
        usedUp: this.#isUsedUp(rule),
        ...(problem === undefined ? {} : { problem }),
        ...(uses.get(rule.id) ?? { usedToday: 0, tokensToday: 0 }),
      };
    });
  }

  /** As it is decided: by what the server took, whoever let it through. For all servers there is no one sum. */
  #isUsedUp({ server, limits }: Rule): boolean {
    if (limits?.tokensPerDay === undefined || server === '*') return false;
    return this.#deps.journal.tokensToday(server) >= limits.tokensPerDay;
  }

  add(draft: RuleDraft): { id: string } {
    this.#check(draft);
    return { id: this.#deps.file.add(draft).id };
  }

  /** What an open window showed may be gone or changed in the file by now: the newest text of the file is changed. */
  change(id: string, draft: RuleDraft): void {
    this.#check(draft);
    this.#deps.file.change(id, draft);
  }

  remove(id: string): void {
    this.#deps.file.remove(id);
  }

  /** What a draft would have done with the last 30 reverse calls of its server and kind; `id`: in place of that rule. */
  preview(draft: RuleDraft, id?: string): RulePreview {
    const { file, journal, maxTokensPerDay, toolOf, now } = this.#deps;
    const rule: Rule = { ...draft, id: id ?? 'draft' };
    const there = id !== undefined && file.rules.some((one) => one.id === id);
    const rules = there
      ? file.rules.map((one) => (one.id === id ? rule : one))
      : [...file.rules.filter((one) => one.id !== rule.id), rule];
    return previewOf({
      rules,
      draft: rule,
      past: journal.reverseHistory({
        serverId: draft.server === '*' ? undefined : draft.server,
        method: METHODS[draft.kind],
        limit: PREVIEWED,
      }),
      toolOf,
      maxTokensPerDay: maxTokensPerDay(),
      now: now(),
    });
  }

  #check(draft: RuleDraft): void {
    const problem = ruleProblem(draft);
    if (problem !== undefined) throw new SentenceError('bad-rule', problem);
    if (draft.expiresAt !== undefined && draft.expiresAt <= this.#deps.now()) {
      throw new SentenceError('bad-rule', 'The rule would be over already; choose a later time.');
    }
  }
}
