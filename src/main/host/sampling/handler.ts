import type { ModelOption, PromptEdits, QuestionAnswer } from '../../../shared/model/reverse-call.ts';
import type { Rule } from '../../../shared/model/rule.ts';
import { SentenceError } from '../../../shared/model/sentence-error.ts';
import { RULE_DENIES } from '../reverse/gates.ts';
import type { Question } from '../reverse/inbox.ts';
import type { Ledger } from '../reverse/ledger.ts';
import type { Decision } from '../reverse/rules.ts';
import { type Settled, USER_REJECTED } from '../reverse/types.ts';
import { asAnswered, SAMPLING_FAILED, toAnswerView, toResult } from './answer.ts';
import { tokensAtMost, tokensOfPart } from './tokens.ts';
import { type Completion, ProviderError, type SamplingRequest, type SamplingRoom } from './types.ts';
import { applyEdits, toPromptView } from './view.ts';

/** What answering one request is decided by, besides the person. */
export interface SamplingContext {
  readonly room: SamplingRoom;
  readonly defaultModel: string;
  /** The models this server may be answered with; none named is every model. */
  readonly allowedModels: readonly string[];
  readonly protocolVersion: string;
  /** What the rules of the person say of this request with that model (`connection/model`) and so many tokens. */
  readonly ruleFor: (model: string, tokens: () => number) => Decision;
  /** A rule lets it through; gives the function that says that it is over. */
  readonly use: (rule: Rule, tokens: number) => () => void;
  /** That rule is still what it was. */
  readonly holds: (rule: Rule) => boolean;
  readonly ledger: Ledger;
  readonly signal: AbortSignal;
}

/** A model request has a limit of its own, since the call's clock stands still meanwhile. */
const MODEL_LIMIT_MS = 10 * 60_000;
/** The window is told of new text at most this often. */
const STREAM_EVERY_MS = 50;

const denied = (reason: string): Settled => ({
  outcome: 'denied',
  error: USER_REJECTED,
  reason,
});

const failed = (reason: string): Settled => ({ outcome: 'failed', error: SAMPLING_FAILED, reason });

/**
 * The two gates around a model: the person sees and edits the prompt before, and the answer after; nothing goes
 * back without Send or a rule (client/sampling, "human in the loop").
 */
export async function answerSampling(
  request: SamplingRequest,
  question: Question,
  context: SamplingContext,
): Promise<Settled> {
  const choice = context.room.choose(request, context.defaultModel, context.allowedModels);
  if (!choice) return failed('No model is set up. Choose one in Settings.');
  const ruled = context.ruleFor(choice.option.id, () => tokensAtMost(request));
  if (ruled.decision === 'allow' && ruled.rule) {
    const over = context.use(ruled.rule, tokensAtMost(request));
    context.ledger.decidedBy(ruled.rule);
    try {
      return await new Asking(request, question, context, choice, ruled, over).run();
    } finally {
      over();
    }
  }
  if (ruled.decision === 'deny') {
    if (ruled.rule) context.ledger.decidedBy(ruled.rule);
    return { ...denied(RULE_DENIES), outcome: 'refused' };
  }
  context.ledger.leftToPerson(ruled);
  return new Asking(request, question, context, choice, ruled).run();
}

/** What went wrong, as the person reads it before they try again. */
interface Failure {
  readonly error: string;
  readonly retryAfterAt?: number | undefined;
}

/** One request on its way through both gates, as often as the person tries. */
class Asking {
  readonly #request: SamplingRequest;
  readonly #question: Question;
  readonly #context: SamplingContext;
  readonly #ruled: Decision;
  /** The model that a rule let be asked is done. */
  readonly #over: () => void;
  readonly #notes: string[];
  #chosen: ModelOption;
  #chosenReason: string;
  /** A rule decides in the person's place; once they were asked, it is theirs. */
  #automatic: boolean;
  #failure: Failure | undefined;

