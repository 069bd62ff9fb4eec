import { defineConfig } from '@playwright/test';

/**
 * Every test drives the real Electron (`GATEHOUSE_ELECTRON`, set by scripts/e2e.ts) with a user-data folder of its
 * own. One worker: the tests of one run share a screen, and which window is in front matters to some of them.
 */
export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  outputDir: '../test-results/e2e',
  workers: 1,
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  timeout: 60_000,
  globalTimeout: 20 * 60_000,
  expect: { timeout: 10_000 },
  reporter: [
    ['list'],
    ['json', { outputFile: process.env.GATEHOUSE_E2E_JSON ?? '../test-results/e2e.json' }],
  ],
  use: { trace: 'retain-on-failure', screenshot: 'only-on-failure' },
});
