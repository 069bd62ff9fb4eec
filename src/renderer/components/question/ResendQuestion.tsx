import type { QuestionBody, QuestionView } from '../../../shared/model/reverse-call.ts';
import { isWaiting } from '../../lib/store.ts';
import { LongText } from '../LongText.tsx';
import { AnswerButton } from './AnswerButton.tsx';
import { Frame, type Placement } from './Frame.tsx';
import classes from './Question.module.css';
import { type Answering, stageOf } from './use-answering.ts';
import { useArmed } from './use-armed.ts';

interface Props extends Placement {
  readonly question: QuestionView;
  readonly body: Extract<QuestionBody, { type: 'resend' }>;
  readonly answering: Answering;
}

/** Answers whose fate is unknown: they were on their way when the app or the server ended. */
export const ResendQuestion = ({ question, body, answering, ...placement }: Props) => {
  const server = question.serverName;
  const stopped = answering.busy || !isWaiting(question);
  const armed = useArmed(stageOf(question), answering.ready && !stopped);
  return (
    <Frame
      {...placement}
      question={question}
      lead={`Your answers were on their way to ${server} when it all ended. Whether they arrived is not known.`}
      footer={`Sending them again may make ${server} do it twice.`}
      problem={answering.problem}
      initialFocus="heading"
      wireAnswer={{ type: 'resend' }}
      buttons={
        <>
          <AnswerButton disabled={stopped} onAnswer={() => void answering.answer({ type: 'dont-send' })}>
            Don't send
          </AnswerButton>
          <AnswerButton
            variant="filled"
            disabled={stopped || !armed}
            onAnswer={() => void answering.answer({ type: 'resend' })}
          >
            Send again
          </AnswerButton>
        </>
      }
    >
      <section aria-label="Answers">
        <h3 className={classes.part}>Answers</h3>
        <LongText text={body.answers} />
      </section>
    </Frame>
  );
};
