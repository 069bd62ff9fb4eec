import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { ElectronApplication, Page } from '@playwright/test';

/** Makes the window's inside exactly this large. */
export async function sizeWindow(app: ElectronApplication, width: number, height: number): Promise<void> {
  await app.evaluate(
    ({ BrowserWindow }, size) => BrowserWindow.getAllWindows()[0]?.setContentSize(size.width, size.height),
    { width, height },
  );
  const window = await app.firstWindow();
  await window.waitForFunction((size) => innerWidth === size.width && innerHeight === size.height, {
    width,
    height,
  });
}

/** The look of the system, which the app follows by default. Playwright stands in for the system here. */
export async function showAs(window: Page, look: 'light' | 'dark'): Promise<void> {
  await window.emulateMedia({ colorScheme: look });
}

/** Saves what the window shows, without the caret that blinks. */
export async function takePicture(window: Page, file: string): Promise<void> {
  mkdirSync(path.dirname(file), { recursive: true });
  await window.screenshot({ path: file, animations: 'disabled', caret: 'hide' });
}
