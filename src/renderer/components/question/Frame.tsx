import { Button, CloseButton, Tabs } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import type { QuestionAnswer, QuestionView } from '../../../shared/model/reverse-call.ts';
import { Notice } from '../Notice.tsx';
import { firstField } from '../schema-form/SchemaForm.tsx';
import { type FocusMode, mayTakeFocus } from './focus.ts';
import { KindIcon } from './icons.tsx';
import classes from './Question.module.css';
import { useFirstStop } from './use-first-stop.ts';
import { Why } from './Why.tsx';
import { Wire } from './Wire.tsx';
import { dialogName, roundSentence } from './words.ts';

/** How a question is shown where it stands. */
export interface Placement {
  /** `Answer later`, Escape, the close button: the draft is kept and nothing is sent. */
  readonly onLater: () => void;
  readonly focus: FocusMode;
}

interface Props extends Placement {
  readonly question: QuestionView;
  readonly lead: ReactNode;
  /** What will leave, and to whom. */
  readonly footer: ReactNode;
  readonly buttons: ReactNode;
  /** The answer that the main button would give now, for the tab `Wire`. */
  readonly wireAnswer?: QuestionAnswer | undefined;
  readonly problem?: string | undefined;
  /** What to do about `problem`; it may change every second, so it is not an alert itself. */
  readonly advice?: ReactNode;
  /** Behind the button `More`, which this closes. */
  readonly more?: ((close: () => void) => ReactNode) | undefined;
  readonly initialFocus: 'field' | 'heading';
  readonly children: ReactNode;
}

/** What all questions share: heading, cause, tabs, and the footer with its buttons always in view. */
export const Frame = (props: Props) => {
  const { question, lead, footer, buttons, wireAnswer, problem, advice, more, onLater, children } = props;
  const [tab, setTab] = useState<string | null>('question');
  const root = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const moreButton = useRef<HTMLButtonElement>(null);
  const [moreOpen, setMoreOpen] = useState(false);
  const id = useId();
  const { focus, initialFocus } = props;
  const firstStop = useFirstStop(root, heading);
  const closeMore = (): void => {
    setMoreOpen(false);
    moreButton.current?.focus();
  };

  // Once per stage, when it appears.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what changes later must not move the focus
  useEffect(() => {
    if (!mayTakeFocus(focus, document.activeElement, root.current)) return;
    const field = initialFocus === 'field' ? firstField(root.current) : null;
    (field ?? heading.current)?.focus({ preventScroll: focus === 'polite' });
  }, []);

  const onKeyDown = (event: KeyboardEvent): void => {
    firstStop.onKeyDown(event);
    if (event.key !== 'Escape' || event.defaultPrevented || event.nativeEvent.isComposing) return;
    // An open list of options takes the first Escape.
    if (event.target instanceof Element && event.target.getAttribute('aria-expanded') === 'true') {
      if (event.target.getAttribute('role') === 'combobox') return;
    }
    event.preventDefault();
    event.stopPropagation();
    onLater();
  };
  const together = roundSentence(question);
  return (
    <section
      ref={root}
      role="dialog"
      aria-labelledby={id}
      className={classes.question}
      tabIndex={-1}
      onKeyDown={onKeyDown}
      onFocus={firstStop.onFocus}
    >
      <header className={classes.head}>
        <div className={classes.titleRow}>
          <KindIcon question={question} size={18} />
          <h2 id={id} ref={heading} tabIndex={-1} className={classes.title}>
            {dialogName(question)}
          </h2>
          <CloseButton aria-label="Close" title="Close and keep what you entered" onClick={onLater} />
        </div>
        <p className={classes.lead}>{lead}</p>
        {question.state === 'suspended' ? (
          <Notice>
            Kept from before: the server is not working on this now. It restarts when you answer.
          </Notice>
        ) : null}
      </header>
      <Why question={question} />
      <Tabs
        value={tab}
        onChange={setTab}
        keepMounted
        keepMountedMode="display-none"
        variant="default"
        className={classes.tabs}
      >
        <Tabs.List>
          <Tabs.Tab value="question">Question</Tabs.Tab>
          <Tabs.Tab value="wire">Wire</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="question" className={classes.panel}>
          {children}
        </Tabs.Panel>
        <Tabs.Panel value="wire" className={classes.panel}>
          {tab === 'wire' ? <Wire id={question.id} answer={wireAnswer} /> : null}
        </Tabs.Panel>
      </Tabs>
      {more && moreOpen ? more(closeMore) : null}
      <footer className={classes.foot}>
        {problem ? (
          <p role="alert" className={classes.problem}>
            <IconAlertTriangle size={16} aria-hidden />
            {problem}
          </p>
        ) : null}
        {problem && advice ? <p className={classes.quiet}>{advice}</p> : null}
        <p className={classes.leaves}>
          {question.state === 'working' ? 'Working on it…' : footer}
          {together ? ` ${together}` : null}
        </p>
        <div className={classes.buttons}>
          <div className={classes.later}>
            <Button variant="subtle" color="gray" size="xs" onClick={onLater}>
              Answer later
            </Button>
            {more ? (
              <Button
                ref={moreButton}
                variant="subtle"
                color="gray"
                size="xs"
                aria-expanded={moreOpen}
                onClick={() => setMoreOpen(!moreOpen)}
              >
                More
              </Button>
            ) : null}
          </div>
          <div className={classes.decide}>{buttons}</div>
        </div>
      </footer>
    </section>
  );
};
