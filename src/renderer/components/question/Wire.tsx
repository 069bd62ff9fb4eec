import { useEffect, useState } from 'react';
import type { QuestionAnswer, WireView } from '../../../shared/model/reverse-call.ts';
import { call, sentenceOf } from '../../lib/bridge.ts';
import { CopyButton } from '../CopyButton.tsx';
import { LongText } from '../LongText.tsx';
import { Notice } from '../Notice.tsx';
import { Untrusted } from '../Untrusted.tsx';
import classes from './Question.module.css';

type Loaded = { readonly wire: WireView } | { readonly problem: string };

/** What came, what had to be mended, and the exact answer as it would leave now. */
export const Wire = ({ id, answer }: { id: string; answer: QuestionAnswer | undefined }) => {
  const [loaded, setLoaded] = useState<Loaded>();
  const key = JSON.stringify(answer);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` is the answer by value
  useEffect(() => {
    let gone = false;
    call('questions.wire', answer === undefined ? { id } : { id, answer }).then(
      (wire) => !gone && setLoaded({ wire }),
      (error: unknown) => !gone && setLoaded({ problem: sentenceOf(error) }),
    );
    return () => {
      gone = true;
    };
  }, [id, key]);

  if (!loaded) return <p className={classes.quiet}>Loading…</p>;
  if ('problem' in loaded) return <Notice kind="problem">{loaded.problem}</Notice>;
  const { wire } = loaded;
  return (
    <div className={classes.wire}>
      <section aria-label="Received">
        <h3 className={classes.part}>Received</h3>
        <LongText text={wire.received} code />
      </section>
      <section aria-label="Repairs">
        <h3 className={classes.part}>Repairs</h3>
        {wire.repairs.length === 0 ? (
          <p className={classes.quiet}>None: it was well formed.</p>
        ) : (
          <ul className={classes.list}>
            {wire.repairs.map((repair) => (
              <li key={repair}>
                <Untrusted text={repair} />
              </li>
            ))}
          </ul>
        )}
      </section>
      <section aria-label="Answer as it would leave">
        <h3 className={classes.part}>Answer as it would leave</h3>
        {wire.answer === null ? (
          <p className={classes.quiet}>Nothing would be sent now.</p>
        ) : (
          <LongText text={wire.answer} code />
        )}
        {wire.answersFile === null ? null : (
          <CopyButton text={wire.answersFile} label="Copy as answers file" />
        )}
      </section>
    </div>
  );
};
