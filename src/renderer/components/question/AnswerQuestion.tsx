import { useId } from 'react';
import type { QuestionBody, QuestionView } from '../../../shared/model/reverse-call.ts';
import { isWaiting } from '../../lib/store.ts';
import { countText } from '../../lib/words.ts';
import { Notice } from '../Notice.tsx';
import { Untrusted } from '../Untrusted.tsx';
import { AnswerButton } from './AnswerButton.tsx';
import { answerText, chosenParts, type Draft, withAnswer, withoutAnswer, withPart } from './draft.ts';
import { EditableText } from './EditableText.tsx';
import { Frame, type Placement } from './Frame.tsx';
import { NO_EDITS, Parameters, Prompt, PromptBehind } from './Prompt.tsx';
import classes from './Question.module.css';
import { RuleRegion } from './RuleRegion.tsx';
import { answerFooter, DEPRECATED, nothingToSend } from './sampling-words.ts';
import { ToolCalls } from './ToolCalls.tsx';
import { partsKey, partsOf, sendAnswer } from './tool-calls.ts';
import type { Answering } from './use-answering.ts';

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
  const empty = text.trim() === '';
  const stopped = answering.busy || !isWaiting(question);
  const parts = partsOf(answer.extra);
  const key = partsKey(answer.extra);
  const chosen = chosenParts(draft, key);
  const going = parts.filter(({ index }) => chosen.has(index));
  const sending = { characters: empty ? 0 : text.length, calls: going.length, ofCalls: parts.length };
  const missing = nothingToSend(sending, manual);
  const send = sendAnswer({ text, own: changed || manual, parts: parts.length, chosen });
  const reason = useId();
  // What the host says where no tool call is left of those the model stopped for.
  const ends =
    answer.stopReason === 'toolUse' && !going.some(({ type }) => type === 'tool_use') && parts.length > 0;

  const again = (): void => {
    // What was decided about the answer that is thrown away now.
    setDraft(withoutAnswer(draft));
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
        missing === undefined ? (
          answerFooter(server, sending)
        ) : (
          <span id={reason}>{`goes to ${server}: nothing yet. ${missing}`}</span>
        )
      }
      problem={answering.problem}
      more={(close) => (
        <RuleRegion
          question={question}
          deny={{
            word: "don't send",
            disabled: stopped,
            onAnswer: () => void answering.answer({ type: 'dont-send' }),
          }}
          onClose={close}
        />
      )}
      initialFocus="heading"
      wireAnswer={missing === undefined ? send : undefined}
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
            disabled={stopped}
            blocked={missing !== undefined}
            describedBy={missing === undefined ? undefined : reason}
            onAnswer={() => {
              if (missing === undefined) void answering.answer(send);
            }}
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
        {!manual && answer.text.trim() === '' && empty && parts.length === 0 ? (
          <Notice kind="problem">The model gave an empty answer. Ask again, or write one yourself.</Notice>
        ) : null}
      </div>
      {parts.length > 0 ? (
        <ToolCalls
          server={server}
          parts={parts}
          chosen={chosen}
          disabled={stopped}
          onChoose={(index, on) => setDraft(withPart(draft, key, index, on))}
        />
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
            {ends ? ' (sent as endTurn, because no tool call goes)' : ''}
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
