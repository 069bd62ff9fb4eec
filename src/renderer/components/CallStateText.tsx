import {
  IconAlertTriangle,
  IconBan,
  IconCircleCheck,
  IconLoader2,
  IconMessageQuestion,
  type TablerIcon,
} from '@tabler/icons-react';
import type { CallView } from '../../shared/model/call.ts';
import classes from './StateText.module.css';

const look = (call: CallView): { word: string; icon: TablerIcon; tone?: string } => {
  switch (call.state) {
    case 'running':
      return { word: 'Running', icon: IconLoader2, tone: classes.busy };
    case 'waiting':
      return { word: 'Waiting for you', icon: IconMessageQuestion, tone: classes.warning };
    case 'suspended':
      return { word: 'Kept, waiting for you', icon: IconMessageQuestion, tone: classes.warning };
    case 'failed':
      return { word: 'Failed', icon: IconAlertTriangle, tone: classes.danger };
    case 'cancelled':
      return { word: 'Cancelled', icon: IconBan };
    case 'done':
      return call.isError
        ? { word: 'The server reports an error', icon: IconAlertTriangle, tone: classes.danger }
        : { word: 'Done', icon: IconCircleCheck, tone: classes.good };
  }
};

/** A call's state by icon and word. */
export const CallStateText = ({ call }: { call: CallView }) => {
  const { word, icon: Icon, tone } = look(call);
  return (
    <span className={`${classes.state} ${tone ?? ''}`}>
      <Icon size={16} aria-hidden />
      {word}
    </span>
  );
};

/** It has not ended yet. */
export const isOpen = (call: CallView): boolean =>
  call.state === 'running' || call.state === 'waiting' || call.state === 'suspended';
