import { button, formDialog } from '../../e2e/lib/answers.ts';
import { openTool, resultText, run } from '../../e2e/lib/person.ts';
import { percentile, rounded } from '../lib/rounds.ts';
import type { Section } from '../lib/section.ts';
import { SERVER, withServer } from './asking.ts';

const FORMS = 40;
/** The first ones load what a form needs. */
const WARM_UP = 4;

/**
 * From the moment the server writes its question to a form on the screen whose first field has the focus. The server
 * puts that moment into the message; both clocks are this machine's.
 */
export const form: Section<'form'> = async ({ say }) => {
  const times = await withServer({ maxPerMinute: 10_000 }, async (window) => {
    await openTool(window, 'form');
    const seen: number[] = [];
    await window.evaluate(watchForms);
    await run(window);
    for (let i = 0; i < FORMS + WARM_UP; i += 1) {
      const dialog = formDialog(window, SERVER);
      await button(dialog, 'Cancel').waitFor({ timeout: 30_000 });
      const { sent, painted } = await window.evaluate(nextForm);
      if (i >= WARM_UP) seen.push(painted - sent);
      await button(dialog, 'Cancel').click();
    }
    await resultText(window);
    return seen;
  });
  const [p50, p95] = [percentile(times, 0.5), percentile(times, 0.95)];
  say(`form: p50 ${rounded(p50)} ms, p95 ${rounded(p95)} ms, at most ${rounded(Math.max(...times))} ms`);
  return { p50_ms: rounded(p50), p95_ms: rounded(p95) };
};

interface Seen {
  readonly sent: number;
  readonly painted: number;
}
type Watching = Window & typeof globalThis & { forms: Seen[]; waiting: ((seen: Seen) => void) | undefined };

/** In the page: notes each form when a frame with it, focus in a field of it, has been painted. */
function watchForms(): void {
  const page = window as Watching;
  page.forms = [];
  let last = 0;
  const look = () => {
    const field = document.activeElement;
    const dialog = field?.closest('[role="dialog"]');
    if (!dialog || !field?.matches('input, textarea, select, [role="radio"], [role="combobox"]')) return;
    const sent = Number(/sent at (\d+\.?\d*)/.exec(dialog.textContent ?? '')?.[1]);
    if (!Number.isFinite(sent) || sent === last) return;
    last = sent;
    // The second frame begins when the first one has been painted.
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        const seen = { sent, painted: performance.timeOrigin + performance.now() };
        if (page.waiting) page.waiting(seen);
        else page.forms.push(seen);
        page.waiting = undefined;
      }),
    );
  };
  new MutationObserver(look).observe(document.body, { childList: true, subtree: true, characterData: true });
  document.addEventListener('focusin', look);
}

/** In the page: the next form that was noted. */
function nextForm(): Promise<Seen> {
  const page = window as Watching;
  const seen = page.forms.shift();
  if (seen) return Promise.resolve(seen);
  return new Promise((resolve) => {
    page.waiting = resolve;
  });
}
