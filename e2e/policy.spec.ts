import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, type Page, test } from '@playwright/test';
import './lib/bridge.ts';
import { type LaunchedApp, launchApp } from './lib/launch.ts';

declare global {
  interface Window {
    /** Set by a probe that ran. */
    ran?: boolean;
  }
}

let launched: LaunchedApp;
let page: Page;
let outside: Server;
let address = '';
let visits: string[] = [];

test.beforeAll(async () => {
  outside = createServer((request, response) => {
    visits.push(`${request.method} ${request.url}`);
    response.setHeader('Access-Control-Allow-Origin', '*');
    response.end('ran = true');
  });
  await new Promise<void>((resolve) => outside.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(outside.address() as AddressInfo).port}`;
});
test.afterAll(() => new Promise<void>((resolve) => outside.close(() => resolve())));

test.beforeEach(async () => {
  visits = [];
  launched = await launchApp();
  page = launched.window;
  await expect(page.locator('#root')).not.toBeEmpty();
});
test.afterEach(() => launched.close());

test('a page under the real policy runs no code of its own and reaches no network', async () => {
  const header = await launched.app.evaluate(async ({ session }) => {
    const response = await session.defaultSession.fetch('app://gatehouse/');
    return response.headers.get('content-security-policy') ?? '';
  });
  expect(header).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self' 'nonce-[\w+/]{22}=='; /);
  expect(header).not.toContain('unsafe');

  const result = await page.evaluate(async (outer) => {
    const violations: string[] = [];
    document.addEventListener('securitypolicyviolation', (event) =>
      violations.push(event.effectiveDirective),
    );
    const blocked: Record<string, boolean> = {};
    const attempt = async (name: string, work: () => unknown): Promise<void> => {
      try {
        await work();
        blocked[name] = false;
      } catch {
        blocked[name] = true;
      }
    };
    const element = <K extends keyof HTMLElementTagNameMap>(
      tag: K,
      set: (made: HTMLElementTagNameMap[K]) => void,
    ) => {
      const made = document.createElement(tag);
      set(made);
      document.body.append(made);
      return made;
    };

    await attempt('inline script', () => {
      element('script', (script) => script.append('window.ran = true'));
      if (!window.ran) throw new Error('did not run');
    });
    await attempt('event handler', () => {
      const button = element('button', (made) => made.setAttribute('onclick', 'window.ran = true'));
      button.click();
      if (!window.ran) throw new Error('did not run');
    });
    // What a debugger evaluates may use eval until it yields for the first time.
    await new Promise((resolve) => setTimeout(resolve));
    // biome-ignore lint/security/noGlobalEval: that it is blocked is what is shown
    await attempt('eval', () => globalThis.eval('1'));
    await attempt('Function', () => new Function('return 1')());
    await attempt('timeout with text', () => setTimeout('window.ran = true' as unknown as () => void, 0));
    await attempt('html', () => {
      document.body.insertAdjacentHTML('beforeend', '<img src=x onerror="window.ran = true">');
    });
    await attempt('fetch', () => fetch(`${outer}/fetch`));
    await attempt('remote module', () => import(/* @vite-ignore */ `${outer}/module.js`));
    await attempt('blob worker', async () => {
      const worker = new Worker(URL.createObjectURL(new Blob(['postMessage(1)'])));
      await new Promise((resolve, reject) => {
        worker.onmessage = resolve;
        worker.onerror = reject;
      });
    });
    const load = (tag: 'img' | 'script' | 'link', name: string) =>
      attempt(
        name,
        () =>
          new Promise((resolve, reject) => {
            element(tag, (made) => {
              made.onload = resolve;
              made.onerror = reject;
              if (made instanceof HTMLLinkElement) {
                made.rel = 'stylesheet';
                made.href = `${outer}/${name}`;
              } else made.src = `${outer}/${name}`;
            });
          }),
      );
    await load('img', 'image');
    await load('script', 'script');
    await load('link', 'stylesheet');
    await attempt(
      'socket',
      () =>
        new Promise((resolve, reject) => {
          const socket = new WebSocket(outer.replace('http', 'ws'));
          socket.onopen = resolve;
          socket.onerror = reject;
        }),
    );
    navigator.sendBeacon(`${outer}/beacon`);
    element('iframe', (frame) => {
      frame.src = `${outer}/frame`;
    });
    element('iframe', (frame) => {
      frame.src = 'app://gatehouse/';
    });
    const form = element('form', (made) => {
      made.action = `${outer}/form`;
      made.method = 'post';
    });
    form.submit();
    element('style', (style) => {
      style.textContent = '#root { outline: 7px solid red }';
    });
    const outline = getComputedStyle(document.getElementById('root') as HTMLElement).outlineWidth;
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    return { blocked, violations: [...new Set(violations)].sort(), ran: window.ran ?? false, outline };
  }, address);

  expect(Object.entries(result.blocked).filter(([, blocked]) => !blocked)).toEqual([]);
  expect(Object.keys(result.blocked)).toHaveLength(13);
  expect(result.ran).toBe(false);
  expect(result.outline).not.toBe('7px');
  for (const directive of ['connect-src', 'img-src', 'script-src-elem', 'style-src-elem']) {
    expect(result.violations).toContain(directive);
  }
  // Both come to show the browser's own error page, which belongs to nobody.
  await expect
    .poll(() =>
      launched.app.evaluate(({ BrowserWindow }) =>
        BrowserWindow.getAllWindows()[0]?.webContents.mainFrame.frames.map((frame) => frame.origin),
      ),
    )
    .toEqual(['null', 'null']);
  expect(visits).toEqual([]);
});

test('no window opens, and nothing is handed to the system', async () => {
  await launched.app.evaluate(({ shell }) => {
    const opened: string[] = [];
    (globalThis as { opened?: string[] }).opened = opened;
    shell.openExternal = async (url) => void opened.push(url);
  });
  const results = await page.evaluate((outer) => {
    const link = document.createElement('a');
    link.target = '_blank';
    link.href = `${outer}/link`;
    document.body.append(link);
    link.click();
    return [
      'https://example.com/',
      `${outer}/open`,
      'app://gatehouse/',
      'file:///etc/passwd',
      'about:blank',
      'ms-settings:',
    ].map((url) => window.open(url) === null);
  }, address);
  expect(results).toEqual([true, true, true, true, true, true]);
  expect(
    await launched.app.evaluate(({ BrowserWindow }) => ({
      windows: BrowserWindow.getAllWindows().length,
      opened: (globalThis as { opened?: string[] }).opened,
    })),
  ).toEqual({ windows: 1, opened: [] });
  expect(visits).toEqual([]);
});

test('the window goes nowhere else, and can be reloaded', async () => {
  const before = page.url();
  for (const url of [
    `${address}/away`,
    'file:///etc/passwd',
    'data:text/html,x',
    'app://gatehouse/assets/',
    'app://other/',
  ]) {
    await page.evaluate((to) => {
      location.href = to;
    }, url);
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
    expect(page.url()).toBe(before);
  }
  expect(visits).toEqual([]);
  await page.reload();
  await expect(page.locator('#root')).not.toBeEmpty();
  expect(await page.evaluate(() => window.gatehouse.calls['app.snapshot']())).toMatchObject({ ok: true });
});

test('permissions and downloads are denied, but text may be copied', async () => {
  const seen = await page.evaluate(async () => {
    const state = async (name: string) =>
      (await navigator.permissions.query({ name: name as PermissionName })).state;
    const denied = (work: Promise<unknown>) =>
      work.then(
        () => 'granted',
        (error: Error) => error.name,
      );
    return {
      geolocation: await state('geolocation'),
      notifications: await state('notifications'),
      camera: await denied(navigator.mediaDevices.getUserMedia({ video: true })),
      read: await denied(navigator.clipboard.readText()),
      copy: await state('clipboard-write'),
    };
  });
  expect(seen).toMatchObject({ geolocation: 'denied', notifications: 'denied', copy: 'granted' });
  expect(seen.camera).not.toBe('granted');
  expect(seen.read).toBe('NotAllowedError');

  const downloads: string[] = [];
  page.on('download', (download) => downloads.push(download.url()));
  await launched.app.evaluate(({ session }) => {
    session.defaultSession.once('will-download', (event) => {
      (globalThis as { downloadPrevented?: boolean }).downloadPrevented = event.defaultPrevented;
    });
  });
  await page.evaluate(() => {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob(['x']));
    link.download = 'x.txt';
    link.click();
  });
  await expect
    .poll(() =>
      launched.app.evaluate(() => (globalThis as { downloadPrevented?: boolean }).downloadPrevented),
    )
    .toBe(true);
  expect(downloads).toEqual([]);
});
