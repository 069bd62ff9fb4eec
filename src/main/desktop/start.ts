import { app, clipboard, Menu, powerMonitor, safeStorage, session, shell } from 'electron';
import type { Handlers } from '../../shared/contract.ts';
import type { QuestionView } from '../../shared/model/reverse-call.ts';
import type { Host } from '../host/host.ts';
import { registerAppScheme, serveApp } from './app-protocol.ts';
import { armAnswers } from './armed.ts';
import { createClipboard } from './clipboard.ts';
import { DemoServer } from './demo.ts';
import { askToQuit, pickFolder } from './dialogs.ts';
import { keepKeysOut } from './environment.ts';
import { installGuards } from './guards.ts';
import { registerIpc } from './ipc.ts';
import { createKeychain } from './keychain.ts';
import { createLinkOpener } from './links.ts';
import type { Log } from './log.ts';
import { installMenu } from './menu.ts';
import { Notifications } from './notifications.ts';
import { pageOf } from './page.ts';
import { builtFile, dataFile, rendererFolder } from './paths.ts';
import { Push } from './push.ts';
import { QuitFlow } from './quit-flow.ts';
import { createRouter } from './router.ts';
import { type AppTray, createTray } from './tray.ts';
import { MainWindow } from './window.ts';

/** A page that takes longer to save what was typed last does not hold up the end. */
const SAVE_TIMEOUT_MS = 300;
/** Servers that do not end in this time are left to the system. */
const STOP_TIMEOUT_MS = 10_000;
/** The host starts once the page has its files, so that it does not delay the first paint; at the latest after this. */
const HOST_AT_LATEST_MS = 1500;

/** A window that does not close is taken away after this. */
const END_TIMEOUT_MS = 3000;

const now = () => performance.now();

/** Puts the desktop app together. Call once, before `ready`. */
export function startApp(log: Log): void {
  const env = keepKeysOut(process.env);
  const page = pageOf({ packaged: app.isPackaged, devUrl: process.env.ELECTRON_RENDERER_URL });
  installGuards(page, log);
  registerAppScheme();
  Menu.setApplicationMenu(null);
  app.setAppUserModelId('app.gatehouse.desktop');
  app
    .whenReady()
    .then(() => run(page, env, log))
    .catch((error: unknown) => {
      log('start', error);
      app.exit(1);
    });
}

