import { useState } from 'react';
import type { QuestionView } from '../../../shared/model/reverse-call.ts';
import { ageText, useNow } from '../../lib/now.ts';
import { useQuestions } from '../../lib/store.ts';
import { timeText } from '../../lib/words.ts';
import { KindIcon, OutcomeIcon } from './icons.tsx';
import { needsLook, openOne } from './open-one.ts';
import classes from './Question.module.css';
import { Question } from './Question.tsx';
import { kindWord, outcomeWord } from './words.ts';

/**
 * The questions of one call, on the page of the tool that caused them: the oldest that waits stands open, the others
 * and the answered ones are one line each.
 */
export const QuestionsOfCall = ({ callId }: { callId: number }) => {
  const questions = useQuestions(
    (question) => question.cause.callId === callId || question.cause.candidates.includes(callId),
  );
  const [picked, setPicked] = useState<string>();
  const [aside, setAside] = useState<ReadonlySet<string>>(new Set());
  const shown = openOne(questions, picked, aside);

  if (questions.length === 0) {
    return <p className={classes.quiet}>The server has asked nothing so far.</p>;
  }
  const open = (id: string): void => {
    setPicked(id);
    setAside(new Set([...aside].filter((other) => other !== id)));
  };
  const later = (id: string): void => {
    setPicked(undefined);
    setAside(new Set([...aside, id]));
  };
  return (
    <ul className={classes.ofCall}>
      {questions.map((question) => (
        <li key={question.id}>
          {question.id === shown ? (
            <Question
              id={question.id}
              focus={question.id === picked ? 'always' : 'polite'}
              onLater={() => later(question.id)}
            />
          ) : (
            <Line question={question} onOpen={() => open(question.id)} />
          )}
        </li>
      ))}
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
