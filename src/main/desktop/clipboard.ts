import type { ClipboardPort } from '../host/sampling/connections/keychain.ts';

/** What is used of Electron's `clipboard` in main, whose methods give promises from Electron 44 on. */
export interface SystemClipboard {
  readText(): string | Promise<string>;
  clear(): void;
}

/** The clipboard of the system, as the way in for keys. */
export const createClipboard = (clipboard: SystemClipboard): ClipboardPort => ({
  read: () => clipboard.readText(),
  clear: () => clipboard.clear(),
});
