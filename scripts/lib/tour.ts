import { ensureBuilt } from './build.ts';
import { runWithWindow } from './window-run.ts';

/** Runs the tour on a virtual display, or on the person's own with `--show`; other arguments go to the tour. */
export async function takeTour(args: readonly string[]): Promise<number> {
  await ensureBuilt();
  return runWithWindow({
    args: ['e2e/tour.ts', ...args.filter((arg) => arg !== '--show')],
    results: ['out/tour'],
    showOnScreen: args.includes('--show'),
  });
}
