import type { Outcome, QuestionView, Road } from '../../../shared/model/reverse-call.ts';
import { countText, numberText } from '../../lib/words.ts';

const NUMBERS = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];
const inWords = (count: number): string => NUMBERS[count] ?? numberText(count);

/** The accessible name of a question's dialog. `serverName` is ours, never what a server calls itself. */
export const dialogName = (question: QuestionView): string => {
  const { serverName: server, body } = question;
  switch (body.type) {
    case 'sampling-prompt':
    case 'sampling-running':
      return `Sampling request from ${server}`;
    case 'sampling-answer':
      return `Review answer for ${server}`;
    case 'form':
    case 'resend':
      return `Question from ${server}`;
    case 'link':
      return `Link from ${server}`;
    case 'none':
      if (question.kind === 'sampling') return `Sampling request from ${server}`;
      return question.kind === 'roots' ? `Folder request from ${server}` : `Question from ${server}`;
  }
};

/** What kind of question it is, in one word for lists. */
export const kindWord = (question: QuestionView): string => {
  if (question.body.type === 'link') return 'Link';
  if (question.body.type === 'resend') return 'Sent?';
  if (question.kind === 'sampling') {
    const review = question.body.type === 'sampling-answer' && question.state !== 'closed';
    return review ? 'Sampling answer' : 'Sampling';
  }
  if (question.kind === 'roots') return 'Folders';
  // What was refused before it was read may have been a form or a link.
  return question.body.type === 'none' ? 'Question' : 'Form';
};

/** What the server wants, and that nothing was sent. */
export const formLead = (
  server: string,
  form: { fields: number; confirmOnly: boolean; canAccept: boolean },
): string => {
  if (!form.canAccept) {
    return `${server} wants something that cannot be entered here. You can decline or cancel. Nothing was sent.`;
  }
  if (form.confirmOnly) return `${server} wants you to confirm. Nothing was sent.`;
  return `${server} wants ${form.fields === 1 ? 'one value' : `${inWords(form.fields)} values`}. Nothing was sent.`;
};

/** What will leave when a form is submitted, and to whom. */
export const formFooter = (server: string, values: number, confirmOnly: boolean): string => {
  if (confirmOnly) return `goes to ${server}: your yes.`;
  return `goes to ${server}: ${values === 0 ? 'an answer without values' : countText(values, 'value')}.`;
};

/** That a form was not sent, because of what stands beside its fields now. */
export const lookAgain = (entries: number): string =>
  entries === 1 ? 'One entry needs another look.' : `${numberText(entries)} entries need another look.`;

/** Instead of `formFooter` while something entered is not valid: then nothing leaves. `told`: another line counts them. */
export const blockedFooter = (server: string, entries: number, told: boolean): string => {
  const why = entries === 1 ? 'One entry is not valid.' : `${numberText(entries)} entries are not valid.`;
  return `goes to ${server}: nothing yet.${told ? '' : ` ${why}`}`;
};

/**
 * All questions of a modern round leave together. Without a number: folders are answered without asking, so that the
 * person may see fewer questions than the round has.
 */
export const roundSentence = (question: Pick<QuestionView, 'roundSize'>): string | undefined =>
  question.roundSize > 1 ? 'Nothing leaves until every question of this round has its answer.' : undefined;

/** Said before a modern sampling request is denied, because denying ends the call (nothing can be sent back). */
export const denySentence = (
  question: Pick<QuestionView, 'road' | 'roundSize'>,
  callName: string | undefined,
): string | undefined => {
  if (question.road === 'request') return undefined;
  const ends = `Denying ends ${callName ?? 'the call'}`;
  return question.roundSize > 1 ? `${ends}; your other answers are not sent.` : `${ends}; nothing is sent.`;
};

export const roadWords: Record<Road, string> = {
  request: 'a request of its own while it works',
  input_required: 'an answer that says it needs input (input_required)',
  task: 'a task that waits for input',
  url_required: 'an error that says a page must be visited first (-32042)',
};

export const eraWords = {
  legacy: 'legacy, 2025-11-25 or older',
  modern: 'modern, 2026-07-28 or newer',
} as const;

export const outcomeWord: Record<Outcome, string> = {
  accepted: 'Answered',
  declined: 'Declined',
  cancelled: 'Cancelled',
  denied: 'Denied',
  refused: 'Refused',
  withdrawn: 'Withdrawn',
  failed: 'Failed',
};

/** What happened, where the host gave no reason of its own. */
export const outcomeSentence: Record<Outcome, string> = {
  accepted: 'Your answer was sent.',
  declined: 'The server was told that you declined.',
  cancelled: 'The server was told that you cancelled.',
  denied: 'You denied it. No model was asked.',
  refused: 'It was refused before anyone was asked.',
  withdrawn: 'It can no longer be answered.',
  failed: 'It could not be answered.',
};
