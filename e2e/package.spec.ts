import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { listPackage } from '@electron/asar';
import { expect, test } from '@playwright/test';
import { startElectron } from './lib/start-electron.ts';
import { STEADY_EVALUATE } from './lib/steady-evaluate.ts';

/** The packed app in its test flavour (scripts/package.ts); this file runs only when it is there. */
const executable = path.resolve(import.meta.dirname, '..', process.env.GATEHOUSE_PACKAGE ?? '');
const resources = process.platform === 'darwin' ? ['..', 'Resources'] : ['resources'];
const asar = path.join(path.dirname(executable), ...resources, 'app.asar');

test('the packed app opens with its navigation, from the archive and sandboxed', async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'gatehouse-package-'));
  const app = await startElectron({
    executablePath: executable,
    args: [`--user-data-dir=${dataDir}`, STEADY_EVALUATE],
    chromiumSandbox: true,
  });
  try {
    const window = await app.firstWindow();
    await expect(window.getByRole('navigation', { name: 'Main' })).toBeVisible();
    const facts = await app.evaluate(({ app: electron }) => ({
      packaged: electron.isPackaged,
      from: electron.getAppPath(),
      unsandboxed: electron.commandLine.hasSwitch('no-sandbox'),
    }));
    expect(facts).toEqual({ packaged: true, from: asar, unsandboxed: false });
  } finally {
    await app.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
});

/** Everything that may be shipped; each pattern must be met, and nothing else may be there. */
const SHIPPED = [
  /^LICENSE$/,
  /^package\.json$/,
  /^out\/main\/(index|headless|demo-server)\.js$/,
  /^out\/main\/chunks\/[\w-]+\.js$/,
  /^out\/preload\/index\.cjs$/,
  /^out\/renderer\/index\.html$/,
  /^out\/renderer\/assets\/[\w-]+\.(js|css)$/,
  /^node_modules\/node-gyp-build\/(LICENSE|package\.json|index\.js|node-gyp-build\.js)$/,
  /^node_modules\/@photostructure\/sqlite\/(LICENSE|package\.json|dist\/index\.[cm]js)$/,
  new RegExp(
    `^node_modules/@photostructure/sqlite/prebuilds/${process.platform}-${process.arch}/[^/]+\\.node$`,
  ),
];

test('the archive holds what is shipped and nothing else: no sources, maps or tests', () => {
  const all = listPackage(asar, { isPack: false }).map((name) => name.split(path.sep).join('/').slice(1));
  const files = all.filter((name) => !all.some((other) => other.startsWith(`${name}/`)));
  expect(files.filter((name) => !SHIPPED.some((pattern) => pattern.test(name)))).toEqual([]);
  expect(SHIPPED.filter((pattern) => !files.some((name) => pattern.test(name)))).toEqual([]);
});
