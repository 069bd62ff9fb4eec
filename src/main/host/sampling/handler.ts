import type { ModelOption, QuestionAnswer } from '../../../shared/model/reverse-call.ts';
import { SentenceError } from '../../../shared/model/sentence-error.ts';
import type { Question } from '../reverse/inbox.ts';
import type { Decision, Rule } from '../reverse/rules.ts';
import { RPC, type Settled } from '../reverse/types.ts';
import { toAnswerView, toResult, withText } from './answer.ts';
import type { Completion, SamplingRequest, SamplingRoom } from './types.ts';
import { applyEdits, toPromptView } from './view.ts';

export interface SamplingContext {
  readonly room: SamplingRoom;
  readonly defaultModel: string;
  readonly protocolVersion: string;
  /** What the rules of the person say of this request with that model (`provider/model`). */
  readonly ruleFor: (model: string) => Decision;
  readonly used: (rule: Rule) => void;
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
  const ruled = context.ruleFor(choice.option.id);
  const ruleId = ruled.rule && { ruleId: ruled.rule.id };
  if (ruled.decision === 'deny') {
    return { ...denied('A rule of yours turns this away.'), outcome: 'refused', ...ruleId };
  }
  const allowed = ruled.decision === 'allow';
  if (allowed && ruled.rule) context.used(ruled.rule);
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
      const after: QuestionAnswer =
        allowed && !manual
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
        return { ...sent(made, after, edited, context), ...(allowed ? ruleId : {}) };
      } else return denied('You kept the answer back.');
    }
  }
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
  return { outcome: 'accepted', result, tokens: (made.inputTokens ?? 0) + (made.outputTokens ?? 0) };
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
    return await provider.complete(request, {
      model: model.model,
      signal: run.signal,
      onText: (text, outputTokens) => {
        partial = text;
        if (performance.now() - shownAt < STREAM_EVERY_MS) return;
        shownAt = performance.now();
        show(outputTokens);
      },
    });
  } catch (cause) {
    context.signal.throwIfAborted();
    if (why === 'stopped') return { content: [{ type: 'text', text: partial }], model: model.model };
    if (why === 'limit') return 'The model did not answer within 10 minutes.';
    return cause instanceof SentenceError ? cause.message : 'The model could not be asked.';
  } finally {
    clearTimeout(timer);
    context.signal.removeEventListener('abort', onAbort);
  }
}
