import { useDeferredValue, useId, useMemo, useState } from 'react';
import type { QuestionBody, QuestionView } from '../../../shared/model/reverse-call.ts';
import {
  clean,
  type FieldError,
  initialValues,
  readSchema,
  validate,
} from '../../../shared/schema-form/index.ts';
import { isWaiting } from '../../lib/store.ts';
import { SchemaForm } from '../schema-form/SchemaForm.tsx';
import { AnswerButton } from './AnswerButton.tsx';
import type { Draft } from './draft.ts';
import { Frame, type Placement } from './Frame.tsx';
import classes from './Question.module.css';
import { RuleRegion } from './RuleRegion.tsx';
import { ServerText } from './ServerText.tsx';
import type { Answering } from './use-answering.ts';
import { useStable } from './use-stable.ts';
import { blockedFooter, formFooter, formLead, lookAgain } from './words.ts';
import { wrongEntries } from './wrong-entries.ts';

interface Props extends Placement {
  readonly question: QuestionView;
  readonly body: Extract<QuestionBody, { type: 'form' }>;
  readonly answering: Answering;
  readonly draft: Draft;
  readonly setDraft: (draft: Draft) => void;
}

/** A form: submit, decline or cancel. */
export const FormQuestion = ({ question, body, answering, draft, setDraft, ...placement }: Props) => {
  const schema = useStable(body.schema);
  const fromMain = useStable(body.errors);
  const model = readSchema(schema);
  // A check in this window speaks until main has checked too.
  const [checked, setChecked] = useState<{ main: readonly FieldError[]; errors: FieldError[] }>();
  const errors = checked?.main === fromMain ? checked.errors : fromMain;
  const values = useMemo(() => draft.values ?? initialValues(model), [draft.values, model]);
  const outgoing = useMemo(() => clean(model, values), [model, values]);
  // Typing stays quick in a form of thousands of fields; `submit` checks what is there at that moment.
  const settled = useDeferredValue(values);
  const wrong = useMemo(() => wrongEntries(model, settled), [model, settled]);
  const reason = useId();
  const server = question.serverName;
  const stopped = answering.busy || !isWaiting(question);

  const submit = async (): Promise<void> => {
    const found = validate(model, values);
    setChecked({ main: fromMain, errors: found });
    if (found.length > 0) {
      answering.setProblem(lookAgain(found.length));
      return;
    }
    if (await answering.answer({ type: 'submit', values: outgoing })) setChecked(undefined);
  };

  return (
    <Frame
      {...placement}
      question={question}
      lead={formLead(server, {
        fields: model.fields.length,
        confirmOnly: model.confirmOnly,
        canAccept: model.canAccept,
      })}
      footer={
        !model.canAccept ? (
          `goes to ${server}: only that you declined or cancelled.`
        ) : wrong > 0 ? (
          <span id={reason}>{blockedFooter(server, wrong, answering.problem !== undefined)}</span>
        ) : (
          formFooter(server, Object.keys(outgoing).length, model.confirmOnly)
        )
      }
      problem={answering.problem}
      more={(close) => (
        <RuleRegion
          question={question}
          deny={{
            word: 'decline',
            disabled: stopped,
            onAnswer: () => void answering.answer({ type: 'decline' }),
          }}
          onClose={close}
        />
      )}
      initialFocus="field"
      wireAnswer={model.canAccept ? { type: 'submit', values: outgoing } : undefined}
      buttons={
        <>
          <AnswerButton disabled={stopped} onAnswer={() => void answering.answer({ type: 'cancel' })}>
            Cancel
          </AnswerButton>
          <AnswerButton disabled={stopped} onAnswer={() => void answering.answer({ type: 'decline' })}>
            Decline
          </AnswerButton>
          {model.canAccept ? (
            <AnswerButton
              variant="filled"
              disabled={stopped}
              blocked={wrong > 0}
              describedBy={wrong > 0 ? reason : undefined}
              onAnswer={() => void submit()}
            >
              Submit
            </AnswerButton>
          ) : null}
        </>
      }
    >
      <div className={classes.message}>
        <ServerText text={body.message} />
      </div>
      <SchemaForm
        schema={schema}
        dialect="elicitation"
        values={values}
        onChange={(next) => {
          answering.setProblem(undefined);
          setDraft({ ...draft, values: next });
        }}
        errors={errors}
        idPrefix={`q-${question.id}`}
        disabled={stopped}
      />
    </Frame>
  );
};
