import { IconChevronRight } from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';
import type { QuestionView } from '../../../shared/model/reverse-call.ts';
import { ageText, useNow } from '../../lib/now.ts';
import { useCall, useQuestions } from '../../lib/store.ts';
import { countText, timeText } from '../../lib/words.ts';
import { Json } from '../LongText.tsx';
import { Untrusted } from '../Untrusted.tsx';
import classes from './Question.module.css';
import { eraWords, kindWord, outcomeWord, roadWords, roundSentence } from './words.ts';

const CERTAINTY = {
  proven: 'It came as part of this call, so this is certain.',
  inferred: 'This was the only call running when it came, so it very probably belongs to it.',
  unknown: 'Several calls were running when it came, and it does not say which of them it belongs to.',
  none: 'No call of yours was running when it came.',
} as const;

/** The region that answers `Why am I asked?`: the cause at a glance, everything else on demand. */
export const Why = ({ question }: { question: QuestionView }) => {
  const [open, setOpen] = useState(false);
  const id = useId();
  const now = useNow();
  return (
    <section className={classes.why} aria-label="Why am I asked?">
      <button
        type="button"
        className={classes.whyToggle}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        <IconChevronRight size={14} aria-hidden className={classes.chevron} />
        <span className={classes.whyTitle}>Why am I asked?</span>
      </button>
      <span className={classes.cause}>
        <Untrusted text={question.causeText} />
      </span>
      <span className={classes.age}>{ageText(now - question.receivedAt)} ago</span>
      <div id={id} hidden={!open} className={classes.whyMore}>
        {open ? <More question={question} /> : null}
      </div>
    </section>
  );
};

const Row = ({ term, children }: { term: string; children: ReactNode }) => (
  <>
    <dt>{term}</dt>
    <dd>{children}</dd>
  </>
);

const More = ({ question }: { question: QuestionView }) => {
  const { cause, serverId, round, id } = question;
  const now = useNow();
  const call = useCall(cause.callId);
  const siblings = useQuestions(
    (other) =>
      other.id !== id &&
      other.serverId === serverId &&
      other.round === round &&
      cause.callId !== undefined &&
      other.cause.callId === cause.callId,
  );
  const together = roundSentence(question);
  return (
    <dl className={classes.facts}>
      <Row term="Server">
        {question.serverName}
        {question.serverTitle ? (
          <>
            , which calls itself “<Untrusted text={question.serverTitle} />”
          </>
        ) : null}
      </Row>
      <Row term="Cause">
        <Untrusted text={question.causeText} />. {CERTAINTY[cause.certainty]}
      </Row>
      {call?.args && Object.keys(call.args).length > 0 ? (
        <Row term="Your arguments">
          <Json value={call.args} />
        </Row>
      ) : null}
      <Row term="Came as">
        {roadWords[question.road]}
        {question.key === undefined ? null : (
          <>
            , under the key <Untrusted text={question.key} />
          </>
        )}
      </Row>
      <Row term="Protocol">{eraWords[question.era]}</Row>
      <Row term="Round">
        {question.round} of this call. {together}
        {siblings.length > 0 ? (
          <>
            {' '}
            Also in this round:{' '}
            {siblings
              .map((other) =>
                other.state === 'closed' && other.outcome
                  ? `${kindWord(other).toLowerCase()} (${outcomeWord[other.outcome].toLowerCase()})`
                  : kindWord(other).toLowerCase(),
              )
              .join(', ')}
            .
          </>
        ) : null}
      </Row>
      <Row term="Waits since">
        {timeText(question.receivedAt, now)}
        {question.hardLimitAt !== undefined && question.state !== 'closed' && question.state !== 'suspended'
          ? `; withdrawn ${timeText(question.hardLimitAt, now)} at the latest`
          : ''}
      </Row>
      {question.repairs.length > 0 ? (
        <Row term="Repairs">
          {countText(question.repairs.length, 'thing')} in the request had to be mended; the tab Wire lists{' '}
          {question.repairs.length === 1 ? 'it' : 'them'}.
        </Row>
      ) : null}
    </dl>
  );
};
