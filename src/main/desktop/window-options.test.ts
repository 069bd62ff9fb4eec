import { expect, test } from 'vitest';
import { WEB_PREFERENCES } from './window-options.ts';

test('the window has exactly these powers', () => {
  expect(WEB_PREFERENCES).toStrictEqual({
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
  });
  expect(Object.isFrozen(WEB_PREFERENCES)).toBe(true);
});
