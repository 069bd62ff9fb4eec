import { Menu, Tray } from 'electron';
import { trayIcon } from './icon.ts';
import type { Log } from './log.ts';

/** The tray icon, as far as the app steers it. */
export interface AppTray {
  /** Says how many questions wait. */
  count(waiting: number): void;
  destroy(): void;
}

/** The icon that stays when the window is closed. On a desktop without a tray the app is reached by starting it again. */
export function createTray(actions: { open: () => void; quit: () => void; log: Log }): AppTray {
  let tray: Tray | undefined;
  try {
    tray = new Tray(trayIcon());
    tray.on('click', actions.open);
  } catch (error) {
    actions.log('tray', error);
  }
  let last = -1;
  const count = (waiting: number): void => {
    if (!tray || waiting === last) return;
    last = waiting;
    tray.setToolTip(waiting === 0 ? 'Gatehouse' : `Gatehouse: ${waiting} waiting`);
    tray.setContextMenu(
      Menu.buildFromTemplate([
        {
          label: waiting === 0 ? 'Open Gatehouse' : `Open Gatehouse (${waiting} waiting)`,
          click: actions.open,
        },
        { type: 'separator' },
        { label: 'Quit', click: actions.quit },
      ]),
    );
  };
  count(0);
  return { count, destroy: () => tray?.destroy() };
}
