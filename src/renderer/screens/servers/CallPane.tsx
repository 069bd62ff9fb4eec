import { lazy, Suspense, useEffect, useRef } from 'react';
import type { CallView } from '../../../shared/model/call.ts';
import { CallStateText, isOpen } from '../../components/CallStateText.tsx';
import { Json } from '../../components/LongText.tsx';
import { isWaiting, useQuestions } from '../../lib/store.ts';
import { durationText, timeText } from '../../lib/words.ts';
import classes from './CallPane.module.css';
import { ResultView } from './ResultView.tsx';
import type { Runner } from './use-calls.ts';

// With the form renderer behind it, this is most of the window's code: it is fetched when a call is looked at.
const QuestionsOfCall = lazy(() =>
  import('../../components/question/QuestionsOfCall.tsx').then((m) => ({ default: m.QuestionsOfCall })),
);

const EARLIER_SHOWN = 10;

/** The question's form is fetched and measured a moment after the question came. */
const SETTLING_MS = 1500;

/**
 * When its first question begins to wait, the region comes into view, and again while the question grows. The focus
 * stays where it is, and whoever types, scrolls or clicks is not moved.
 */
const useComeIntoView = (callId: number) => {
  const region = useRef<HTMLElement>(null);
  const waiting =
    useQuestions((question) => isWaiting(question) && question.cause.callId === callId).length > 0;
  useEffect(() => {
    const element = region.current;
    const active = document.activeElement;
    const typing = active instanceof HTMLInputElement || active instanceof HTMLTextAreaElement;
    if (!waiting || !element || (typing && !element.contains(active))) return;
    const observer = new ResizeObserver(() => element.scrollIntoView({ block: 'nearest' }));
    const stop = () => {
      observer.disconnect();
      clearTimeout(timer);
      for (const name of ['wheel', 'keydown', 'pointerdown']) window.removeEventListener(name, stop);
    };
    for (const name of ['wheel', 'keydown', 'pointerdown'])
      window.addEventListener(name, stop, { passive: true });
    const timer = setTimeout(stop, SETTLING_MS);
    observer.observe(element);
    return stop;
  }, [waiting]);
  return region;
};

const Questions = ({ call }: { call: CallView }) => {
  const region = useComeIntoView(call.id);
  return (
    <section ref={region} aria-label="Questions" className={classes.region}>
      <h3 className={classes.heading}>Questions</h3>
      <Suspense fallback={null}>
        <QuestionsOfCall callId={call.id} />
      </Suspense>
    </section>
  );
};

const Result = ({ call }: { call: CallView }) => (
  <section aria-label="Result" className={classes.region}>
    <div className={classes.line}>
      <h3 className={classes.heading}>Result</h3>
      <span role="status" className={classes.line}>
        <CallStateText call={call} />
        <span className={classes.quiet}>
          call {call.id}
          {call.endedAt !== undefined && `, ${durationText(call.endedAt - call.startedAt)}`}
        </span>
      </span>
    </div>
    <ResultView call={call} />
  </section>
);

const Sent = ({ call }: { call: CallView }) =>
  call.args && Object.keys(call.args).length > 0 ? (
    <details className={classes.sent}>
      <summary>Arguments of call {call.id}</summary>
      <Json value={call.args} />
    </details>
  ) : null;

const Earlier = ({ runner }: { runner: Runner }) => {
  if (runner.calls.length < 2) return null;
  return (
    <section aria-label="Calls" className={classes.region}>
      <h3 className={classes.heading}>Calls</h3>
      <ul className={classes.earlier}>
        {runner.calls.slice(0, EARLIER_SHOWN).map((call) => (
          <li key={call.id}>
            <button
              type="button"
              aria-pressed={call.id === runner.shown?.id}
              onClick={() => runner.choose(call.id)}
              className={classes.pick}
            >
              Call {call.id}
            </button>
            <CallStateText call={call} />
            <span className={classes.quiet}>{timeText(call.startedAt)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
};

/** The shown call: its questions, its result, and the calls before it. */
export const CallPane = ({ runner }: { runner: Runner }) => {
  const { shown } = runner;
  if (!shown) return null;
  return (
    <>
      <Sent call={shown} />
      <Questions key={`questions ${shown.id}`} call={shown} />
      {!isOpen(shown) && <Result key={`result ${shown.id}`} call={shown} />}
      <Earlier runner={runner} />
    </>
  );
};
