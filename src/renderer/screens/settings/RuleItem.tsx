import { Button } from '@mantine/core';
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconClockOff,
  IconHourglassEmpty,
  IconPlayerPause,
} from '@tabler/icons-react';
import { useId } from 'react';
import type { RuleView } from '../../../shared/model/rule.ts';
import { Notice } from '../../components/Notice.tsx';
import { untilText } from '../../components/rule/rule-choices.ts';
import { Untrusted } from '../../components/Untrusted.tsx';
import { call } from '../../lib/bridge.ts';
import { attempt } from '../../lib/notify.ts';
import { useApp, useServer } from '../../lib/store.ts';
import { timeText } from '../../lib/words.ts';
import { Confirm } from './Confirm.tsx';
import classes from './Settings.module.css';
import { limitsText, ruleSentence, usedText } from './words.ts';

/** Whether a rule is in force, by icon and word. */
const State = ({ view }: { view: RuleView }) => {
  const paused = useApp()?.settings.paused ?? false;
  if (view.problem !== undefined) {
    return (
      <span className={classes.bad}>
        <IconAlertTriangle size={16} aria-hidden />
        Without effect
      </span>
    );
  }
  if (view.expired) {
    return (
      <span className={classes.off}>
        <IconClockOff size={16} aria-hidden />
        Expired
      </span>
    );
  }
  if (paused && view.rule.decision === 'allow' && view.rule.kind === 'sampling') {
    return (
      <span className={classes.off}>
        <IconPlayerPause size={16} aria-hidden />
        Paused
      </span>
    );
  }
  if (view.usedUp) {
    return (
      <span className={classes.off}>
        <IconHourglassEmpty size={16} aria-hidden />
        Used up today
      </span>
    );
  }
  return (
    <span className={classes.good}>
      <IconCircleCheck size={16} aria-hidden />
      In force
    </span>
  );
};

interface Props {
  readonly view: RuleView;
  readonly onEdit: () => void;
  /** The focus was here, and needs another place. */
  readonly onDeleted: () => void;
}

/** One rule: what it does, whether it is in force, and what it did today. */
export const RuleItem = ({ view, onEdit, onDeleted }: Props) => {
  const { rule, problem, lastUsedAt } = view;
  const nameId = useId();
  const server = useServer(rule.server);
  const remove = async () => {
    if (await attempt(() => call('rules.remove', { id: rule.id }))) onDeleted();
  };
  const gone = rule.server !== '*' && !server;
  const facts = [
    limitsText(rule),
    rule.session ? 'gone when Gatehouse ends' : '',
    rule.expiresAt === undefined ? '' : untilText(rule.expiresAt).replace(/^U/, 'u'),
    usedText(view),
    lastUsedAt === undefined ? '' : `last used ${timeText(lastUsedAt)}`,
  ].filter((text) => text !== '');
  return (
    <li aria-labelledby={nameId} className={classes.item}>
      <div className={classes.line}>
        <span id={nameId} className={classes.name}>
          <Untrusted text={ruleSentence(rule)} />
        </span>
        <State view={view} />
      </div>
      <p className={classes.quiet}>{facts.join(' · ')}</p>
      {problem !== undefined && (
        <Notice kind="problem">
          <Untrusted text={problem} />
        </Notice>
      )}
      {gone && <Notice kind="problem">There is no server of that name now.</Notice>}
      <div className={classes.buttons}>
        <Button variant="default" onClick={onEdit}>
          Edit
        </Button>
        <Confirm label="Delete" question="Delete this rule?" onConfirm={remove} />
      </div>
    </li>
  );
};
