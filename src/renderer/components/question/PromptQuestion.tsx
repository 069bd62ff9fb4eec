import { Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { PromptEdits, QuestionBody, QuestionView } from '../../../shared/model/reverse-call.ts';
import { useCall } from '../../lib/store.ts';
import { Notice } from '../Notice.tsx';
import { Untrusted } from '../Untrusted.tsx';
import { AnswerButton } from './AnswerButton.tsx';
import type { Draft } from './draft.ts';
import { promptSize, readMaxTokens, withMaxTokens, withModel } from './edits.ts';
import { Frame, type Placement } from './Frame.tsx';
import { Parameters, Prompt } from './Prompt.tsx';
import classes from './Question.module.css';
import { type Answering, stageOf } from './use-answering.ts';
import { useArmed } from './use-armed.ts';
import { DEPRECATED, denySentence, promptFooter } from './words.ts';

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

  const idle = question.state === 'waiting' || question.state === 'suspended';
  const stopped = answering.busy || !idle;
  const armed = useArmed(stageOf(question), answering.ready && !stopped);
  const call = useCall(question.cause.callId);
  const denial = denySentence(question, call?.name);
  const size = promptSize(prompt, edits);
  const server = question.serverName;
  const sent: PromptEdits = { ...edits, model };
  if (maxProblem === undefined && 'value' in max && max.value < prompt.maxTokens) sent.maxTokens = max.value;
  else delete sent.maxTokens;

  return (
    <Frame
      {...placement}
      question={question}
      lead={`${server} wants a model to answer this. Nothing was sent, to the model or to ${server}.`}
      footer={
        <>
          {promptFooter({
            server,
            model: option?.label ?? model,
            manual,
            messages: prompt.messages.length,
            characters: size.characters,
            images: size.images,
          })}{' '}
          {denial ? (
            <span id={`deny-${question.id}`}>
              <Untrusted text={denial} />
            </span>
          ) : null}
        </>
      }
      problem={answering.problem ?? body.error}
      initialFocus="heading"
      wireAnswer={{ type: 'approve', edits: sent }}
      buttons={
        <>
          <AnswerButton
            disabled={stopped}
            describedBy={denial ? `deny-${question.id}` : undefined}
            onAnswer={() => void answering.answer({ type: 'deny' })}
          >
            Deny
          </AnswerButton>
          <AnswerButton
            variant="filled"
            disabled={stopped || !armed || maxProblem !== undefined}
            onAnswer={() => void answering.answer({ type: 'approve', edits: sent })}
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
      <div className={classes.choice}>
        <Select
          label="Model"
          data={models.map((each) => ({ value: each.id, label: each.label }))}
          value={model}
          allowDeselect={false}
          disabled={stopped}
          maxDropdownHeight={280}
          comboboxProps={{ shadow: 'md' }}
          onChange={(next) => next !== null && setEdits(withModel(edits, chosen, next))}
          description={
            model === chosen ? <Untrusted text={body.chosenReason} /> : 'Chosen by you for this request.'
          }
          inputWrapperOrder={['label', 'input', 'description', 'error']}
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
      <Prompt prompt={prompt} edits={edits} onChange={setEdits} disabled={stopped} />
      <Parameters prompt={prompt} />
      <p className={classes.quiet}>{DEPRECATED}</p>
    </Frame>
  );
};
