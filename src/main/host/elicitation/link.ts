import type { QuestionBody } from '../../../shared/model/reverse-call.ts';
import { SentenceError } from '../../../shared/model/sentence-error.ts';
import type { Question } from '../reverse/inbox.ts';
import type { Settled } from '../reverse/types.ts';

/** A link to open (URL mode). */
export interface Link {
  readonly message: string;
  readonly url: string;
  readonly elicitationId: string | undefined;
}

/** How a link is opened, and when it counts as done. */
export interface LinkOptions {
  /** Opens the URL in the person's browser. Absent in headless, which reports the URL and opens nothing. */
  readonly openExternal: ((url: string) => Promise<void>) | undefined;
  /** The person opened this very URL for this call before: the server waits for what happens there. */
  readonly openedBefore: boolean;
  /** Consent is not the end: the call is retried when the person or the server says that it is done (-32042). */
  readonly waitUntilFinished: boolean;
}

const bodyOf = (link: Link, phase: 'ask' | 'opened', error: string | undefined): QuestionBody => ({
  type: 'link',
  message: link.message,
  url: link.url,
  ...(link.elicitationId === undefined ? {} : { elicitationId: link.elicitationId }),
  phase,
  ...(error === undefined ? {} : { error }),
});

const ACCEPTED: Settled = { outcome: 'accepted', result: { action: 'accept' } };
const CANCELLED: Settled = { outcome: 'cancelled', result: { action: 'cancel' } };

/** Asks for consent to visit a URL (client/elicitation, URL mode). `accept` means consent, not success. */
export async function answerLink(link: Link, question: Question, options: LinkOptions): Promise<Settled> {
  let phase: 'ask' | 'opened' = options.openedBefore ? 'opened' : 'ask';
  let error: string | undefined;
  for (;;) {
    const answer = await question.ask(bodyOf(link, phase, error));
    error = undefined;
    switch (answer.type) {
      case 'decline':
        return { outcome: 'declined', result: { action: 'decline' } };
      case 'finished':
        return ACCEPTED;
      case 'open':
      case 'open-again': {
        if (question.scripted) return ACCEPTED;
        const opening = await open(link.url, options.openExternal);
        if (opening.ok) {
          if (phase === 'ask' && !options.waitUntilFinished) return ACCEPTED;
          phase = 'opened';
        } else if (phase === 'opened' || opening.later) error = opening.sentence;
        else
          return { ...CANCELLED, outcome: 'failed', reason: `${opening.sentence} The link was cancelled.` };
        break;
      }
      default:
        return CANCELLED;
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
  let error: string | undefined;
  for (;;) {
    const answer = await question.ask(bodyOf(link, 'opened', error), sessionClosed);
    if (answer.type !== 'open-again') return;
    const opening = await open(link.url, options.openExternal);
    error = opening.ok ? undefined : opening.sentence;
  }
}

/** `later`: nothing is wrong with the browser, and the person may try once more in a moment. */
type Opening =
  | { readonly ok: true }
  | { readonly ok: false; readonly sentence: string; readonly later: boolean };

async function open(url: string, openExternal: LinkOptions['openExternal']): Promise<Opening> {
  try {
    if (!openExternal) return { ok: false, sentence: NO_BROWSER, later: false };
    await openExternal(url);
    return { ok: true };
  } catch (cause) {
    if (!(cause instanceof SentenceError)) return { ok: false, sentence: NO_BROWSER, later: false };
    return { ok: false, sentence: cause.message, later: cause.code === 'too-many' };
  }
}

const NO_BROWSER = 'The browser could not be opened. Copy the address and open it yourself.';
