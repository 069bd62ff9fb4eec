import { Button } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { ModelOption } from '../../../shared/model/reverse-call.ts';
import type { Rule, RuleDraft } from '../../../shared/model/rule.ts';
import { Dialog, DialogButtons, DialogProblem } from '../../components/Dialog.tsx';
import { RuleForm } from '../../components/rule/RuleForm.tsx';
import { newRule } from '../../components/rule/rule-choices.ts';
import { call, sentenceOf } from '../../lib/bridge.ts';
import { onePress } from '../../lib/one-press.ts';
import { useHost } from '../../lib/store.ts';

interface Props {
  /** The one to change; without it one is added. */
  readonly rule?: Rule;
  readonly models: readonly ModelOption[];
  readonly onClose: () => void;
}

const KINDS = ['sampling', 'elicitation', 'roots'] as const;

const draftOf = ({ id: _, ...draft }: Rule): RuleDraft => draft;

/** Makes or changes a rule, and says what it would have done. */
export const RuleDialog = ({ rule, models, onClose }: Props) => {
  const servers = useHost((state) =>
    Object.values(state.servers)
      .map(({ name }) => name)
      .sort((a, b) => a.localeCompare(b)),
  );
  const [draft, setDraft] = useState<RuleDraft>(() =>
    rule ? draftOf(rule) : newRule({ server: servers[0] ?? '*', kind: 'sampling' }),
  );
  const [typing, setTyping] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (typing !== undefined) return;
    setBusy(true);
    setProblem('');
    try {
      if (rule) await call('rules.change', { id: rule.id, rule: draft });
      else await call('rules.add', { rule: draft });
      onClose();
    } catch (error) {
      setProblem(sentenceOf(error));
      setBusy(false);
    }
  };

  return (
    <Dialog title={rule ? 'Edit rule' : 'Add a rule'} onClose={onClose} wide>
      <form onSubmit={(event) => void submit(event)} noValidate {...onePress}>
        <RuleForm
          draft={draft}
          onChange={(next, wrong) => {
            setDraft(next);
            setTyping(wrong);
          }}
          servers={servers}
          kinds={KINDS}
          models={models}
          preview={(wanted) => call('rules.preview', { rule: wanted, ...(rule ? { id: rule.id } : {}) })}
        />
        <DialogProblem text={problem} />
        <DialogButtons>
          <Button variant="default" onClick={onClose}>
            Close
          </Button>
          <Button type="submit" loading={busy} disabled={typing !== undefined}>
            {rule ? 'Save' : 'Add'}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
};
