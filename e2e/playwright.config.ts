import { defineConfig } from '@playwright/test';

/** Set by scripts/package.ts: then the packed app is tested, else the built one. */
const packed = Boolean(process.env.GATEHOUSE_PACKAGE);
const name = packed ? 'package' : 'e2e';

/**
 * Every test drives the real Electron (`GATEHOUSE_ELECTRON`, set by scripts/e2e.ts) with a user-data folder of its
 * own. One worker: the tests of one run share a screen, and which window is in front matters to some of them.
 */
export default defineConfig({
  testDir: '.',
  testMatch: packed ? '**/package.spec.ts' : '**/*.spec.ts',
  testIgnore: packed ? [] : ['**/package.spec.ts'],
  outputDir: `../test-results/${name}`,
  workers: 1,
  // A window on a busy CI machine may lose a race that a person never sees; the test run says which needed it.
  retries: process.env.CI ? 1 : 0,
  forbidOnly: Boolean(process.env.CI),
  timeout: 60_000,
  globalTimeout: 20 * 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list'], ['json', { outputFile: `../test-results/${name}.json` }]],
  use: { trace: 'retain-on-failure', screenshot: 'only-on-failure' },
});
