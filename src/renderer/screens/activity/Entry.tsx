import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import type { JournalEntry, JournalType } from '../../../shared/model/journal.ts';
import { Json } from '../../components/LongText.tsx';
import { Untrusted } from '../../components/Untrusted.tsx';
import { timeText } from '../../lib/words.ts';
import classes from './Activity.module.css';
import { entryWords } from './entry-words.ts';

export const TYPE_NAMES: Record<JournalType, string> = {
  'call-started': 'Call started',
  'call-ended': 'Call ended',
  reverse: 'Server asked',
  decision: 'Decision',
  answer: 'Answer sent',
  disclosure: 'Disclosed',
  session: 'Connection',
  trust: 'Trust',
};

const LONGEST_LINE = 400;

/** One line of the journal; opens to everything it holds. */
export const Entry = ({
  entry,
  open,
  onToggle,
}: {
  entry: JournalEntry;
  open: boolean;
  onToggle: () => void;
}) => {
  const Icon = open ? IconChevronDown : IconChevronRight;
  const { seq, at, type, serverId, callId, reverseId, text, detail } = entry;
  const words = entryWords(entry);
  return (
    <>
      <button type="button" aria-expanded={open} onClick={onToggle} className={classes.entry}>
        <Icon size={14} aria-hidden />
        <time className={classes.quiet}>{timeText(at)}</time>
        <span className={classes.type}>{TYPE_NAMES[type]}</span>
        <span className={classes.server} title={serverId}>
          {serverId}
        </span>
        <span className={classes.text}>
          <Untrusted text={words.slice(0, LONGEST_LINE)} />
        </span>
      </button>
      {open && (
        <div className={classes.detail}>
          <p className={classes.quiet}>
            entry {seq}, {new Date(at).toISOString()}
            {callId !== undefined && `, call ${callId}`}
            {reverseId !== undefined && `, question ${reverseId}`}
          </p>
          {(words !== text || text.length > LONGEST_LINE) && <Untrusted text={text} block />}
          {detail === undefined ? <p className={classes.quiet}>No more is kept.</p> : <Json value={detail} />}
        </div>
      )}
    </>
  );
};
