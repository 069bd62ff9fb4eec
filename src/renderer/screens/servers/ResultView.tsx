import { useMemo } from 'react';
import type { CallView } from '../../../shared/model/call.ts';
import { Json, LongText } from '../../components/LongText.tsx';
import { Notice } from '../../components/Notice.tsx';
import { Untrusted } from '../../components/Untrusted.tsx';
import { sizeText } from '../../lib/words.ts';
import classes from './ResultView.module.css';
import { type Part, resultParts } from './result-parts.ts';

const Body = ({ part }: { part: Part }) => {
  switch (part.type) {
    case 'text':
      return <LongText text={part.text} />;
    case 'image':
      return (
        <img
          src={part.src}
          alt={`From the server: ${part.mimeType}, ${sizeText(part.bytes)}`}
          className={classes.image}
        />
      );
    case 'binary':
      return (
        <p className={classes.quiet}>
          <Untrusted text={part.mimeType} />, {sizeText(part.bytes)}. Gatehouse does not open this kind.
        </p>
      );
    case 'json':
      return <Json value={part.value} />;
  }
};

/** What came back, or the sentence that says why nothing did. */
export const ResultView = ({ call }: { call: CallView }) => {
  const { method, result, error } = call;
  const parts = useMemo(() => resultParts({ method, result }), [method, result]);
  return (
    <div className={classes.parts}>
      {call.state === 'cancelled' && <Notice>You cancelled this call. Nothing more comes from it.</Notice>}
      {error && call.state !== 'cancelled' && (
        <Notice kind="problem">
          <Untrusted text={error.message} />
          {typeof error.code === 'number' && <span className={classes.quiet}> (error {error.code})</span>}
        </Notice>
      )}
      {parts.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a result never change
        <div key={index} className={classes.part}>
          {'label' in part && part.label && (
            <p className={classes.label}>
              <Untrusted text={part.label} />
            </p>
          )}
          <Body part={part} />
        </div>
      ))}
      {parts.length === 0 && !error && call.state === 'done' && (
        <p className={classes.quiet}>The server answered with nothing to show.</p>
      )}
    </div>
  );
};
