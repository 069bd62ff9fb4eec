import { Button } from '@mantine/core';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import type { QuestionView } from '../../../shared/model/reverse-call.ts';
import type { RuleDraft } from '../../../shared/model/rule.ts';
import { call, sentenceOf } from '../../lib/bridge.ts';
import { notifyDone } from '../../lib/notify.ts';
import { useApp, useCall } from '../../lib/store.ts';
import { Notice } from '../Notice.tsx';
import { RuleForm } from '../rule/RuleForm.tsx';
import { newRule } from '../rule/rule-choices.ts';
import { AnswerButton } from './AnswerButton.tsx';
import classes from './Question.module.css';

/** A button of the question that a rule may be saved with. */
export interface WithRule {
  /** "deny", as in `Save rule and deny`. */
  readonly word: string;
  readonly disabled: boolean;
  readonly onAnswer: () => void;
}

interface Props {
  readonly question: QuestionView;
  /** The model this request would go to (its option); the rule begins with it. */
  readonly model?: string | undefined;
  /** What answers this question as a rule that allows, or denies, would. */
  readonly allow?: WithRule | undefined;
  readonly deny?: WithRule | undefined;
  readonly onClose: () => void;
}

const preview = (rule: RuleDraft) => call('rules.preview', { rule });

/** Behind `More`: decides requests like this one in advance, from the next on. */
export const RuleRegion = ({ question, model, allow, deny, onClose }: Props) => {
  const { serverId: server, kind, cause } = question;
  const tool = useCall(cause.callId)?.name;
  const models = (useApp()?.models ?? []).filter(({ provider }) => provider !== 'manual');
  const [draft, setDraft] = useState<RuleDraft>(() =>
    newRule({
      server,
      kind,
      ...(tool === undefined ? {} : { tool }),
      ...(kind === 'sampling' && models.some(({ id }) => id === model) ? { model } : {}),
    }),
  );
  const [typed, setTyped] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const [saving, setSaving] = useState(false);
  const id = useId();
  const box = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    box.current?.scrollIntoView({ block: 'nearest' });
  }, []);

  const save = async (then?: () => void): Promise<void> => {
    if (typed !== undefined || saving) return;
    setSaving(true);
    setProblem(undefined);
    try {
      await call('rules.add', { rule: draft });
    } catch (error) {
      setProblem(sentenceOf(error));
      setSaving(false);
      return;
    }
    notifyDone('The rule is saved. It holds from the next request on.');
    onClose();
    then?.();
  };
  const decided = draft.decision === 'allow' ? allow : draft.decision === 'deny' ? deny : undefined;
  return (
    <section
      ref={box}
      aria-labelledby={id}
      className={classes.more}
      onKeyDown={(event: KeyboardEvent) => {
        if (event.key !== 'Escape' || event.nativeEvent.isComposing) return;
        event.preventDefault();
        event.stopPropagation();
        onClose();
      }}
    >
      <div>
        <h3 id={id} ref={heading} tabIndex={-1} className={classes.part}>
          Rule for requests like this
        </h3>
        <p className={classes.quiet}>
          It decides in your place from the next request on; this one is still yours. You can change it in
          Settings at any time.
        </p>
      </div>
      <RuleForm
        draft={draft}
        server={server}
        tools={tool === undefined ? [] : [tool]}
        models={models}
        preview={preview}
        onChange={(next, found) => {
          setDraft(next);
          setTyped(found);
        }}
      />
      {problem === undefined ? null : (
        <div role="alert">
          <Notice kind="problem">{problem}</Notice>
        </div>
      )}
      <div className={classes.moreButtons}>
        <Button
          variant="default"
          size="xs"
          disabled={saving || typed !== undefined}
          onClick={() => void save()}
        >
          Save rule
        </Button>
        {decided === undefined ? null : (
          <AnswerButton
            disabled={saving || typed !== undefined || decided.disabled}
            onAnswer={() => void save(decided.onAnswer)}
          >
            Save rule and {decided.word}
          </AnswerButton>
        )}
      </div>
    </section>
  );
};
