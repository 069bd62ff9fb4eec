import type { ModelOption, QuestionAnswer } from '../../../shared/model/reverse-call.ts';
import type { Rule } from '../../../shared/model/rule.ts';
import { SentenceError } from '../../../shared/model/sentence-error.ts';
import { RULE_DENIES } from '../reverse/gates.ts';
import type { Question } from '../reverse/inbox.ts';
import type { Ledger } from '../reverse/ledger.ts';
import type { Decision } from '../reverse/rules.ts';
import { RPC, type Settled } from '../reverse/types.ts';
import { toAnswerView, toResult, withText } from './answer.ts';
import { tokensAtMost, tokensOfPart } from './tokens.ts';
import type { Completion, SamplingRequest, SamplingRoom } from './types.ts';
import { applyEdits, toPromptView } from './view.ts';

export interface SamplingContext {
  readonly room: SamplingRoom;
  readonly defaultModel: string;
  readonly protocolVersion: string;
  /** What the rules of the person say of this request with that model (`provider/model`) and so many tokens. */
  readonly ruleFor: (model: string, tokens: number) => Decision;
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
  error: { code: RPC.userRejected, message: 'User rejected sampling request' },
  reason,
});

/**
 * The two gates around a model: the person sees and edits the prompt before, and the answer after; nothing goes
 * back without Send or a rule (client/sampling, "human in the loop").
 */
export async function answerSampling(
  request: SamplingRequest,
  question: Question,
  context: SamplingContext,
): Promise<Settled> {
  const choice = context.room.choose(request, context.defaultModel);
  if (!choice) {
    return {
      outcome: 'failed',
      error: { code: -32603, message: 'Sampling failed' },
      reason: 'No model is set up. Choose one in Settings.',
    };
  }
  const tokens = tokensAtMost(request);
  const ruled = context.ruleFor(choice.option.id, tokens);
  if (ruled.decision === 'allow' && ruled.rule) {
    const over = context.use(ruled.rule, tokens);
    context.ledger.decidedBy(ruled.rule);
    try {
      return await ask(request, question, context, choice, ruled);
    } finally {
      over();
    }
  }
  if (ruled.decision === 'deny') {
    if (ruled.rule) context.ledger.decidedBy(ruled.rule);
    return { ...denied(RULE_DENIES), outcome: 'refused' };
  }
  context.ledger.leftToPerson(ruled);
  return ask(request, question, context, choice, ruled);
}

/** Asks the person, or with an allow the model at once. */
async function ask(
  request: SamplingRequest,
  question: Question,
  context: SamplingContext,
  choice: { readonly option: ModelOption; readonly reason: string },
  ruled: Decision,
): Promise<Settled> {
  const allowed = ruled.decision === 'allow';
  const prompt = toPromptView(request);
  let error: string | undefined;
  for (;;) {
    const before: QuestionAnswer = allowed
      ? { type: 'approve' }
      : await question.ask({
          type: 'sampling-prompt',
          prompt,
          models: context.room.models(),
          chosen: choice.option.id,
          chosenReason: choice.reason,
          notes: ruled.reason === undefined ? [] : [ruled.reason],
          ...(error === undefined ? {} : { error }),
        });
    if (before.type !== 'approve') return denied('You denied it.');
    const { edits } = before;
    const edited = applyEdits(request, edits);
    const model =
      (edits?.model && context.room.models().find(({ id }) => id === edits.model)) || choice.option;
    for (let again = true; again; ) {
      again = false;
      const made = await perform(edited, model, question, context);
      if (typeof made === 'string') {
        error = made;
        if (!question.scripted && !allowed) break;
        return { outcome: 'failed', error: { code: -32603, message: 'Sampling failed' }, reason: made };
      }
      const manual = context.room.provider(model.provider)?.manual ?? false;
      const mine = allowed ? whyReviewed(ruled, manual, context) : undefined;
      if (mine !== undefined) context.ledger.leftToPerson({ ...ruled, decision: 'ask', reason: mine });
      const after: QuestionAnswer =
        allowed && mine === undefined
          ? { type: 'send' }
          : await question.ask({
              type: 'sampling-answer',
              prompt: edited === request ? prompt : toPromptView(edited),
              answer: toAnswerView(made),
              manual,
            });
      if (after.type === 'again') {
        // Where the person is the model there is nothing to ask again; they look at the prompt once more.
        again = !manual;
        error = undefined;
      } else if (after.type === 'send') {
        return sent(made, after, edited, context);
      } else return denied('You kept the answer back.');
    }
  }
}

