import type { QuestionBody } from '../../../shared/model/reverse-call.ts';
import type { Question } from '../reverse/inbox.ts';
import type { Settled } from '../reverse/types.ts';

export interface Link {
  readonly message: string;
  readonly url: string;
  readonly elicitationId: string | undefined;
}

export interface LinkOptions {
  /** Opens the URL in the person's browser. Absent in headless, which reports the URL and opens nothing. */
  readonly openExternal: ((url: string) => Promise<void>) | undefined;
  /** The person opened this very URL for this call before: the server waits for what happens there. */
  readonly openedBefore: boolean;
  /** Consent is not the end: the call is retried when the person or the server says that it is done (-32042). */
  readonly waitUntilFinished: boolean;
}

const bodyOf = (link: Link, phase: 'ask' | 'opened'): QuestionBody => ({
  type: 'link',
  message: link.message,
  url: link.url,
  ...(link.elicitationId === undefined ? {} : { elicitationId: link.elicitationId }),
  phase,
});

const ACCEPTED: Settled = { outcome: 'accepted', result: { action: 'accept' } };

/** Asks for consent to visit a URL (client/elicitation, URL mode). `accept` means consent, not success. */
export async function answerLink(link: Link, question: Question, options: LinkOptions): Promise<Settled> {
  let phase: 'ask' | 'opened' = options.openedBefore ? 'opened' : 'ask';
  for (;;) {
    const answer = await question.ask(bodyOf(link, phase));
    switch (answer.type) {
      case 'decline':
        return { outcome: 'declined', result: { action: 'decline' } };
      case 'finished':
        return ACCEPTED;
      case 'open':
      case 'open-again':
        if (question.scripted) return ACCEPTED;
        if (!(await opened(link.url, options.openExternal))) {
          return {
            outcome: 'cancelled',
            result: { action: 'cancel' },
            reason: 'The browser could not be opened, so the link was cancelled.',
          };
        }
        if (phase === 'ask' && !options.waitUntilFinished) return ACCEPTED;
        phase = 'opened';
        break;
      default:
        return { outcome: 'cancelled', result: { action: 'cancel' } };
    }
  }
}

/**
 * After a legacy server got its `accept`: the card stays, so that the person can open the page again, until they or
 * the server say that it is done, or the session ends.
 */
export async function followLink(
  link: Link,
  question: Question,
  options: Pick<LinkOptions, 'openExternal'>,
  sessionClosed: AbortSignal,
): Promise<void> {
  for (;;) {
    const answer = await question.ask(bodyOf(link, 'opened'), sessionClosed);
    if (answer.type !== 'open-again') return;
    await opened(link.url, options.openExternal);
  }
}

async function opened(url: string, openExternal: LinkOptions['openExternal']): Promise<boolean> {
  try {
    if (!openExternal) return false;
    await openExternal(url);
    return true;
  } catch {
    return false;
  }
}
