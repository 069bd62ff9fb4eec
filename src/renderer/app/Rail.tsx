import {
  IconFolders,
  IconInbox,
  IconListDetails,
  IconServer2,
  IconSettings,
  type TablerIcon,
} from '@tabler/icons-react';
import { hashOf, type Route, SCREENS, type Screen } from '../lib/route.ts';
import { useWaitingCount } from '../lib/store.ts';
import classes from './Rail.module.css';

export const SCREEN_NAMES: Record<Screen, string> = {
  inbox: 'Inbox',
  servers: 'Servers',
  workspaces: 'Workspaces',
  activity: 'Activity',
  settings: 'Settings',
};

const ICONS: Record<Screen, TablerIcon> = {
  inbox: IconInbox,
  servers: IconServer2,
  workspaces: IconFolders,
  activity: IconListDetails,
  settings: IconSettings,
};

/** The five screens. In a narrow window the words give way to the icons; names stay the same. */
export const Rail = ({ route }: { route: Route }) => {
  const waiting = useWaitingCount();
  return (
    <nav aria-label="Main" className={classes.rail}>
      {SCREENS.map((screen, index) => {
        const Icon = ICONS[screen];
        const name = SCREEN_NAMES[screen];
        const count = screen === 'inbox' ? waiting : 0;
        return (
          <a
            key={screen}
            href={hashOf({ screen })}
            aria-label={count > 0 ? `${name}, ${count} waiting` : name}
            aria-current={route.screen === screen ? 'page' : undefined}
            title={`${name} (Ctrl+${index + 1})`}
            className={classes.link}
          >
            <Icon size={18} aria-hidden className={classes.icon} />
            <span className={classes.word}>{name}</span>
            {/* Drawn by the style: text beside the link's name would have to be part of the name as it stands. */}
            {count > 0 && (
              <span className={classes.count} data-count={count > 99 ? '99+' : count} aria-hidden />
            )}
          </a>
        );
      })}
    </nav>
  );
};
