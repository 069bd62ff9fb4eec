import { inTurns, median, pairedRatios, rounded, spread } from '../lib/rounds.ts';
import type { Section } from '../lib/section.ts';
import { type App, emptyApp, ours, StartedApp } from './apps.ts';

/** From the start of the process to the picture with the most in it: for ours the first screen, for the empty app its one line. */
export const startup: Section<'startup'> = async ({ say }) => {
  await paintedAfter(ours(), 'main h1');
  await paintedAfter(emptyApp(), 'main');
  const turns = await inTurns(
    { ours: () => paintedAfter(ours(), 'main h1'), other: () => paintedAfter(emptyApp(), 'main') },
    { rounds: 9, budgetMs: 90_000 },
  );
  const ratio = median(turns.ours) / median(turns.other);
  say(
    `startup: ours ${spread(turns.ours, 0)} ms, an empty app ${spread(turns.other, 0)} ms, ratio ${rounded(ratio, 2)}, round by round ${spread(pairedRatios(turns), 2)}`,
  );
  return {
    ours_ms: rounded(median(turns.ours), 0),
    empty_ms: rounded(median(turns.other), 0),
    ratio: rounded(ratio, 3),
  };
};

async function paintedAfter(app: App, sign: string): Promise<number> {
  const started = await StartedApp.start(app);
  try {
    await started.page.waitForSelector(sign, { timeout: 60_000 });
    const painted = await started.page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          new PerformanceObserver((list) => {
            const last = list.getEntries().at(-1);
            if (last) resolve(performance.timeOrigin + last.startTime);
          }).observe({ type: 'largest-contentful-paint', buffered: true });
        }),
    );
    return painted - started.startedAt;
  } finally {
    await started.stop();
  }
}