/** Why an answer that a rule had made is looked at all the same; undefined where the rule sends it. */
function whyReviewed({ rule }: Decision, manual: boolean, context: SamplingContext): string | undefined {
  if (manual) return 'You write the answer, so your rule does not send it.';
  if (rule && context.holds(rule)) return undefined;
  return 'Your rule was changed or expired meanwhile, so it does not send the answer.';
}

type Sent = Extract<QuestionAnswer, { type: 'send' }>;

function sent(made: Completion, answer: Sent, request: SamplingRequest, context: SamplingContext): Settled {
  let final = answer.text === undefined ? made : withText(made, answer.text);
  if (answer.content) final = { ...final, content: answer.content as Completion['content'] };
  if (answer.model !== undefined) final = { ...final, model: answer.model };
  if (answer.stopReason !== undefined) final = { ...final, stopReason: answer.stopReason };
  const result = toResult(final, {
    toolsRequested: request.tools !== undefined,
    protocolVersion: context.protocolVersion,
  });
  return { outcome: 'accepted', result };
}

/** Calls the model; a string is the sentence why it failed. `Stop` keeps the partial text. */
async function perform(
  request: SamplingRequest,
  model: ModelOption,
  question: Question,
  context: SamplingContext,
): Promise<Completion | string> {
  const provider = context.room.provider(model.provider);
  if (!provider) return 'That model is no longer set up. Choose another.';
  if (provider.manual)
    return { content: [{ type: 'text', text: '' }], model: 'manual', stopReason: 'endTurn' };
  const run = new AbortController();
  let why: 'stopped' | 'limit' | undefined;
  const end = (because: typeof why) => {
    why ??= because;
    run.abort();
  };
  // Not AbortSignal.timeout, which holds on to all this until it fires.
  const timer = setTimeout(() => end('limit'), MODEL_LIMIT_MS);
  const onAbort = () => run.abort(context.signal.reason);
  context.signal.addEventListener('abort', onAbort, { once: true });
  let partial = '';
  let counted: number | undefined;
  let begun = false;
  let shownAt = 0;
  const show = (outputTokens: number | undefined) =>
    question.work(
      {
        type: 'sampling-running',
        prompt: toPromptView(request),
        model: model.label,
        partial,
        ...(outputTokens === undefined ? {} : { outputTokens }),
      },
      () => end('stopped'),
    );
  show(undefined);
  try {
    const made = await provider.complete(request, {
      model: model.model,
      signal: run.signal,
      onText: (text, outputTokens) => {
        partial = text;
        counted = outputTokens;
        begun = true;
        if (performance.now() - shownAt < STREAM_EVERY_MS) return;
        shownAt = performance.now();
        show(outputTokens);
      },
    });
    context.ledger.spent(model.id, (made.inputTokens ?? 0) + (made.outputTokens ?? 0));
    return made;
  } catch (cause) {
    // What was broken off is paid for, too; else a server that always takes its question back would cost nothing.
    if (run.signal.aborted || begun) context.ledger.spent(model.id, tokensOfPart(request, partial, counted));
    context.signal.throwIfAborted();
    if (why === 'stopped') return { content: [{ type: 'text', text: partial }], model: model.model };
    if (why === 'limit') return 'The model did not answer within 10 minutes.';
    return cause instanceof SentenceError ? cause.message : 'The model could not be asked.';
  } finally {
    clearTimeout(timer);
    context.signal.removeEventListener('abort', onAbort);
  }
}
