import { IconAlertTriangle } from '@tabler/icons-react';
import type { QuestionBody, QuestionView } from '../../../shared/model/reverse-call.ts';
import { readUrl } from '../../../shared/url-view.ts';
import { isWaiting } from '../../lib/store.ts';
import { CopyButton } from '../CopyButton.tsx';
import { Notice } from '../Notice.tsx';
import { Untrusted } from '../Untrusted.tsx';
import { AnswerButton } from './AnswerButton.tsx';
import { Frame, type Placement } from './Frame.tsx';
import { linkFooter } from './link-footer.ts';
import classes from './Question.module.css';
import { RuleRegion } from './RuleRegion.tsx';
import { ServerText } from './ServerText.tsx';
import { urlParts } from './url-parts.ts';
import { type Answering, stageOf } from './use-answering.ts';
import { useArmed } from './use-armed.ts';

interface Props extends Placement {
  readonly question: QuestionView;
  readonly body: Extract<QuestionBody, { type: 'link' }>;
  readonly answering: Answering;
}

/** A page the server wants visited: the whole address, what to know about it, and consent before anything opens. */
export const LinkQuestion = ({ question, body, answering, ...placement }: Props) => {
  const url = readUrl(body.url);
  const server = question.serverName;
  const stopped = answering.busy || !isWaiting(question);
  const mayOpen = url.ok && url.blocked === undefined;
  const armed = useArmed(stageOf(question), answering.ready && mayOpen && !stopped);
  const opened = body.phase === 'opened';

  const cancel = (
    <AnswerButton disabled={stopped} onAnswer={() => void answering.answer({ type: 'cancel' })}>
      Cancel
    </AnswerButton>
  );
  const lead = !mayOpen
    ? `${server} wants you to visit an address that cannot be opened. Nothing was opened or sent.`
    : opened
      ? `The page was opened in your browser. When you are done there, come back and say so.`
      : `${server} wants you to visit a page at ${url.host} in your browser. Nothing was opened or sent.`;
  const footer = linkFooter(server, { road: question.road, opened, mayOpen });
  return (
    <Frame
      {...placement}
      question={question}
      lead={lead}
      footer={footer}
      problem={answering.problem ?? body.error}
      more={
        opened
          ? undefined
          : (close) => (
              <RuleRegion
                question={question}
                deny={{
                  word: 'decline',
                  disabled: stopped,
                  onAnswer: () => void answering.answer({ type: 'decline' }),
                }}
                onClose={close}
              />
            )
      }
      initialFocus="heading"
      wireAnswer={mayOpen ? { type: opened ? 'finished' : 'open' } : undefined}
      buttons={
        opened ? (
          <>
            {cancel}
            <AnswerButton
              disabled={stopped || !armed}
              onAnswer={() => void answering.answer({ type: 'open-again' })}
            >
              Open again
            </AnswerButton>
            <AnswerButton
              variant="filled"
              disabled={stopped}
              onAnswer={() => void answering.answer({ type: 'finished' })}
            >
              I have finished
            </AnswerButton>
          </>
        ) : (
          <>
            {cancel}
            <AnswerButton disabled={stopped} onAnswer={() => void answering.answer({ type: 'decline' })}>
              Decline
            </AnswerButton>
            {mayOpen ? (
              <AnswerButton
                variant="filled"
                disabled={stopped || !armed}
                onAnswer={() => void answering.answer({ type: 'open' })}
              >
                Open in browser
              </AnswerButton>
            ) : null}
          </>
        )
      }
    >
      {/* First, because a server decides how long the rest is. */}
      {mayOpen ? null : (
        <Notice kind="problem">
          {url.reason ?? url.blocked} Decline it, or ask the people who make the server.
        </Notice>
      )}
      {url.warnings.length > 0 ? (
        <ul className={classes.warnings} aria-label="Warnings">
          {url.warnings.map((warning) => (
            <li key={warning}>
              <IconAlertTriangle size={16} aria-hidden />
              <Untrusted text={warning} />
            </li>
          ))}
        </ul>
      ) : null}
      <div className={classes.message}>
        <ServerText text={body.message} />
      </div>
      <section aria-label="Address">
        <h3 className={classes.part}>Address</h3>
        {url.ok ? (
          <Address href={url.href} />
        ) : (
          <div className={classes.url}>
            <ServerText text={body.url} />
          </div>
        )}
        {url.ok && url.displayHost !== url.host ? (
          <p className={classes.quiet}>
            The site’s name, decoded: <Untrusted text={url.displayHost} />
          </p>
        ) : null}
        {url.ok && url.href !== body.url && url.href !== `${body.url}/` ? (
          <p className={classes.quiet}>
            As the server wrote it: <Untrusted text={body.url} />
          </p>
        ) : null}
        <CopyButton text={url.ok ? url.href : body.url} label="Copy address" />
      </section>
    </Frame>
  );
};

/** The address as text, never a link. What would be opened is ASCII and is shown character for character. */
const Address = ({ href }: { href: string }) => {
  const { before, host, after } = urlParts(href);
  return (
    <div className={classes.url} dir="ltr">
      <span>{before}</span>
      <strong className={classes.host}>{host}</strong>
      <span>{after}</span>
    </div>
  );
};
