import { _electron, type ElectronApplication } from '@playwright/test';

/**
 * Without this about one `app.evaluate` in a thousand, mostly soon after the start, fails with "Resulting promise was
 * garbage collected": V8's inspector holds the promise that Playwright waits for weakly, and a collection of young
 * objects takes it. A young generation that does not fill up during a test is never collected.
 */
const STEADY_EVALUATE = '--js-flags=--min-semi-space-size=256 --max-semi-space-size=256';

const ATTACH_MS = 25_000;

/**
 * Starts an Electron with its sandbox. On a machine under heavy load Playwright sometimes never finishes attaching
 * to a window that is just being opened; that start is ended and made once more. What the app does itself is not
 * repeated: a process that ends, or a window that does not come, still fails the test.
 */
export async function launchElectron(options: {
  executablePath: string;
  args: string[];
  env?: Record<string, string>;
}): Promise<ElectronApplication> {
  const launch = () =>
    _electron.launch({
      ...options,
      args: [...options.args, STEADY_EVALUATE],
      chromiumSandbox: true,
      timeout: ATTACH_MS,
    });
  try {
    return await launch();
  } catch (error) {
    if ((error as Error).name !== 'TimeoutError') throw error;
    return launch();
  }
}
