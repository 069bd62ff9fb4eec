import { expect } from '@playwright/test';
import { goTo, inboxLink, navigation, openTool, run } from '../../e2e/lib/person.ts';
import { median, rounded, spread } from '../lib/rounds.ts';
import type { Section } from '../lib/section.ts';
import { withServer } from './asking.ts';

const PENDING = 1000;
const ROUNDS = 9;
/** More lines than this in the page, and the list is not virtual. */
const MAX_LINES = 200;

/** From the click on `Inbox` to its list on the screen, while 1,000 questions wait. */
export const inbox: Section<'inbox'> = async ({ say }) =>
  withServer({ maxPerMinute: 10_000, maxOpenPerServer: PENDING }, async (window) => {
    await openTool(window, 'flood');
    await run(window);
    await expect(inboxLink(window, PENDING)).toBeVisible({ timeout: 60_000 });
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      await goTo(window, 'Activity');
      await expect(window.getByRole('heading', { name: 'Activity', exact: true })).toBeVisible();
      const opened = window.evaluate(listOpens);
      await navigation(window)
        .getByRole('link', { name: /^Inbox/ })
        .click();
      const { ms, lines } = await opened;
      if (lines > MAX_LINES)
        throw new Error(`the list of ${PENDING} questions put ${lines} lines into the page`);
      times.push(ms);
    }
    say(`inbox: ${PENDING} questions, opens in ${spread(times, 0)} ms`);
    return { pending: PENDING, open_ms: rounded(median(times), 0) };
  });

/** In the page: milliseconds from the click to a painted list. */
function listOpens(): Promise<{ ms: number; lines: number }> {
  return new Promise((resolve) => {
    let clicked = Number.NaN;
    document.addEventListener(
      'click',
      (event) => {
        clicked = event.timeStamp;
      },
      { once: true, capture: true },
    );
    const observer = new MutationObserver(() => {
      const lines = document.querySelectorAll('[data-question]').length;
      if (lines === 0 || Number.isNaN(clicked)) return;
      observer.disconnect();
      // The second frame begins when the first one has been painted.
      requestAnimationFrame(() =>
        requestAnimationFrame(() => resolve({ ms: performance.now() - clicked, lines })),
      );
    });
    observer.observe(document.body, { childList: true, subtree: true });
  });
}
