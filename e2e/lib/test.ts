import { test as base, expect, type Page } from '@playwright/test';
import { type LaunchedApp, launchApp } from './launch.ts';

interface Fixtures {
  /** The app, started for this test with a data folder of its own, and quit after it. */
  gatehouse: LaunchedApp;
  window: Page;
}

/** A test with the real app. What the window complains about (errors, refused scripts or styles) fails the test. */
export const test = base.extend<Fixtures>({
  gatehouse: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from it that nothing is needed
    async ({}, use) => {
      const launched = await launchApp();
      const complaints = listen(launched.window);
      try {
        await use(launched);
      } finally {
        await launched.close();
      }
      expect(complaints, 'complaints of the window').toEqual([]);
    },
    // A slow start takes nothing from the test's own time.
    { timeout: 90_000 },
  ],
  window: ({ gatehouse }, use) => use(gatehouse.window),
});

export { expect };

function listen(window: Page): string[] {
  const complaints: string[] = [];
  window.on('pageerror', (error) => complaints.push(String(error)));
  window.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  return complaints;
}
