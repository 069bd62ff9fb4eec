import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { Rule, type RuleDraft } from '../../../shared/model/rule.ts';
import { SentenceError } from '../../../shared/model/sentence-error.ts';
import { ruleProblem, ruleText } from '../../../shared/rule-text.ts';
import { JsonFile } from '../files/json-file.ts';
import { onFileChange } from '../files/watch-file.ts';

/** A rule of one session in a file would outlive it. */
const KeptRule = Rule.omit({ session: true });
const RulesFile = z.looseObject({ rules: z.array(KeptRule).superRefine(noTwins) });
type RulesFile = z.infer<typeof RulesFile>;

/** The journal names a rule by its id, and what it allows in a minute is counted by it. */
function noTwins(rules: readonly Rule[], context: z.RefinementCtx): void {
  const seen = new Set<string>();
  for (const [i, { id }] of rules.entries()) {
    if (seen.has(id)) context.addIssue({ code: 'custom', path: [i, 'id'], message: 'Used twice.' });
    seen.add(id);
  }
}

/** In force while nobody knows what the person decided: folders are the one thing told without a rule or a question. */
const UNREADABLE: readonly Rule[] = [{ id: 'rules.json', server: '*', kind: 'roots', decision: 'deny' }];

/** An editor that writes in place leaves half a file, or none, for a moment. */
const SETTLE_MS = 200;

/** How the rules differ from what they were. */
export interface RulesChange {
  /** We wrote it; else somebody edited the file. */
  readonly ours: boolean;
  readonly added: readonly Rule[];
  readonly removed: readonly Rule[];
  readonly changed: readonly Rule[];
}

/** How the file is watched. */
export interface RuleFileOptions {
  /** How often edits from outside are looked for, in milliseconds; 0 for never. */
  readonly watchEveryMs?: number;
}

/** A rule that ends with the app. */
interface SessionRule {
  readonly rule: Rule;
  /** The rules of the file it decides before: those that were there when it was made. */
  readonly over: ReadonlySet<string>;
}

/**
 * The person's rules in `<dataDir>/rules.json`, read again when the file is edited, and those of this session, in
 * memory. A file that cannot be understood leaves the rules as they were. Changes throw a SentenceError when the file
 * cannot be understood or written.
 */
export class RuleFile {
  readonly #file: JsonFile<RulesFile>;
  readonly #listeners = new Set<(change: RulesChange) => void>();
  readonly #stopWatching: () => void;
  /** Servers whose allows ask, because the file could not be changed to say so. */
  readonly #paused = new Set<string>();
  #session: readonly SessionRule[] = [];
  #settle: NodeJS.Timeout | undefined;
  #everRead: boolean;
  #rules: readonly Rule[] = [];
  #problem: string | undefined;

