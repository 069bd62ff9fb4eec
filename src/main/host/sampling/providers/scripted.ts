import { SentenceError } from '../../../../shared/model/sentence-error.ts';
import type { Completion, Provider, SamplingRequest } from '../types.ts';

/** Answers prepared by the person: a completion, or `deny`. May be slow, for tests; the signal then aborts it. */
export type ScriptedAnswer = Completion | 'deny';
/** Gives the next answer in place of a model. */
export type NextAnswer = (
  request: SamplingRequest,
  options: { readonly model: string; readonly signal: AbortSignal },
) => ScriptedAnswer | Promise<ScriptedAnswer>;

/** A provider without a model, for headless and tests. `tools`: one of its answers uses tools. */
export function createScripted(next: NextAnswer, options: { tools?: boolean } = {}): Provider {
  return {
    id: 'scripted',
    label: 'Prepared answers',
    tools: options.tools ?? false,
    manual: false,
    status: () => ({ ready: true, detail: 'Answers come from a file.' }),
    models: () => [
      { id: 'scripted/scripted', provider: 'scripted', model: 'scripted', label: 'Prepared answer' },
    ],
    complete: async (request, { model, signal, onText }) => {
      signal.throwIfAborted();
      const aborted = new Promise<never>((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason), { once: true });
      });
      const answer = await Promise.race([next(request, { model, signal }), aborted]);
      if (answer === 'deny') throw new SentenceError('denied', 'The prepared answer is to deny.');
      const text = answer.content
        .flatMap((block) => (block.type === 'text' ? [String(block.text)] : []))
        .join('\n');
      if (text !== '') onText(text, answer.outputTokens);
      return answer;
    },
  };
}
