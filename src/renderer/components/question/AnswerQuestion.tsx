import type { QuestionAnswer, QuestionBody, QuestionView } from '../../../shared/model/reverse-call.ts';
import { countText } from '../../lib/words.ts';
import { LongText } from '../LongText.tsx';
import { Notice } from '../Notice.tsx';
import { Untrusted } from '../Untrusted.tsx';
import { AnswerButton } from './AnswerButton.tsx';
import { answerText, type Draft, withAnswer } from './draft.ts';
import { EditableText } from './EditableText.tsx';
import { Frame, type Placement } from './Frame.tsx';
import { NO_EDITS, Parameters, Prompt, PromptBehind } from './Prompt.tsx';
import classes from './Question.module.css';
import type { Answering } from './use-answering.ts';
import { answerFooter, DEPRECATED } from './words.ts';

interface Props extends Placement {
  readonly question: QuestionView;
  readonly body: Extract<QuestionBody, { type: 'sampling-answer' }>;
  readonly answering: Answering;
  readonly draft: Draft;
  readonly setDraft: (draft: Draft) => void;
}

/** The second gate of sampling: the answer, editable, before the server gets it. Or the person writes it. */
export const AnswerQuestion = ({ question, body, answering, draft, setDraft, ...placement }: Props) => {
  const { answer, manual, prompt } = body;
  const server = question.serverName;
  const text = answerText(draft, answer.text);
  const changed = text !== answer.text;
  const missing = text.trim() === '' && answer.extra.length === 0;
  const idle = question.state === 'waiting' || question.state === 'suspended';
  const stopped = answering.busy || !idle;
  const send: QuestionAnswer = changed || manual ? { type: 'send', text } : { type: 'send' };

  const again = (): void => {
    // The edit was made on the answer that is thrown away now.
    setDraft(withAnswer(draft, answer.text, answer.text));
    void answering.answer({ type: 'again' });
  };
  return (
    <Frame
      {...placement}
      question={question}
      lead={
        manual
          ? `Write the answer for ${server}. No model was asked, and nothing was sent.`
          : `Read the answer before it goes to ${server}. Nothing was sent to ${server} yet.`
      }
      footer={
        manual && missing
          ? `goes to ${server}: nothing yet. Write an answer to send it.`
          : answerFooter(server, text.length, answer.extra.length)
      }
      problem={answering.problem}
      initialFocus="heading"
      wireAnswer={send}
      buttons={
        <>
          <AnswerButton disabled={stopped} onAnswer={() => void answering.answer({ type: 'dont-send' })}>
            Don't send
          </AnswerButton>
          <AnswerButton disabled={stopped} onAnswer={again}>
            Ask again
          </AnswerButton>
          <AnswerButton
            variant="filled"
            disabled={stopped || (manual && missing)}
            onAnswer={() => void answering.answer(send)}
          >
            Send
          </AnswerButton>
        </>
      }
    >
      {manual ? (
        <>
          <Prompt prompt={prompt} edits={NO_EDITS} />
          <Parameters prompt={prompt} />
        </>
      ) : null}
      <div>
        <h3 className={classes.part}>Answer</h3>
        <EditableText
          label="Answer"
          original={answer.text}
          value={text}
          disabled={stopped}
          minRows={5}
          placeholder={manual ? 'What should the model have said?' : undefined}
          onChange={(next) => setDraft(withAnswer(draft, answer.text, next))}
        />
        {!manual && missing ? (
          <Notice kind="problem">The model gave an empty answer. Ask again, or write one yourself.</Notice>
        ) : null}
      </div>
      {answer.extra.length > 0 ? (
        <section aria-label="Tool calls">
          <h3 className={classes.part}>
            Tool calls <span className={classes.count}>{answer.extra.length}</span>
          </h3>
          <p className={classes.quiet}>The model asks {server} to run these. They go with the answer.</p>
          {answer.extra.map((extra, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: parts of one answer never change places
            <LongText key={at} text={extra.json} code copy={false} />
          ))}
        </section>
      ) : null}
      {answer.notes.map((note) => (
        <p key={note} className={classes.quiet}>
          <Untrusted text={note} />
        </p>
      ))}
      <p className={classes.quiet}>
        {manual ? 'Sent under the model name ' : 'By '}
        <Untrusted text={answer.model} />
        {answer.stopReason ? (
          <>
            , stopped: <Untrusted text={answer.stopReason} />
          </>
        ) : null}
        {answer.outputTokens === undefined
          ? ''
          : `, ${countText(answer.inputTokens ?? 0, 'token')} in, ${countText(answer.outputTokens, 'token')} out`}
        .
      </p>
      {manual ? null : <PromptBehind prompt={prompt} />}
      <p className={classes.quiet}>{DEPRECATED}</p>
    </Frame>
  );
};
