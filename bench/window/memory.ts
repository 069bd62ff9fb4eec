import { inTurns, median, rounded, spread } from '../lib/rounds.ts';
import type { Section } from '../lib/section.ts';
import { type App, emptyApp, ours, StartedApp } from './apps.ts';

const MB = 1024 * 1024;
const LOOK_EVERY_MS = 500;
const AT_MOST_MS = 10_000;

/** Resident memory of all processes together, after the start, once it has settled. */
export const memory: Section<'memory'> = async ({ say }) => {
  const turns = await inTurns(
    { ours: () => settled(ours(), 'nav'), other: () => settled(emptyApp(), 'main') },
    { rounds: 3, budgetMs: 60_000 },
  );
  const ratio = median(turns.ours) / median(turns.other);
  say(
    `memory: ours ${spread(turns.ours, 0)} MB, an empty app ${spread(turns.other, 0)} MB, ratio ${rounded(ratio, 2)}`,
  );
  return {
    ours_mb: rounded(median(turns.ours), 0),
    empty_mb: rounded(median(turns.other), 0),
    ratio: rounded(ratio, 3),
  };
};

async function settled(app: App, sign: string): Promise<number> {
  const started = await StartedApp.start(app);
  try {
    await started.page.waitForSelector(sign, { timeout: 60_000 });
    const end = performance.now() + AT_MOST_MS;
    let last = started.memory();
    for (let same = 0; same < 4 && performance.now() < end; ) {
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
      const now = started.memory();
      same = Math.abs(now - last) < last / 200 ? same + 1 : 0;
      last = now;
    }
    return last / MB;
  } finally {
    await started.stop();
  }
}
