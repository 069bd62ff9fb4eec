import {
  IconAlertTriangle,
  IconCircle,
  IconCircleCheck,
  IconLoader2,
  IconLock,
  IconShieldQuestion,
  type TablerIcon,
} from '@tabler/icons-react';
import type { ServerStatus } from '../../shared/model/server.ts';
import classes from './StateText.module.css';

const STATUS: Record<ServerStatus, { word: string; icon: TablerIcon; tone?: string }> = {
  stopped: { word: 'Stopped', icon: IconCircle },
  connecting: { word: 'Connecting', icon: IconLoader2, tone: classes.busy },
  connected: { word: 'Connected', icon: IconCircleCheck, tone: classes.good },
  failed: { word: 'Failed', icon: IconAlertTriangle, tone: classes.danger },
  'needs-sign-in': { word: 'Needs sign-in', icon: IconLock, tone: classes.warning },
  'not-trusted': { word: 'Not trusted', icon: IconShieldQuestion, tone: classes.warning },
};

/** A server's status by icon and word. */
export const ServerStatusText = ({ status }: { status: ServerStatus }) => {
  const { word, icon: Icon, tone } = STATUS[status];
  return (
    <span className={`${classes.state} ${tone ?? ''}`}>
      <Icon size={16} aria-hidden />
      {word}
    </span>
  );
};
