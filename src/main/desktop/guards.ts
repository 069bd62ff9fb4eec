import { app, type Session, type WebContents } from 'electron';
import { type Log, originOf } from './log.ts';
import { type AppPage, isAppPage } from './page.ts';
import { isAllowedPermission } from './permissions.ts';

/** Fences every page and every session there is or will be. Call once, before `ready`. */
export function installGuards(page: AppPage, log: Log): void {
  app.on('web-contents-created', (_event, contents) => guardContents(contents, page, log));
  app.on('session-created', (session) => guardSession(session, page));
  app.on('select-client-certificate', (event, _contents, _url, _list, callback) => {
    event.preventDefault();
    callback();
  });
}

function guardContents(contents: WebContents, page: AppPage, log: Log): void {
  const deny = (what: string) => (event: { url: string; preventDefault(): void }) => {
    if (isAppPage(event.url, page)) return;
    event.preventDefault();
    log('guard', `${what} to ${originOf(event.url)} was denied`);
  };
  contents.on('will-navigate', deny('navigation'));
  contents.on('will-redirect', deny('redirect'));
  contents.on('will-frame-navigate', (event) => {
    // The page has no frames of its own, so a frame may not even show the page.
    if (event.isMainFrame && isAppPage(event.url, page)) return;
    event.preventDefault();
    if (!event.isMainFrame) log('guard', `a frame for ${originOf(event.url)} was denied`);
  });
  contents.on('will-attach-webview', (event) => event.preventDefault());
  // Always denies and does nothing else: links leave through one checked procedure.
  contents.setWindowOpenHandler(({ url }) => {
    log('guard', `a window for ${originOf(url)} was denied`);
    return { action: 'deny' };
  });
  // A strict CSP does not hold WebRTC back.
  contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp');
  contents.on('select-bluetooth-device', (event, _devices, callback) => {
    event.preventDefault();
    callback('');
  });
}

function guardSession(session: Session, page: AppPage): void {
  session.setPermissionRequestHandler((contents, permission, callback) => {
    callback(isAppPage(contents?.getURL() ?? '', page) && isAllowedPermission(permission));
  });
  session.setPermissionCheckHandler((_contents, permission, origin) => {
    return origin.replace(/\/$/, '') === page.origin && isAllowedPermission(permission);
  });
  session.setDevicePermissionHandler(() => false);
  session.setDisplayMediaRequestHandler((_request, callback) => callback(null));
  session.setBluetoothPairingHandler((_details, callback) => callback({ confirmed: false }));
  session.on('select-hid-device', (event, _details, callback) => {
    event.preventDefault();
    callback();
  });
  session.on('select-usb-device', (event, _details, callback) => {
    event.preventDefault();
    callback();
  });
  session.on('select-serial-port', (event, _ports, _contents, callback) => {
    event.preventDefault();
    callback('');
  });
  session.on('will-download', (event) => event.preventDefault());
  session.setSpellCheckerEnabled(false);
  // The window never talks to a network, whatever a page under it tries; only the development server is let through.
  session.webRequest.onBeforeRequest(
    { urls: ['http://*/*', 'https://*/*', 'ws://*/*', 'wss://*/*', 'ftp://*/*', 'file:///*'] },
    ({ url }, callback) => callback({ cancel: !isOfPage(url, page) }),
  );
}

function isOfPage(raw: string, page: AppPage): boolean {
  try {
    return new URL(raw.replace(/^ws:/, 'http:')).origin === page.origin;
  } catch {
    return false;
  }
}
