/** Runs the Playwright tests on the real Electron. Arguments go to Playwright; `--no-build` tests out/ as it is. */
import { ensureBuilt } from './lib/build.ts';
import { main } from './lib/trouble.ts';
import { runWithWindow } from './lib/window-run.ts';

await main(async () => {
  const args = process.argv.slice(2);
  const rest = args.filter((arg) => arg !== '--no-build' && arg !== '--show');
  if (!args.includes('--no-build')) await ensureBuilt();
  return runWithWindow({
    args: ['node_modules/@playwright/test/cli.js', 'test', '--config', 'e2e/playwright.config.ts', ...rest],
    results: ['test-results/e2e', 'test-results/e2e.json'],
    showOnScreen: args.includes('--show'),
  });
});
