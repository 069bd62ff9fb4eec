import { BrowserWindow, nativeTheme, screen, type WebContents } from 'electron';
import type { EventData } from '../../shared/contract.ts';
import { channelOf, type EventName } from '../../shared/contract-names.ts';
import type { AppSettings } from '../../shared/model/app.ts';
import { windowIcon } from './icon.ts';
import type { Log } from './log.ts';
import type { AppPage } from './page.ts';
import { RateCap } from './rate-cap.ts';
import { backgroundColor, MIN_SIZE, WEB_PREFERENCES } from './window-options.ts';
import { placeWindow, readWindowState, type WindowState, writeWindowState } from './window-state.ts';

/** A page that never says it is ready is shown all the same. */
const SHOW_ANYWAY_MS = 3000;

export interface WindowPorts {
  readonly page: AppPage;
  readonly preload: string;
  readonly stateFile: string;
  readonly devTools: boolean;
  /** True once the app is ending: only then does closing the window close it. */
  readonly ending: () => boolean;
  /** The system logs the person off (Windows). */
  readonly sessionEnds: () => void;
  readonly log: Log;
}

/** The one window. Closing hides it: the app, its servers and the questions stay. */
export class MainWindow {
  /** webContents that may speak to main. */
  readonly trusted = new Set<number>();
  #window: BrowserWindow | undefined;
  #state: WindowState;
  #visibleSince: number | undefined;
  #waiting: EventData<'app.navigate'> | undefined;
  #saved: () => void = () => {};
  #listening = false;
  readonly #ports: WindowPorts;
  readonly #reloads = new RateCap({ burst: 3, perSecond: 1 / 60, now: () => performance.now() });

  constructor(ports: WindowPorts) {
    this.#ports = ports;
    this.#state = readWindowState(ports.stateFile);
    nativeTheme.themeSource = this.#state.theme === 'auto' ? 'system' : this.#state.theme;
    nativeTheme.on('updated', () => this.#paintGround());
  }

  get browserWindow(): BrowserWindow | undefined {
    return this.#window;
  }

  /** Brings the window to the person, making it if need be. Only what the person did may call this. */
  show(): BrowserWindow {
    const window = this.#window;
    if (!window) return this.#create();
    if (window.isMinimized()) window.restore();
    window.show();
    window.focus();
    return window;
  }

  get focused(): boolean {
    return this.#window?.isFocused() ?? false;
  }

  /** Since when (by `performance.now`) a person can see the window; undefined while they cannot. */
  visibleSince(): number | undefined {
    const visible = this.#window?.isVisible() && !this.#window.isMinimized();
    this.#visibleSince = visible ? (this.#visibleSince ?? performance.now()) : undefined;
    return this.#visibleSince;
  }

  /** Sends an event to the page; false when there is none. */
  send<N extends EventName>(event: N, data: EventData<N>): boolean {
    const contents = this.#contents();
    if (!contents) return false;
    contents.send(channelOf(event), data);
    return true;
  }

  /** Shows a place in the window, as soon as the page listens. */
  navigate(to: EventData<'app.navigate'>): void {
    this.show();
    if (this.#listening) this.send('app.navigate', to);
    else this.#waiting = to;
  }

  /** The page has asked for its state, so it listens by now. */
  pageListens(): void {
    this.#listening = true;
    const to = this.#waiting;
    this.#waiting = undefined;
    if (to) this.send('app.navigate', to);
  }

  /** Has the page save what was typed last. Never settles when the page hangs. */
  save(): Promise<void> {
    return new Promise((resolve) => {
      this.#saved = resolve;
      if (!this.#listening || !this.send('app.save', null)) resolve();
    });
  }

  /** The page says that it has saved. */
  pageSaved(): void {
    this.#saved();
  }

  setTheme(theme: AppSettings['theme']): void {
    if (theme === this.#state.theme) return;
    this.#state = { ...this.#state, theme };
    nativeTheme.themeSource = theme === 'auto' ? 'system' : theme;
    writeWindowState(this.#ports.stateFile, this.#state);
  }

  #contents(): WebContents | undefined {
    const window = this.#window;
    if (!window || window.isDestroyed()) return undefined;
    const { webContents } = window;
    return webContents.isDestroyed() || webContents.isCrashed() ? undefined : webContents;
  }

  #paintGround(): void {
    this.#window?.setBackgroundColor(backgroundColor(nativeTheme.shouldUseDarkColors));
  }

  #create(): BrowserWindow {
    const { page, preload, devTools } = this.#ports;
    const place = placeWindow(
      this.#state.bounds,
      screen.getAllDisplays().map((display) => display.workArea),
    );
    const window = new BrowserWindow({
      ...place,
      minWidth: MIN_SIZE.width,
      minHeight: MIN_SIZE.height,
      show: false,
      title: 'Gatehouse',
      icon: windowIcon(),
      backgroundColor: backgroundColor(nativeTheme.shouldUseDarkColors),
      autoHideMenuBar: true,
      webPreferences: { ...WEB_PREFERENCES, preload, devTools },
    });
    this.#window = window;
    const { id } = window.webContents;
    this.trusted.add(id);
    if (this.#state.maximized) window.maximize();

    const fallback = setTimeout(() => window.show(), SHOW_ANYWAY_MS);
    window.once('ready-to-show', () => window.show());
    window.once('show', () => clearTimeout(fallback));
    window.on('show', () => this.visibleSince());
    window.on('restore', () => this.visibleSince());
    window.on('hide', () => this.visibleSince());
    window.on('minimize', () => this.visibleSince());
    window.on('close', (event) => this.#close(event, window));
    window.on('session-end', this.#ports.sessionEnds);
    window.on('closed', () => {
      clearTimeout(fallback);
      this.trusted.delete(id);
      this.#window = undefined;
      this.#visibleSince = undefined;
      this.#listening = false;
    });
    window.webContents.on('did-start-navigation', (details) => {
      if (details.isMainFrame && !details.isSameDocument) this.#listening = false;
    });
    window.webContents.on('render-process-gone', (_event, { reason }) => this.#pageGone(window, reason));
    window.loadURL(page.url).catch((error: unknown) => this.#ports.log('window', error));
    return window;
  }

  #close(event: { preventDefault(): void }, window: BrowserWindow): void {
    this.#remember(window);
    if (this.#ports.ending()) return;
    event.preventDefault();
    // A full-screen window that is hidden leaves a black space behind on macOS.
    if (window.isFullScreen()) {
      window.once('leave-full-screen', () => window.hide());
      window.setFullScreen(false);
    } else window.hide();
  }

  #remember(window: BrowserWindow): void {
    this.#state = { ...this.#state, bounds: window.getNormalBounds(), maximized: window.isMaximized() };
    writeWindowState(this.#ports.stateFile, this.#state);
  }

  #pageGone(window: BrowserWindow, reason: string): void {
    this.#listening = false;
    if (this.#ports.ending() || reason === 'clean-exit') return;
    this.#ports.log('window', `the page ended (${reason})`);
    // The truth is in main, so a new page loses nothing; a page that cannot live is not started for ever.
    if (this.#reloads.take()) window.webContents.reload();
    else window.destroy();
  }
}
