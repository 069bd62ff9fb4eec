import { Button, CloseButton } from '@mantine/core';
import { type KeyboardEvent, useEffect, useId, useRef } from 'react';
import type { QuestionView } from '../../../shared/model/reverse-call.ts';
import { call } from '../../lib/bridge.ts';
import { attempt } from '../../lib/notify.ts';
import { timeText } from '../../lib/words.ts';
import { LongText } from '../LongText.tsx';
import { Untrusted } from '../Untrusted.tsx';
import type { Draft } from './draft.ts';
import type { Placement } from './Frame.tsx';
import { mayTakeFocus } from './focus.ts';
import { KindIcon, OutcomeIcon } from './icons.tsx';
import { enteredText, keptText } from './kept-text.ts';
import classes from './Question.module.css';
import { Times } from './Times.tsx';
import { forgetDraft } from './use-draft.ts';
import { Why } from './Why.tsx';
import { dialogName, outcomeSentence, outcomeWord } from './words.ts';

interface Props extends Placement {
  readonly question: QuestionView;
  readonly draft: Draft;
}

/** A question that can no longer be answered: how it ended, why, and the text for copying. */
export const ClosedQuestion = ({ question, draft, onLater, focus }: Props) => {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const outcome = question.outcome ?? 'withdrawn';
  const text = keptText(question, draft);
  const entered = enteredText(question, draft);
  const mayAllow = outcome === 'refused' && question.cause.certainty === 'none' && question.kind !== 'roots';
  const dismiss = async (allowServer: boolean): Promise<void> => {
    const input = allowServer ? { id: question.id, allowServer } : { id: question.id };
    if (!(await attempt(() => call('questions.dismiss', input)))) return;
    forgetDraft(question.id);
    onLater();
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when it appears
  useEffect(() => {
    if (mayTakeFocus(focus, document.activeElement, null)) heading.current?.focus();
  }, []);
  return (
    <section
      role="dialog"
      aria-labelledby={id}
      className={classes.question}
      tabIndex={-1}
      onKeyDown={(event: KeyboardEvent) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        event.preventDefault();
        onLater();
      }}
    >
      <header className={classes.head}>
        <div className={classes.titleRow}>
          <KindIcon question={question} size={18} />
          <h2 id={id} ref={heading} tabIndex={-1} className={classes.title}>
            {dialogName(question)}
          </h2>
          <CloseButton aria-label="Close" onClick={onLater} />
        </div>
        <p className={classes.outcome} data-outcome={outcome}>
          <OutcomeIcon outcome={outcome} size={18} />
          <strong>{outcomeWord[outcome]}</strong>
          <Times count={question.count} />
          {question.endedAt === undefined ? null : (
            <span className={classes.age}>{timeText(question.endedAt)}</span>
          )}
        </p>
        <p className={classes.lead}>
          <Untrusted text={question.reason ?? outcomeSentence[outcome]} />
        </p>
      </header>
      <Why question={question} />
      {text === '' && entered === '' ? (
        <div className={classes.kept} />
      ) : (
        <section aria-label="Text" className={classes.kept}>
          {text === '' ? null : (
            <div>
              <h3 className={classes.part}>Text</h3>
              <LongText text={text} />
            </div>
          )}
          {entered === '' ? null : (
            <div>
              <h3 className={classes.part}>
                {outcome === 'accepted' ? 'What you entered' : 'What you had entered (not sent)'}
              </h3>
              <LongText text={entered} code />
            </div>
          )}
        </section>
      )}
      <footer className={classes.foot}>
        {mayAllow ? (
          <p className={classes.leaves}>
            If you allow it, {question.serverName} may ask from now on while no call of yours is running.
          </p>
        ) : null}
        <div className={classes.buttons}>
          {mayAllow ? (
            <Button variant="default" size="xs" onClick={() => void dismiss(true)}>
              Allow for this server
            </Button>
          ) : (
            <span />
          )}
          <Button variant="default" size="xs" onClick={() => void dismiss(false)}>
            Dismiss
          </Button>
        </div>
      </footer>
    </section>
  );
};