  constructor(
    request: SamplingRequest,
    question: Question,
    context: SamplingContext,
    choice: { readonly option: ModelOption; readonly reason: string },
    ruled: Decision,
    over: () => void = () => {},
  ) {
    this.#request = request;
    this.#question = question;
    this.#context = context;
    this.#ruled = ruled;
    this.#over = over;
    this.#chosen = choice.option;
    this.#chosenReason = choice.reason;
    this.#automatic = ruled.decision === 'allow';
    this.#notes = ruled.reason === undefined ? [] : [ruled.reason];
  }

  async run(): Promise<Settled> {
    for (;;) {
      const before: QuestionAnswer = this.#automatic ? { type: 'approve' } : await this.#askBefore();
      if (before.type !== 'approve') {
        return this.#failure ? failed(`You gave up: ${this.#failure.error}`) : denied('You denied it.');
      }
      const settled = await this.#approved(before.edits);
      if (settled) return settled;
      const { error = undefined } = this.#failure ?? {};
      if (error === undefined) continue;
      if (this.#question.scripted) return failed(error);
      if (this.#automatic) this.#leave('The model that your rule asks could not answer, so you decide.');
    }
  }

  /** It is the person's from here on. */
  #leave(reason: string): void {
    this.#automatic = false;
    this.#over();
    this.#notes.push(reason);
    this.#context.ledger.leftToPerson({ ...this.#ruled, decision: 'ask', reason });
  }

  #models(): ModelOption[] {
    return this.#context.room.models(this.#context.allowedModels);
  }

  #askBefore(): Promise<QuestionAnswer> {
    const models = this.#models();
    const { error, retryAfterAt } = this.#failure ?? {};
    return this.#question.ask({
      type: 'sampling-prompt',
      prompt: toPromptView(this.#request),
      models,
      chosen: this.#chosen.id,
      chosenReason: this.#chosenReason,
      notes: [...this.#notes],
      obstacles: this.#context.room.obstacles(this.#request, models),
      ...(error === undefined ? {} : { error }),
      ...(retryAfterAt === undefined ? {} : { retryAfterAt }),
    });
  }

  /** Asks the model and lets the answer be reviewed; undefined where the person is to look at the prompt (again). */
  async #approved(edits: PromptEdits | undefined): Promise<Settled | undefined> {
    const wanted = edits?.model ?? this.#chosen.id;
    const model = this.#models().find(({ id }) => id === wanted);
    if (!model) return this.#fail('That model is no longer set up. Choose another.');
    if (model.id !== this.#chosen.id) {
      this.#chosen = model;
      this.#chosenReason = 'You chose it.';
    }
    const edited = applyEdits(this.#request, edits);
    const [obstacle] = this.#context.room.obstacles(edited, [model]);
    if (obstacle) return this.#fail(obstacle.sentences.join(' '));
    const manual = this.#context.room.provider(model.provider)?.manual ?? false;
    for (;;) {
      const made = await perform(edited, model, this.#question, this.#context);
      if (made === 'denied') return denied('You denied it.');
      if ('error' in made) return this.#fail(made.error, made.retryAfterAt);
      this.#failure = undefined;
      const after = await this.#askAfter(edited, made, manual);
      if (after.type === 'send') return sent(made, after, edited, this.#context);
      if (after.type !== 'again') return denied('You kept the answer back.');
      // Where the person is the model there is nothing to ask again; they look at the prompt once more.
      if (manual) return undefined;
    }
  }

  #fail(error: string, retryAfterAt?: number): undefined {
    this.#failure = { error, retryAfterAt };
  }

  async #askAfter(edited: SamplingRequest, made: Completion, manual: boolean): Promise<QuestionAnswer> {
    this.#over();
    const why = this.#automatic ? this.#whyReviewed(manual) : undefined;
    if (this.#automatic && why === undefined) return { type: 'send' };
    this.#automatic = false;
    const view = toAnswerView(made);
    return this.#question.ask({
      type: 'sampling-answer',
      prompt: toPromptView(edited),
      answer: why === undefined ? view : { ...view, notes: [why, ...view.notes] },
      manual,
    });
  }

  /** Why an answer that a rule had made is looked at all the same; undefined where the rule sends it. */
  #whyReviewed(manual: boolean): string | undefined {
    const { ledger, holds } = this.#context;
    const { rule } = this.#ruled;
    const standing = rule !== undefined && holds(rule);
    if (standing && !manual && rule.gates !== 'before') return undefined;
    const reason = manual
      ? 'You write the answer, so your rule does not send it.'
      : standing
        ? 'Your rule asked the model, and leaves its answer to you.'
        : 'Your rule was changed, paused or over meanwhile, so it does not send the answer.';
    const decision: Decision = { ...this.#ruled, decision: 'ask', reason };
    if (standing && !manual) ledger.alsoReviewed(decision);
    else ledger.leftToPerson(decision);
    return reason;
  }
}

