import { app, Menu, type MenuItemConstructorOptions } from 'electron';

/**
 * The application menu: what the system expects, and zoom. Nothing here answers a question, so no key of the menu
 * can approve one.
 */
export function installMenu(options: { openInbox: () => void; developer: boolean }): void {
  const mac = process.platform === 'darwin';
  const view: MenuItemConstructorOptions[] = [
    { label: 'Inbox', accelerator: 'CmdOrCtrl+Shift+I', click: options.openInbox },
    { type: 'separator' },
    { role: 'resetZoom' },
    { role: 'zoomIn' },
    { role: 'zoomOut' },
    { type: 'separator' },
    { role: 'togglefullscreen' },
  ];
  if (options.developer) {
    view.push({ type: 'separator' }, { role: 'reload' }, { role: 'toggleDevTools', accelerator: 'F12' });
  }
  Menu.setApplicationMenu(
    Menu.buildFromTemplate([
      ...(mac ? [{ role: 'appMenu' } satisfies MenuItemConstructorOptions] : []),
      {
        label: '&File',
        submenu: [
          { role: 'close' },
          ...(mac
            ? []
            : [
                {
                  label: 'Quit',
                  accelerator: 'Ctrl+Q',
                  click: () => app.quit(),
                } satisfies MenuItemConstructorOptions,
              ]),
        ],
      },
      { role: 'editMenu' },
      { label: '&View', submenu: view },
      { role: 'windowMenu' },
    ]),
  );
}