function run(page: ReturnType<typeof pageOf>, env: ReturnType<typeof keepKeysOut>, log: Log): void {
  serveApp(session.defaultSession, rendererFolder());

  let begun = false;
  let begin = (): void => {};
  const mayBegin = new Promise<void>((resolve) => {
    begin = () => {
      begun = true;
      resolve();
    };
  });
  let host: Host | undefined;
  let push: Push | undefined;
  let tray: AppTray | undefined;
  const demo = new DemoServer({
    script: builtFile('main', 'demo-server.js'),
    home: dataFile('demo'),
    log,
  });

  const quit = new QuitFlow({
    summary: () => host?.quitSummary() ?? { kept: 0, lost: 0 },
    ask: (sentence) => askToQuit(window.browserWindow, sentence),
    save: () => within(SAVE_TIMEOUT_MS, window.save()),
    async stop() {
      push?.close();
      const close = async () => {
        // A host that is just starting is waited for: it may own processes by then.
        if (begun) await (await hostStarts.catch(() => undefined))?.close();
      };
      await within(STOP_TIMEOUT_MS, close()).catch((error: unknown) => log('quit', error));
      await demo.stop();
      tray?.destroy();
    },
    end() {
      app.quit();
      setTimeout(() => app.exit(0), END_TIMEOUT_MS);
    },
  });
  const quitNow = () => {
    quit.withoutAsking();
    app.quit();
  };
  const window = new MainWindow({
    page,
    preload: builtFile('preload', 'index.cjs'),
    stateFile: dataFile('window.json'),
    devTools: !app.isPackaged,
    ending: () => quit.ending,
    sessionEnds: quitNow,
    log,
  });

  const hostStarts = mayBegin.then(startHost);
  hostStarts.catch((error: unknown) => log('start', error));
  const handlers = hostStarts.then(desktopHandlers);
  handlers.catch(() => {});
  const schemas = mayBegin.then(() => import('../../shared/contract.ts'));
  schemas.catch(() => {});
  registerIpc({
    route: createRouter({
      contract: async () => (await schemas).contract,
      handlers: () => handlers,
      checkOutput: !app.isPackaged,
      log,
      now,
    }),
    page,
    trusted: window.trusted,
    log,
  });

  function desktopHandlers(started: Host): Handlers {
    push = new Push({ replica: started.replica, send: (patch) => window.send('state.patch', patch), now });
    const stream = push;
    return {
      ...started.handlers,
      ...armAnswers(started.handlers, { now, visibleSince: () => window.visibleSince() }),
      'app.snapshot': () => {
        window.pageListens();
        return stream.snapshot();
      },
      'app.saved': () => window.pageSaved(),
      'workspaces.addFolder': async ({ workspaceId }) => {
        const folder = await pickFolder(window.browserWindow);
        if (folder === undefined) return { added: false };
        started.workspaces.addFolder(workspaceId, folder);
        return { added: true };
      },
    };
  }

  async function startHost(): Promise<Host> {
    const { createHost } = await import('../host/host.ts');
    const started = await createHost({
      dataDir: app.getPath('userData'),
      version: app.getVersion(),
      openExternal: createLinkOpener({ open: (href) => shell.openExternal(href), now }),
      demoServer: () => demo.url(),
      keychain: createKeychain(safeStorage),
      clipboard: createClipboard(clipboard),
      env,
      askLoginShell: process.env.TERM === undefined,
    });
    host = started;
    const notifications = new Notifications({
      focused: () => window.focused,
      waiting: () => waitingIn(started),
      clicked: ([question]) => window.navigate({ screen: 'inbox', ...(question ? { id: question.id } : {}) }),
    });
    started.onQuestion((question) => notifications.question(question));
    const follow = () => {
      const waiting = waitingIn(started);
      notifications.count(waiting);
      tray?.count(waiting.length);
      const [view] = started.replica.all('app');
      if (view) window.setTheme(view.settings.theme);
    };
    started.replica.onPatch((patch) => {
      if (patch.ops.some((op) => op.collection === 'questions' || op.collection === 'app')) follow();
    });
    follow();
    return started;
  }

  const open = () => {
    if (!quit.ending) window.show();
  };
  app.on('second-instance', open);
  app.on('activate', open);
  // The app lives on without a window, in the tray.
  app.on('window-all-closed', () => {});
  app.on('before-quit', (event) => {
    if (!quit.request()) event.preventDefault();
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, quitNow);
  powerMonitor.on('shutdown', quitNow);
  powerMonitor.on('resume', () => host?.sessions.woke());

  window.show().webContents.once('dom-ready', begin);
  setTimeout(begin, HOST_AT_LATEST_MS);
  // Whether the host stands or not; before that they would delay the first screen.
  const settled = hostStarts.catch(() => {});
  void settled.then(() => {
    installMenu({ openInbox: () => window.navigate({ screen: 'inbox' }), developer: !app.isPackaged });
    tray = createTray({ open, quit: () => app.quit(), log });
    // What the host told before there was a tray.
    if (host) tray.count(waitingIn(host).length);
  });
}

/** Questions of servers that are gone wait too: they go on when they are answered. */
const waitingIn = (host: Host): QuestionView[] =>
  host.replica.all('questions').filter(({ state }) => state === 'waiting' || state === 'suspended');

async function within(ms: number, work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`not done after ${ms} ms`)), ms);
  });
  await Promise.race([work, late]).finally(() => clearTimeout(timer));
}