type Sent = Extract<QuestionAnswer, { type: 'send' }>;

function sent(made: Completion, answer: Sent, request: SamplingRequest, context: SamplingContext): Settled {
  const result = toResult(asAnswered(made, answer), {
    toolsRequested: (request.tools?.length ?? 0) > 0,
    protocolVersion: context.protocolVersion,
  });
  return { outcome: 'accepted', result };
}

/** Calls the model; a failure says why in a sentence. `Stop` keeps the partial text. */
async function perform(
  request: SamplingRequest,
  model: ModelOption,
  question: Question,
  context: SamplingContext,
): Promise<Completion | Failure | 'denied'> {
  const provider = context.room.provider(model.provider);
  if (!provider) return { error: 'That model is no longer set up. Choose another.' };
  if (provider.manual)
    return { content: [{ type: 'text', text: '' }], model: 'manual', stopReason: 'endTurn' };
  const run = new AbortController();
  let why: 'stopped' | 'denied' | 'limit' | undefined;
  const end = (because: typeof why) => {
    why ??= because;
    run.abort();
  };
  // Not AbortSignal.timeout, which holds on to all this until it fires.
  const timer = setTimeout(() => end('limit'), MODEL_LIMIT_MS);
  const onAbort = () => run.abort(context.signal.reason);
  context.signal.addEventListener('abort', onAbort, { once: true });
  const prompt = toPromptView(request);
  let partial = '';
  let counted: number | undefined;
  let begun = false;
  let shownAt = 0;
  const show = (outputTokens: number | undefined) =>
    question.work(
      {
        type: 'sampling-running',
        prompt,
        model: model.label,
        partial,
        inputTokens: prompt.inputTokens,
        ...(outputTokens === undefined ? {} : { outputTokens }),
      },
      (answer) => end(answer.type === 'deny' ? 'denied' : 'stopped'),
    );
  show(undefined);
  let later: NodeJS.Timeout | undefined;
  /** What comes in between is shown with the next; the last text is never held back. */
  const showSoon = () => {
    later ??= setTimeout(
      () => {
        later = undefined;
        shownAt = performance.now();
        show(counted);
      },
      Math.max(0, shownAt + STREAM_EVERY_MS - performance.now()),
    );
  };
  try {
    const made = await provider.complete(request, {
      model: model.model,
      signal: run.signal,
      onText: (text, outputTokens) => {
        partial = text;
        counted = outputTokens;
        begun = true;
        showSoon();
      },
    });
    context.ledger.spent(model.id, (made.inputTokens ?? 0) + (made.outputTokens ?? 0));
    return made;
  } catch (cause) {
    // What was broken off is paid for, too; else a server that always takes its question back would cost nothing.
    if (run.signal.aborted || begun) context.ledger.spent(model.id, tokensOfPart(request, partial, counted));
    context.signal.throwIfAborted();
    if (why === 'denied') return 'denied';
    if (why === 'stopped') {
      const notes = ['You stopped the model: this is what it had written.'];
      return { content: [{ type: 'text', text: partial }], model: model.model, notes };
    }
    if (why === 'limit') return { error: 'The model did not answer within 10 minutes.' };
    if (!(cause instanceof SentenceError)) return { error: 'The model could not be asked.' };
    return {
      error: cause.message,
      ...(cause instanceof ProviderError && { retryAfterAt: cause.retryAfterAt }),
    };
  } finally {
    clearTimeout(timer);
    clearTimeout(later);
    context.signal.removeEventListener('abort', onAbort);
  }
}