  constructor(dataDir: string, options: RuleFileOptions = {}) {
    this.#file = new JsonFile<RulesFile>(path.join(dataDir, 'rules.json'), RulesFile, () => ({ rules: [] }));
    this.#everRead = this.#file.problem === undefined;
    this.#rules = this.#inForce();
    this.#problem = this.#file.problem;
    const every = options.watchEveryMs ?? 1000;
    this.#stopWatching =
      every > 0 ? onFileChange(this.#file.file, () => this.#reloadSoon(), every) : () => {};
  }

  /** The rules in force, in the order they were made: that of the file, those of this session among them. */
  get rules(): readonly Rule[] {
    return this.#everRead ? this.#rules : UNREADABLE;
  }

  /** Nobody knows what the person decided: the file could never be read in this run. */
  get unread(): boolean {
    return !this.#everRead;
  }

  /** One sentence for each thing in the file that is not used, or never does what it says. */
  problems(): string[] {
    const { problem } = this.#file;
    const until = this.#everRead
      ? 'Until then your rules stay as they were.'
      : 'Until then no rule applies, and no server is told your folders.';
    return [
      ...(problem === undefined ? [] : [`${problem} ${until}`]),
      ...this.#rules.flatMap((rule) => {
        const wrong = ruleProblem(rule);
        return wrong === undefined ? [] : [`Rule "${rule.id}": ${wrong}`];
      }),
    ];
  }

  /** Adds a rule as the last, which decides before all others. */
  add(draft: RuleDraft): Rule {
    const rule = { id: newId(this.#rules), ...draft };
    this.#put(rule);
    return rule;
  }

  /** Changes what a rule says; its id stays, and its place, unless it moves between the file and this session. */
  change(id: string, draft: RuleDraft): void {
    const rule = { id, ...draft };
    const ofSession = this.#session.some((one) => one.rule.id === id);
    if (ofSession && draft.session) {
      this.#setSession(this.#session.map((one) => (one.rule.id === id ? { ...one, rule } : one)));
    } else if (ofSession || draft.session) {
      // What is written may fail, so it comes first.
      if (ofSession) this.#put(rule);
      this.remove(id);
      if (!ofSession) this.#put(rule);
    } else {
      this.#edit((rules) => {
        mustHave(rules, id);
        return rules.map((one) => (one.id === id ? rule : one));
      });
    }
  }

  remove(id: string): void {
    if (this.#session.some((one) => one.rule.id === id)) {
      this.#setSession(this.#session.filter((one) => one.rule.id !== id));
      return;
    }
    this.#edit((rules) => {
      mustHave(rules, id);
      return rules.filter((rule) => rule.id !== id);
    });
  }

  #put(rule: Rule): void {
    if (!rule.session) {
      this.#edit((rules) => [...rules, rule]);
      return;
    }
    this.#reload();
    const { problem } = this.#file;
    if (this.unread && problem !== undefined) throw new SentenceError('file-unreadable', problem);
    const over = new Set(this.#file.value.rules.map(({ id }) => id));
    this.#setSession([...this.#session, { rule, over }]);
  }

  #setSession(rules: readonly SessionRule[]): void {
    this.#session = rules;
    this.#compare(true);
  }

  /**
   * A server was removed, or is another program now: what was allowed was allowed to what it was, so its allows ask
   * from now on. Never throws.
   */
  pause(serverId: string): void {
    const concerned = (rule: Rule) => rule.server === serverId && rule.decision === 'allow';
    if (!this.#rules.some(concerned)) return;
    this.#setSession(
      this.#session.map((one) => (concerned(one.rule) ? { ...one, rule: asking(one.rule) } : one)),
    );
    if (!this.#rules.some(concerned)) return;
    try {
      this.#edit((rules) => rules.map((rule) => (concerned(rule) ? asking(rule) : rule)));
    } catch {
      this.#paused.add(serverId);
      this.#compare(true);
    }
  }

  /** Told after every change of the rules or of what is wrong with them. */
  onChange(listener: (change: RulesChange) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  close(): void {
    clearTimeout(this.#settle);
    this.#stopWatching();
    this.#listeners.clear();
  }

  #edit(change: (rules: Rule[]) => Rule[]): void {
    // What somebody wrote meanwhile is read first, and told as theirs.
    this.#reload();
    this.#file.change((value) => ({ ...value, rules: change(value.rules) }));
    this.#everRead = true;
    this.#compare(true);
  }

  #reloadSoon(): void {
    clearTimeout(this.#settle);
    this.#settle = setTimeout(() => this.#reload(), SETTLE_MS);
    this.#settle.unref();
  }

  #reload(): void {
    if (!this.#file.reload()) return;
    if (this.#file.problem === undefined) this.#everRead = true;
    this.#compare(false);
  }

  #inForce(): readonly Rule[] {
    const rules = merged(this.#file.value.rules, this.#session);
    if (this.#paused.size === 0) return rules;
    return rules.map((rule) =>
      rule.decision === 'allow' && this.#paused.has(rule.server) ? asking(rule) : rule,
    );
  }

  #compare(ours: boolean): void {
    const [before, now] = [this.#rules, this.#inForce()];
    const sameProblem = this.#file.problem === this.#problem;
    if (isDeepStrictEqual(before, now) && sameProblem) return;
    this.#rules = now;
    this.#problem = this.#file.problem;
    const was = new Map(before.map((rule) => [rule.id, rule]));
    const is = new Map(now.map((rule) => [rule.id, rule]));
    const change: RulesChange = {
      ours,
      added: now.filter(({ id }) => !was.has(id)),
      removed: before.filter(({ id }) => !is.has(id)),
      changed: now.filter((rule) => was.has(rule.id) && !isDeepStrictEqual(was.get(rule.id), rule)),
    };
    for (const listener of this.#listeners) listener(change);
  }
}

/** What changed as a line of the journal; undefined where no rule did. */
export function changeText({ ours, added, removed, changed }: RulesChange): string | undefined {
  const parts = [
    ...added.map((rule) => `added "${rule.id}" (${ruleText(rule)})`),
    ...changed.map((rule) => `changed "${rule.id}" (${ruleText(rule)})`),
    ...removed.map((rule) => `removed "${rule.id}"`),
  ];
  if (parts.length === 0) return undefined;
  return `${ours ? 'Your rules were changed' : 'rules.json was edited'}: ${parts.join(', ')}`;
}

/** Each rule of this session just before the first rule of the file that came after it. */
function merged(file: readonly Rule[], session: readonly SessionRule[]): readonly Rule[] {
  if (session.length === 0) return file;
  const all: Rule[] = [];
  const left = [...session];
  for (const rule of file) {
    while (left[0] && !left[0].over.has(rule.id)) all.push(...left.splice(0, 1).map((one) => one.rule));
    all.push(rule);
  }
  return [...all, ...left.map((one) => one.rule)];
}

/** Its limits stay, for the person who allows it again. */
const asking = (rule: Rule): Rule => ({ ...rule, decision: 'ask' });

function newId(rules: readonly Rule[]): string {
  for (;;) {
    const id = `rule-${randomBytes(4).toString('hex')}`;
    if (!rules.some((rule) => rule.id === id)) return id;
  }
}

function mustHave(rules: readonly Rule[], id: string): void {
  if (!rules.some((rule) => rule.id === id)) {
    throw new SentenceError('no-rule', 'That rule is no longer there.');
  }
}
