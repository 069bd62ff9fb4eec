import { type BrowserWindow, dialog } from 'electron';

// Dialogs are looked up on `dialog` at each call, so that a test can answer in the person's place.

let picking = false;

/** The OS folder dialog. Resolves with the chosen folder, or undefined when the person cancelled. */
export async function pickFolder(window: BrowserWindow | undefined): Promise<string | undefined> {
  if (picking) return undefined;
  picking = true;
  try {
    const options: Electron.OpenDialogOptions = {
      title: 'Add folder',
      buttonLabel: 'Add folder',
      properties: ['openDirectory', 'createDirectory'],
    };
    const { canceled, filePaths } = await (window
      ? dialog.showOpenDialog(window, options)
      : dialog.showOpenDialog(options));
    return canceled ? undefined : filePaths[0];
  } finally {
    picking = false;
  }
}

/** Asks whether to quit although questions would be lost. Keeping the app is the default. */
export async function askToQuit(window: BrowserWindow | undefined, sentence: string): Promise<boolean> {
  const options: Electron.MessageBoxOptions = {
    type: 'warning',
    title: 'Quit Gatehouse?',
    message: sentence,
    detail:
      'A lost question ends when its server does. Answer it first, or close the window to keep Gatehouse running.',
    buttons: ['Keep running', 'Quit'],
    defaultId: 0,
    cancelId: 0,
    noLink: true,
  };
  const { response } = await (window?.isVisible()
    ? dialog.showMessageBox(window, options)
    : dialog.showMessageBox(options));
  return response === 1;
}
