import { TextInput } from '@mantine/core';
import { useId, useState } from 'react';
import type { PromptEdits, QuestionBody, QuestionView } from '../../../shared/model/reverse-call.ts';
import { useNow } from '../../lib/now.ts';
import { isWaiting, useCall } from '../../lib/store.ts';
import { Notice } from '../Notice.tsx';
import { Untrusted } from '../Untrusted.tsx';
import { AnswerButton } from './AnswerButton.tsx';
import { costText, promptTokens } from './cost.ts';
import type { Draft } from './draft.ts';
import { countImages, readMaxTokens, withMaxTokens, withModel } from './edits.ts';
import { Frame, type Placement } from './Frame.tsx';
import { ModelSelect } from './ModelSelect.tsx';
import { Parameters, Prompt } from './Prompt.tsx';
import classes from './Question.module.css';
import { RuleRegion } from './RuleRegion.tsx';
import { blockedPrompt, DEPRECATED, promptFooter, retryWords } from './sampling-words.ts';
import { type Answering, stageOf } from './use-answering.ts';
import { useArmed } from './use-armed.ts';
import { denySentence } from './words.ts';

interface Props extends Placement {
  readonly question: QuestionView;
  readonly body: Extract<QuestionBody, { type: 'sampling-prompt' }>;
  readonly answering: Answering;
  readonly draft: Draft;
  readonly setDraft: (draft: Draft) => void;
}

/** The first gate of sampling: what the model would be asked, each text editable, the model the person's choice. */
export const PromptQuestion = ({ question, body, answering, draft, setDraft, ...placement }: Props) => {
  const { prompt, models, chosen } = body;
  const edits = draft.edits ?? {};
  const setEdits = (next: PromptEdits): void => setDraft({ ...draft, edits: next });
  const model = models.some((each) => each.id === edits.model) ? (edits.model ?? chosen) : chosen;
  const option = models.find((each) => each.id === model);
  const manual = option?.provider === 'manual' || model.startsWith('manual/');

  const [typedMax, setTypedMax] = useState(() => String(edits.maxTokens ?? prompt.maxTokens));
  const max = readMaxTokens(typedMax, prompt.maxTokens);
  const maxProblem = 'problem' in max ? max.problem : undefined;

  const stopped = answering.busy || !isWaiting(question);
  const armed = useArmed(stageOf(question), answering.ready && !stopped);
  const call = useCall(question.cause.callId);
  const denial = denySentence(question, call?.name);
  const server = question.serverName;
  const label = option?.label ?? model;
  const sent: PromptEdits = { ...edits, model };
  if (maxProblem === undefined && 'value' in max && max.value < prompt.maxTokens) sent.maxTokens = max.value;
  else delete sent.maxTokens;

  const obstacles = body.obstacles.find((each) => each.model === model)?.sentences ?? [];
  const blocked =
    obstacles.length > 0
      ? blockedPrompt(label, obstacles.join(' '))
      : maxProblem === undefined
        ? undefined
        : blockedPrompt(label, `Max tokens: ${maxProblem}`);
  const reason = useId();
  const tokens = promptTokens(prompt, edits);
  const cost = option?.facts && costText(option.facts, tokens, sent.maxTokens ?? prompt.maxTokens);
  const deny = (): void => void answering.answer({ type: 'deny' });
  const approve = (): void => {
    if (blocked === undefined) void answering.answer({ type: 'approve', edits: sent });
  };

  return (
    <Frame
      {...placement}
      question={question}
      lead={
        body.error === undefined
          ? `${server} wants a model to answer this. Nothing was sent, to the model or to ${server}.`
          : `The model gave no answer. Nothing was sent to ${server}.`
      }
      footer={
        <>
          {blocked === undefined ? (
            promptFooter({
              server,
              model: label,
              manual,
              messages: prompt.messages.length,
              tokens,
              images: countImages(prompt),
            })
          ) : (
            <span id={reason}>
              <Untrusted text={blocked} />
            </span>
          )}{' '}
          {denial ? (
            <span id={`deny-${question.id}`}>
              <Untrusted text={denial} />
            </span>
          ) : null}
        </>
      }
      problem={answering.problem ?? body.error}
      advice={body.error === undefined ? undefined : <Retry at={body.retryAfterAt} />}
      more={(close) => (
        <RuleRegion
          question={question}
          model={model}
          allow={{ word: 'approve', disabled: stopped || !armed || blocked !== undefined, onAnswer: approve }}
          deny={{ word: 'deny', disabled: stopped, onAnswer: deny }}
          onClose={close}
        />
      )}
      initialFocus="heading"
      wireAnswer={{ type: 'approve', edits: sent }}
      buttons={
        <>
          <AnswerButton
            disabled={stopped}
            firstStop
            describedBy={denial ? `deny-${question.id}` : undefined}
            onAnswer={deny}
          >
            Deny
          </AnswerButton>
          <AnswerButton
            variant="filled"
            disabled={stopped || !armed}
            blocked={blocked !== undefined}
            describedBy={blocked === undefined ? undefined : reason}
            onAnswer={approve}
          >
            Approve
          </AnswerButton>
        </>
      }
    >
      {body.notes.map((note) => (
        <Notice key={note}>
          <Untrusted text={note} />
        </Notice>
      ))}
      {obstacles.length > 0 ? (
        <section aria-label="Obstacles" className={classes.obstacles}>
          {obstacles.map((obstacle) => (
            <Notice key={obstacle} kind="problem">
              <Untrusted text={obstacle} />
            </Notice>
          ))}
        </section>
      ) : null}
      <div className={classes.choice}>
        <ModelSelect
          models={models}
          value={model}
          unfit={new Set(body.obstacles.map((each) => each.model))}
          disabled={stopped}
          reason={
            model === chosen ? <Untrusted text={body.chosenReason} /> : 'Chosen by you for this request.'
          }
          onChange={(next) => setEdits(withModel(edits, chosen, next))}
        />
        <TextInput
          label="Max tokens"
          role="spinbutton"
          inputMode="numeric"
          aria-valuenow={'value' in max ? max.value : undefined}
          aria-valuemin={1}
          aria-valuemax={prompt.maxTokens}
          value={typedMax}
          disabled={stopped}
          error={maxProblem}
          description={
            maxProblem === undefined
              ? `The server asked for ${prompt.maxTokens}; you can lower it.`
              : undefined
          }
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          onKeyDown={(event) => {
            const step = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0;
            if (step === 0 || !('value' in max)) return;
            event.preventDefault();
            const next = Math.min(prompt.maxTokens, Math.max(1, max.value + step));
            setTypedMax(String(next));
            setEdits(withMaxTokens(edits, prompt.maxTokens, next));
          }}
          onChange={(event) => {
            const text = event.currentTarget.value;
            setTypedMax(text);
            const read = readMaxTokens(text, prompt.maxTokens);
            if ('value' in read) setEdits(withMaxTokens(edits, prompt.maxTokens, read.value));
          }}
        />
      </div>
      {cost === undefined ? null : <p className={classes.cost}>Cost: {cost}.</p>}
      <Prompt prompt={prompt} edits={edits} onChange={setEdits} disabled={stopped} />
      <Parameters prompt={prompt} />
      <p className={classes.quiet}>{DEPRECATED}</p>
    </Frame>
  );
};

/** What to do after an error, and how long the provider wants to be left alone. */
const Retry = ({ at }: { at: number | undefined }) => {
  const now = useNow();
  return retryWords(at === undefined ? undefined : at - now);
};
