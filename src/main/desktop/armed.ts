import type { Handlers } from '../../shared/contract.ts';
import type { QuestionAnswer } from '../../shared/model/reverse-call.ts';
import { SentenceError } from '../../shared/model/sentence-error.ts';

/** A press that was meant for something else comes sooner than this after a question appears. */
export const ARMING_MS = 500;
const REMEMBERED = 1000;

const ARMED: ReadonlySet<QuestionAnswer['type']> = new Set(['approve', 'open', 'open-again', 'resend']);

export interface ArmedPorts {
  /** Monotonic, in milliseconds. */
  readonly now: () => number;
  /** Since when (by `now`) a person can see the window; undefined while it is hidden or minimised. */
  readonly visibleSince: () => number | undefined;
}

/**
 * Stands before `questions.answer`: what lets something leave (approving a prompt, opening a link) is taken only
 * from a window a person can see, and half a second after the question came on the screen. The one-time nonce is
 * the host's to check.
 */
export function armAnswers(
  handlers: Pick<Handlers, 'questions.show' | 'questions.answer'>,
  ports: ArmedPorts,
): Pick<Handlers, 'questions.show' | 'questions.answer'> {
  const shownAt = new Map<string, number>();
  return {
    async 'questions.show'(input) {
      const shown = await handlers['questions.show'](input);
      shownAt.delete(input.id);
      shownAt.set(input.id, ports.now());
      const [oldest] = shownAt.keys();
      if (shownAt.size > REMEMBERED && oldest !== undefined) shownAt.delete(oldest);
      return shown;
    },
    async 'questions.answer'(input) {
      if (ARMED.has(input.answer.type)) refuseUnarmed(shownAt.get(input.id), ports);
      await handlers['questions.answer'](input);
    },
  };
}

function refuseUnarmed(shownAt: number | undefined, ports: ArmedPorts): void {
  const visibleSince = ports.visibleSince();
  if (visibleSince === undefined) {
    throw new SentenceError(
      'hidden',
      'Nothing was sent, because the window was hidden. Look at the question and press again.',
      {
        retryable: true,
      },
    );
  }
  const since = shownAt === undefined ? undefined : Math.max(shownAt, visibleSince);
  if (since === undefined || ports.now() - since < ARMING_MS) {
    throw new SentenceError(
      'too-soon',
      'Nothing was sent, because the question had just appeared. Read it and press again.',
      {
        retryable: true,
      },
    );
  }
}
