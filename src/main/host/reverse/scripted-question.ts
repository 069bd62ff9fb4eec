import type { QuestionAnswer, QuestionBody } from '../../../shared/model/reverse-call.ts';
import type { ReverseCall } from './types.ts';

/** An answers file (headless) or a test: answers at once, in the person's place. */
export type Script = (call: ReverseCall, body: QuestionBody) => QuestionAnswer;

/** A `Question` that nobody sees: answered at once. */
export class ScriptedQuestion {
  readonly scripted = true;
  readonly #call: ReverseCall;
  readonly #script: Script;

  constructor(call: ReverseCall, script: Script) {
    this.#call = call;
    this.#script = script;
  }

  async ask(body: QuestionBody): Promise<QuestionAnswer> {
    return this.#script(this.#call, body);
  }

  work(): void {}
  close(): void {}
}
