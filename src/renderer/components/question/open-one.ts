import type { QuestionView } from '../../../shared/model/reverse-call.ts';

/** Closed without the person's doing: its reason is worth a look. */
export const needsLook = (question: QuestionView): boolean =>
  question.outcome === 'refused' || question.outcome === 'withdrawn' || question.outcome === 'failed';

/**
 * Which of a call's questions stands open: the one the person picked, as long as there is something to do or read in
 * it; else the oldest that waits and was not put aside.
 */
export const openOne = (
  questions: readonly QuestionView[],
  picked: string | undefined,
  aside: ReadonlySet<string>,
): string | undefined => {
  const chosen = questions.find((question) => question.id === picked);
  if (chosen && (chosen.state !== 'closed' || needsLook(chosen))) return chosen.id;
  return questions.find((question) => question.state !== 'closed' && !aside.has(question.id))?.id;
};
