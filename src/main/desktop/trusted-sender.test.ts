import { describe, expect, test } from 'vitest';
import { APP_PAGE, isAppPage, pageOf } from './page.ts';
import { isTrustedSender, type Sender } from './trusted-sender.ts';

const DEV = 'http://localhost:5173/';
const windows = new Set([7]);

function sender(change: {
  origin?: string;
  parent?: unknown;
  frame?: null;
  id?: number;
  destroyed?: boolean;
}): Sender {
  return {
    senderFrame:
      change.frame === null
        ? null
        : { parent: change.parent ?? null, origin: change.origin ?? APP_PAGE.origin },
    sender: { id: change.id ?? 7, isDestroyed: () => change.destroyed ?? false },
  };
}

describe('isTrustedSender', () => {
  test('the main frame of our window with our page may speak', () => {
    expect(isTrustedSender(sender({}), APP_PAGE, windows)).toBe(true);
  });

  test.each([
    ['foreign origin', sender({ origin: 'https://example.com' })],
    ['other host of our scheme', sender({ origin: 'app://gatehouse.example' })],
    ['our host under another scheme', sender({ origin: 'https://gatehouse' })],
    ['origin in capitals', sender({ origin: 'APP://gatehouse' })],
    ['opaque origin', sender({ origin: 'null' })],
    ['empty origin', sender({ origin: '' })],
    ['file page', sender({ origin: 'file://' })],
    ['subframe of our own page', sender({ parent: {} })],
    ['null frame', sender({ frame: null })],
    ['another webContents', sender({ id: 8 })],
    ['destroyed webContents', sender({ destroyed: true })],
    ['development page in production', sender({ origin: 'http://localhost:5173' })],
  ])('%s is refused', (_what, event) => {
    expect(isTrustedSender(event, APP_PAGE, windows)).toBe(false);
  });

  test('a frame that is destroyed while it is looked at is refused', () => {
    const event: Sender = {
      senderFrame: {
        get parent(): unknown {
          throw new Error('Render frame was disposed before WebFrameMain could be accessed');
        },
        origin: APP_PAGE.origin,
      },
      sender: { id: 7, isDestroyed: () => false },
    };
    expect(isTrustedSender(event, APP_PAGE, windows)).toBe(false);
  });

  test('after a window is gone its id means nothing', () => {
    expect(isTrustedSender(sender({}), APP_PAGE, new Set())).toBe(false);
  });
});

describe('pageOf', () => {
  test('a packaged app knows only its own page', () => {
    expect(pageOf({ packaged: true, devUrl: DEV })).toEqual(APP_PAGE);
  });

  test('the development server is used only where it was named', () => {
    expect(pageOf({ packaged: false, devUrl: DEV })).toEqual({ origin: 'http://localhost:5173', url: DEV });
    expect(pageOf({ packaged: false, devUrl: undefined })).toEqual(APP_PAGE);
  });

  test.each([
    'https://example.com/',
    'http://localhost.example.com/',
    'http://u:p@localhost:5173/',
    'file:///tmp/index.html',
    'javascript:alert(1)',
    'not a url',
  ])('%s is no development server', (devUrl) => {
    expect(pageOf({ packaged: false, devUrl })).toEqual(APP_PAGE);
  });
});

describe('isAppPage', () => {
  test.each(['app://gatehouse/', 'app://gatehouse/#/inbox', 'app://gatehouse/index.html'])('%s', (url) => {
    expect(isAppPage(url, APP_PAGE)).toBe(true);
  });

  test.each([
    'app://gatehouse',
    'app://gatehouse/?x=1',
    'app://gatehouse/assets/index.js',
    'app://gatehouse@evil/',
    'app://gatehouse.evil/',
    'app://other/',
    'https://gatehouse/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'data:text/html,x',
    'blob:app://gatehouse/1',
    'about:blank',
    '',
  ])('%s is not ours', (url) => {
    expect(isAppPage(url, APP_PAGE)).toBe(false);
  });
});
