import { useCallback } from 'react';
import type { QuestionView } from '../../../shared/model/reverse-call.ts';
import { navigate } from '../../lib/route.ts';
import { useQuestion } from '../../lib/store.ts';
import { AnswerQuestion } from './AnswerQuestion.tsx';
import { ClosedQuestion } from './ClosedQuestion.tsx';
import { FormQuestion } from './FormQuestion.tsx';
import type { FocusMode } from './focus.ts';
import { LinkQuestion } from './LinkQuestion.tsx';
import { PromptQuestion } from './PromptQuestion.tsx';
import { ResendQuestion } from './ResendQuestion.tsx';
import { RunningQuestion } from './RunningQuestion.tsx';
import { useAnswering } from './use-answering.ts';
import { useDraft } from './use-draft.ts';

export interface QuestionProps {
  readonly id: string;
  /** `polite` (the default) where it appears by itself, `always` where the person opened it. */
  readonly focus?: FocusMode;
  /** `Answer later`; without it the window goes to the inbox's list. */
  readonly onLater?: () => void;
}

/** A question, wherever it appears: one dialog that is not modal, in all its stages. Nothing if it is gone. */
export const Question = ({ id, focus = 'polite', onLater }: QuestionProps) => {
  const question = useQuestion(id);
  const toInbox = useCallback(() => navigate({ screen: 'inbox' }), []);
  if (!question) return null;
  return <Staged key={id} question={question} focus={focus} onLater={onLater ?? toInbox} />;
};

interface StagedProps {
  readonly question: QuestionView;
  readonly focus: FocusMode;
  readonly onLater: () => void;
}

const Staged = ({ question, focus, onLater }: StagedProps) => {
  const answering = useAnswering(question);
  const [draft, setDraft] = useDraft(question);
  const placement = { focus, onLater };
  const { body } = question;
  if (question.state === 'closed') return <ClosedQuestion question={question} draft={draft} {...placement} />;
  switch (body.type) {
    case 'form':
      return <FormQuestion {...{ question, body, answering, draft, setDraft, ...placement }} />;
    case 'link':
      return <LinkQuestion key={body.phase} {...{ question, body, answering, ...placement }} />;
    case 'sampling-prompt':
      return <PromptQuestion {...{ question, body, answering, draft, setDraft, ...placement }} />;
    case 'sampling-running':
      return <RunningQuestion {...{ question, body, answering, ...placement }} />;
    case 'sampling-answer':
      return <AnswerQuestion {...{ question, body, answering, draft, setDraft, ...placement }} />;
    case 'resend':
      return <ResendQuestion {...{ question, body, answering, ...placement }} />;
    case 'none':
      return <ClosedQuestion question={question} draft={draft} {...placement} />;
  }
};
