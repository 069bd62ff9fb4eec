import { spawn } from 'node:child_process';
import { expect, type Page, test } from '@playwright/test';
import { CALL_NAMES } from '../src/shared/contract-names.ts';
import './lib/bridge.ts';
import { type LaunchedApp, launchApp } from './lib/launch.ts';
import { familyOf, field, isAlive } from './lib/processes.ts';

let launched: LaunchedApp;
let page: Page;

test.beforeEach(async () => {
  launched = await launchApp();
  page = launched.window;
  await expect(page.locator('#root')).not.toBeEmpty();
});
test.afterEach(() => launched.close());

test('the sandbox is really on', async () => {
  const seen = await launched.app.evaluate(({ app, BrowserWindow }) => {
    const [window] = BrowserWindow.getAllWindows();
    const contents = window?.webContents as unknown as {
      getOSProcessId(): number;
      getLastWebPreferences(): Record<string, unknown>;
    };
    return {
      pid: contents.getOSProcessId(),
      preferences: contents.getLastWebPreferences(),
      switches: ['no-sandbox', 'disable-web-security'].filter((name) => app.commandLine.hasSwitch(name)),
    };
  });
  expect(seen.switches).toEqual([]);
  expect(seen.preferences).toMatchObject({
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    webSecurity: true,
    webviewTag: false,
  });
  if (process.platform === 'linux') {
    // 2: a filter holds the process's system calls; Chromium sets it only inside its sandbox.
    expect(field(seen.pid, 'Seccomp')).toBe('2');
  }
  expect(await page.evaluate(() => typeof (globalThis as { process?: unknown }).process)).toBe('undefined');
  expect(await page.evaluate(() => typeof (globalThis as { require?: unknown }).require)).toBe('undefined');
});

test('the preload exposes exactly the procedures of the contract, and no event object', async () => {
  expect(await page.evaluate(() => Object.keys(window.gatehouse))).toEqual(['calls', 'on']);
  expect(await page.evaluate(() => Object.keys(window.gatehouse.calls))).toEqual([...CALL_NAMES]);
  expect(await page.evaluate(() => window.gatehouse.calls['app.snapshot']())).toMatchObject({ ok: true });

  const received = page.evaluate(
    () =>
      new Promise<unknown[]>((resolve) => {
        window.gatehouse.on('app.navigate', (...args: unknown[]) => resolve(args));
      }),
  );
  await expect
    .poll(async () => {
      await launched.app.evaluate(({ BrowserWindow }) => {
        BrowserWindow.getAllWindows()[0]?.webContents.send('gatehouse:app.navigate', { screen: 'settings' });
      });
      return Promise.race([received, Promise.resolve('not yet')]);
    })
    .toEqual([{ screen: 'settings' }]);
});

test('another window with the same preload is refused loudly', async () => {
  const reply = await launched.app.evaluate(async ({ app, BrowserWindow }) => {
    const stranger = new BrowserWindow({
      show: false,
      webPreferences: { sandbox: true, preload: `${app.getAppPath()}/out/preload/index.cjs` },
    });
    await stranger.loadURL('app://gatehouse/');
    const said = await stranger.webContents.executeJavaScript("window.gatehouse.calls['app.snapshot']()");
    stranger.destroy();
    return said as unknown;
  });
  expect(reply).toMatchObject({ ok: false, error: { code: 'not-allowed' } });
});

test('a closed window hides, and a second start brings it back', async () => {
  const visible = () =>
    launched.app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows().map((window) => window.isVisible()),
    );
  await expect.poll(visible).toEqual([true]);
  await launched.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
  await expect.poll(visible).toEqual([false]);

  const second = spawn(launched.command.file, launched.command.args, { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  second.stderr.on('data', (data: Buffer) => {
    said += data.toString();
  });
  const code = await new Promise((resolve) => second.once('close', resolve));
  expect(code).toBe(0);
  expect(said).toContain('already running');
  await expect.poll(visible).toEqual([true]);
});

test('a page that crashes comes back, and the app lives on', async () => {
  const { app } = launched;
  const running = () =>
    app.evaluate(({ BrowserWindow }) => {
      const contents = BrowserWindow.getAllWindows()[0]?.webContents;
      return !contents || contents.isCrashed() || contents.isLoading() ? 0 : contents.getOSProcessId();
    });
  const before = await running();
  await app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer(),
  );
  await expect.poll(async () => ![0, before].includes(await running())).toBe(true);
  const reply = await app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript(
      "window.gatehouse.calls['app.snapshot']()",
    ),
  );
  expect(reply).toMatchObject({ ok: true });
});

test('quitting leaves no process behind', async () => {
  test.skip(process.platform !== 'linux', 'reads /proc');
  const { app } = launched;
  await page.evaluate(() => window.gatehouse.calls['demo.start']());
  const family = familyOf(app.process().pid ?? 0);
  // The app itself, its zygotes, the page, and the demo server.
  expect(family.length).toBeGreaterThan(4);
  const ended = new Promise((resolve) => app.process().once('exit', resolve));
  await app.evaluate(({ app: electron, dialog }) => {
    dialog.showMessageBox = async () => ({ response: 1, checkboxChecked: false });
    electron.quit();
  });
  expect(await ended).toBe(0);
  await expect.poll(() => family.filter(isAlive)).toEqual([]);
});

test('a signal quits without asking', async () => {
  const { app } = launched;
  const ended = new Promise((resolve) => app.process().once('exit', resolve));
  app.process().kill('SIGTERM');
  expect(await ended).toBe(0);
});
