import type { WebPreferences } from 'electron';

/** The one place where a window's powers are written down; a test compares it with a table of its own. */
export const WEB_PREFERENCES = Object.freeze({
  sandbox: true,
  contextIsolation: true,
  nodeIntegration: false,
  nodeIntegrationInWorker: false,
  nodeIntegrationInSubFrames: false,
  webSecurity: true,
  allowRunningInsecureContent: false,
  experimentalFeatures: false,
  webviewTag: false,
  plugins: false,
  navigateOnDragDrop: false,
  safeDialogs: true,
  disableDialogs: true,
  spellcheck: false,
} as const satisfies WebPreferences);

/** In density-independent pixels. */
export const MIN_SIZE = Object.freeze({ width: 800, height: 560 });
export const DEFAULT_SIZE = Object.freeze({ width: 1180, height: 780 });

/** What is painted before the page is: the page's own ground (`--surface` in global.css), so that nothing flashes. */
export const backgroundColor = (dark: boolean): string => (dark ? '#191c1c' : '#ffffff');
