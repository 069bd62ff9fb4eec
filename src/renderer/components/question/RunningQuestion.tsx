import { Loader } from '@mantine/core';
import { useEffect, useRef } from 'react';
import type { QuestionBody, QuestionView } from '../../../shared/model/reverse-call.ts';
import { countText } from '../../lib/words.ts';
import { Untrusted } from '../Untrusted.tsx';
import { AnswerButton } from './AnswerButton.tsx';
import { Frame, type Placement } from './Frame.tsx';
import { PromptBehind } from './Prompt.tsx';
import classes from './Question.module.css';
import { aboutTokens } from './sampling-words.ts';
import type { Answering } from './use-answering.ts';

interface Props extends Placement {
  readonly question: QuestionView;
  readonly body: Extract<QuestionBody, { type: 'sampling-running' }>;
  readonly answering: Answering;
}

/** The model writes; the person can stop it and keeps what is there. */
export const RunningQuestion = ({ question, body, answering, ...placement }: Props) => {
  const box = useRef<HTMLDivElement>(null);
  const { partial } = body;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new part of the text
  useEffect(() => {
    const element = box.current;
    // Follow the text only while its end is in view: someone who scrolled up is reading.
    if (element && element.scrollHeight - element.scrollTop - element.clientHeight < 80) {
      element.scrollTop = element.scrollHeight;
    }
  }, [partial]);
  return (
    <Frame
      {...placement}
      question={{ ...question, state: 'waiting' }}
      lead={`The model is answering. ${question.serverName} gets nothing before you have read it and sent it.`}
      footer={`goes nowhere yet: you read the answer before ${question.serverName} gets it. Stop keeps what is there.`}
      problem={answering.problem}
      initialFocus="heading"
      buttons={
        <AnswerButton disabled={answering.busy} onAnswer={() => void answering.answer({ type: 'stop' })}>
          Stop
        </AnswerButton>
      }
    >
      <div className={classes.blockLine} role="status">
        <Loader size={14} aria-hidden />
        <span>
          <Untrusted text={body.model} />
          {body.outputTokens === undefined
            ? ' is answering'
            : `: ${countText(body.outputTokens, 'token')} so far`}
          {body.inputTokens === undefined ? '' : `, ${aboutTokens(body.inputTokens)} in the prompt`}
        </span>
      </div>
      <section
        ref={box}
        className={classes.stream}
        aria-label="Answer so far"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling text must be reachable by keyboard
        tabIndex={0}
      >
        {partial === '' ? (
          <span className={classes.quiet}>No text yet.</span>
        ) : (
          <Untrusted text={partial} block />
        )}
      </section>
      <PromptBehind prompt={body.prompt} />
    </Frame>
  );
};
