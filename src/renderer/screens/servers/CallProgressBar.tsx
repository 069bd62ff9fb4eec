import type { CallView } from '../../../shared/model/call.ts';
import { CallStateText } from '../../components/CallStateText.tsx';
import { Notice } from '../../components/Notice.tsx';
import { plainLine, Untrusted } from '../../components/Untrusted.tsx';
import { ageText, useNow } from '../../lib/now.ts';
import classes from './CallProgressBar.module.css';

/** How far an open call is, in what the server said last; without a total, that it goes on. */
export const CallProgressBar = ({ call }: { call: CallView }) => {
  const now = useNow();
  const { progress } = call;
  const share =
    progress?.total !== undefined && progress.total > 0
      ? Math.min(1, Math.max(0, progress.progress / progress.total))
      : undefined;
  const percent = share === undefined ? undefined : Math.round(share * 100);
  return (
    <div className={classes.box}>
      <div
        role="progressbar"
        aria-label={`Progress of call ${call.id}`}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        aria-valuetext={progress?.message ? plainLine(progress.message) : undefined}
        className={classes.track}
      >
        <div
          className={
            percent !== undefined
              ? classes.bar
              : call.state === 'running'
                ? `${classes.bar} ${classes.open}`
                : classes.still
          }
          style={percent === undefined ? undefined : { width: `${percent}%` }}
        />
      </div>
      <div className={classes.line}>
        <CallStateText call={call} />
        <span>{ageText(now - call.startedAt)}</span>
        {call.round > 1 && <span>round {call.round}</span>}
        {percent !== undefined && <span>{percent} %</span>}
        {progress?.message && (
          <span className={classes.message} title={plainLine(progress.message)}>
            <Untrusted text={progress.message} />
          </span>
        )}
      </div>
      {call.hint && <Notice kind="problem">{call.hint}</Notice>}
    </div>
  );
};
