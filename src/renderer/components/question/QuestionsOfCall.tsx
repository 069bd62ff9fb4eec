import { useState } from 'react';
import type { QuestionView } from '../../../shared/model/reverse-call.ts';
import { ageText, useNow } from '../../lib/now.ts';
import { useQuestions } from '../../lib/store.ts';
import { timeText } from '../../lib/words.ts';
import { KindIcon, OutcomeIcon } from './icons.tsx';
import classes from './Question.module.css';
import { Question } from './Question.tsx';
import { kindWord, outcomeWord } from './words.ts';

/** Closed without the person's doing: its reason is worth a look. */
const needsLook = (question: QuestionView): boolean =>
  question.outcome === 'refused' || question.outcome === 'withdrawn' || question.outcome === 'failed';

/**
 * The questions of one call, on the page of the tool that caused them: the oldest that waits stands open, the others
 * and the answered ones are one line each.
 */
export const QuestionsOfCall = ({ callId }: { callId: number }) => {
  const questions = useQuestions(
    (question) => question.cause.callId === callId || question.cause.candidates.includes(callId),
  );
  // What the person opened or put aside by hand; until then the oldest that waits is open.
  const [open, setOpen] = useState<string | null>();
  const oldest = questions.find((question) => question.state !== 'closed');
  const shown = open === undefined ? oldest?.id : (open ?? undefined);
  const still = questions.some((question) => question.id === shown);
  if (questions.length === 0) return <p className={classes.quiet}>The server has asked nothing so far.</p>;
  return (
    <ul className={classes.ofCall}>
      {questions.map((question) =>
        still && question.id === shown ? (
          <li key={question.id}>
            <Question
              id={question.id}
              focus={open === undefined ? 'polite' : 'always'}
              onLater={() => setOpen(null)}
            />
          </li>
        ) : (
          <li key={question.id}>
            <Line question={question} onOpen={() => setOpen(question.id)} />
          </li>
        ),
      )}
    </ul>
  );
};

const Line = ({ question, onOpen }: { question: QuestionView; onOpen: () => void }) => {
  const now = useNow();
  const { outcome } = question;
  if (question.state === 'closed' && outcome && !needsLook(question)) {
    return (
      <p className={classes.quietLine}>
        <OutcomeIcon outcome={outcome} />
        <span>
          {kindWord(question)}: {outcomeWord[outcome].toLowerCase()}
        </span>
        <span className={classes.age}>{timeText(question.endedAt ?? question.receivedAt, now)}</span>
      </p>
    );
  }
  return (
    <button type="button" className={classes.line} onClick={onOpen}>
      {outcome ? <OutcomeIcon outcome={outcome} /> : <KindIcon question={question} />}
      <span>
        {kindWord(question)}
        {outcome ? `: ${outcomeWord[outcome].toLowerCase()}` : ', waits for you'}
      </span>
      <span className={classes.age}>{ageText(now - question.receivedAt)}</span>
    </button>
  );
};
