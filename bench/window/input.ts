import type { Locator, Page } from '@playwright/test';
import { button, formDialog } from '../../e2e/lib/answers.ts';
import { openTool, run } from '../../e2e/lib/person.ts';
import { percentile, rounded } from '../lib/rounds.ts';
import type { Section } from '../lib/section.ts';
import { SERVER, withServer } from './asking.ts';

/** As many as the pattern of the first field never matches, and would backtrack over for ever. */
const TYPED = `${'a'.repeat(40)}!`;
const CHOICES = 12;
const PAGES = 12;

/**
 * A form of 2,000 fields under a description of one megabyte: from each key and click to the picture that answers it,
 * and the longest time for which the window did nothing else, from before the form came until it was declined.
 */
export const input: Section<'input'> = async ({ say }) =>
  withServer({ maxPerMinute: 10_000 }, async (window) => {
    await openTool(window, 'wide');
    await window.evaluate(watchInput);
    await run(window);
    const dialog = formDialog(window, SERVER);
    await button(dialog, 'Submit').waitFor({ timeout: 60_000 });
    const opening = await seen(window);

    await dialog.getByRole('textbox', { name: 'Text 0', exact: true }).click();
    for (const key of TYPED) await window.keyboard.press(key);
    const number = dialog.getByRole('spinbutton', { name: 'Number 1', exact: true });
    await number.click();
    for (const key of '1234567890') await window.keyboard.press(key);
    const typing = await seen(window);

    for (let i = 0; i < CHOICES; i += 1) {
      await option(dialog, 'Choice 3', `Option ${i % 3}`).click();
      await option(dialog, 'Answer 2', i % 2 === 0 ? 'Yes' : 'No').click();
    }
    await dialog.getByRole('combobox', { name: 'List 4', exact: true }).click();
    await window.keyboard.type('39');
    await window.getByRole('option', { name: 'Entry 39', exact: true }).click();
    const choosing = await seen(window);

    for (let i = 0; i < PAGES; i += 1) {
      await button(dialog, i % 4 === 3 ? 'Previous fields' : 'Next fields').click();
    }
    const paging = await seen(window);
    await button(dialog, 'Decline').click();
    const ending = await seen(window);

    const stages = { opening, typing, choosing, paging, ending };
    for (const [name, { times, block }] of Object.entries(stages)) {
      const late = times.length > 0 ? `p95 ${rounded(percentile(times, 0.95))} ms, ` : '';
      say(`input, ${name}: ${late}at most ${rounded(Math.max(0, ...times))} ms, longest task ${block} ms`);
    }
    const all = Object.values(stages).flatMap(({ times }) => times);
    return {
      p95_ms: rounded(percentile(all, 0.95)),
      max_ms: rounded(Math.max(...all)),
      block_ms: Math.max(...Object.values(stages).map(({ block }) => block)),
    };
  });

const option = (dialog: Locator, field: string, name: string): Locator =>
  dialog.getByRole('radiogroup', { name: field, exact: true }).getByRole('radio', { name, exact: true });

interface Seen {
  /** Milliseconds from each event to the end of the frame that shows what it did. */
  times: number[];
  /** The longest task, in whole milliseconds; tasks under 50 are not told. */
  block: number;
}
type Watching = Window & typeof globalThis & { input: Seen };

/** What was noted since the last time this was asked. */
async function seen(shown: Page): Promise<Seen> {
  return shown.evaluate(async () => {
    const page = window as Watching;
    // What the last event did has been drawn then, and its task is told.
    for (let i = 0; i < 3; i += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
    const { input } = page;
    page.input = { times: [], block: 0 };
    return input;
  });
}

/** In the page: notes how long each key and click waits for its picture, and how long tasks take. */
function watchInput(): void {
  const page = window as Watching;
  page.input = { times: [], block: 0 };
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries())
      page.input.block = Math.max(page.input.block, Math.round(duration));
  }).observe({ type: 'longtask' });
  const note = ({ timeStamp }: Event): void => {
    requestAnimationFrame(() => {
      // A message is handled when the frame is done.
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => page.input.times.push(performance.now() - timeStamp);
      port2.postMessage(null);
    });
  };
  for (const type of ['keydown', 'click']) document.addEventListener(type, note, { capture: true });
}
