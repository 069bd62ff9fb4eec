import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Locator } from '@playwright/test';
import { button, formDialog, linkDialog } from './lib/answers.ts';
import {
  type Asking,
  askingTest,
  askOf,
  ERAS,
  type Era,
  expect,
  nobodyIsAsked,
  roundOf,
} from './lib/asking.ts';
import { headless, quoted } from './lib/headless.ts';
import { fillForm, result } from './lib/person.ts';
import type { Steps } from './servers/raw.ts';

// Why a question is asked, what is on the wire, and that the copied answers file answers the same in the command line.

const MESSAGE =
  'First line (1+1)\n  second [x](https://example.com) https://example.com/a \u202ereversed\u202c zero\u200bwidth';
const FORM = {
  message: MESSAGE,
  requestedSchema: {
    type: 'object',
    properties: {
      name: { title: 'Name', minLength: 2 },
      note: { type: 'string', title: 'Note', default: 'as before' },
    },
    required: ['name'],
  },
};
const PAGE = { mode: 'url', message: 'Sign in', url: 'https://example.com/a?b=(c)*', elicitationId: 'e' };
/** The second question of a call. */
const twice = (era: Era): Steps =>
  era === 'legacy'
    ? [
        askOf('first', FORM),
        { wait: 'first', withinMs: 60_000 },
        askOf('twice', FORM),
        { wait: 'twice', withinMs: 60_000 },
      ]
    : { rounds: [[roundOf({ twice: FORM }, 'twice')], [roundOf({ twice: FORM }, 'twice')]] };

const test = askingTest(() => ({
  servers: Object.fromEntries(
    ERAS.map((era) => [
      era,
      {
        era,
        questions: { why: FORM, wire: FORM, page: PAGE, text: FORM },
        more: { twice: twice(era), hang: [{ never: true }] },
        argumentsOf: { why: { type: 'object', properties: { place: { type: 'string', title: 'Place' } } } },
      },
    ]),
  ),
}));

const why = (dialog: Locator) => dialog.getByRole('region', { name: 'Why am I asked?' });
const openWhy = (dialog: Locator) => why(dialog).getByRole('button', { name: 'Why am I asked?' }).click();
/** The fact beside a word of the list. */
async function fact(dialog: Locator, term: string): Promise<Locator> {
  await expect(why(dialog).getByRole('term').filter({ hasText: term })).toBeVisible();
  const terms = await why(dialog).getByRole('term').allInnerTexts();
  return why(dialog).getByRole('definition').nth(terms.indexOf(term));
}

const cancel = (dialog: Locator) => button(dialog, 'Cancel').click();

for (const era of ERAS) {
  test(`${era}: server, call, arguments, road, era, certainty, round and age are told`, async ({
    asking,
  }) => {
    await asking.show(era, 'why');
    await fillForm(asking.window.getByRole('main'), { Place: 'Lisbon' });
    const dialog = formDialog(asking.window, era);
    await asking.window.getByRole('button', { name: 'Run', exact: true }).click();
    await expect(why(dialog)).toContainText(/why · call \d+ · (certain|probably)/);
    await expect(why(dialog)).toContainText(/\d+ s ago/);
    await openWhy(dialog);
    // Our name comes first, and what the server calls itself is told apart from it.
    await expect(await fact(dialog, 'Server')).toHaveText(`${era}, which calls itself “raw”`);
    await expect(await fact(dialog, 'Your arguments')).toContainText('"place": "Lisbon"');
    await expect(await fact(dialog, 'Protocol')).toHaveText(
      era === 'legacy' ? 'legacy, 2025-11-25 or older' : 'modern, 2026-07-28 or newer',
    );
    await expect(await fact(dialog, 'Came as')).toContainText(
      era === 'legacy' ? 'a request of its own while it works' : '(input_required), under the key why',
    );
    await expect(await fact(dialog, 'Cause')).toContainText(
      era === 'legacy' ? 'This was the only call running when it came' : 'so this is certain',
    );
    await expect(await fact(dialog, 'Round')).toContainText('1 of this call.');
    await expect(await fact(dialog, 'Waits since')).toContainText(/\d.*; withdrawn .* at the latest/);
    await expect(await fact(dialog, 'Repairs')).toContainText('the tab Wire lists');
    await cancel(dialog);
    await nobodyIsAsked(asking);
  });

  test(`${era}: the message is text: lines are kept, nothing is clickable, hidden characters are shown`, async ({
    asking,
  }) => {
    const dialog = await asking.ask(era, 'text');
    await expect(dialog.getByText('First line (1+1)')).toBeVisible();
    // biome-ignore lint/performance/useDomNodeTextContent: what a person reads, line by line
    const lines = (await dialog.getByRole('tabpanel', { name: 'Question' }).innerText()).split('\n');
    expect(lines[0]).toBe('First line (1+1)');
    expect(lines[1]?.trim()).toBe(
      'second [x](https://example.com) https://example.com/a ⟦U+202E⟧reversed⟦U+202C⟧ zero⟦U+200B⟧width',
    );
    await expect(dialog.getByRole('link')).toHaveCount(0);
    await cancel(dialog);
    await nobodyIsAsked(asking);
  });

  test(`${era}: the wire shows what came, what was mended and what will leave, and its answers file works`, async ({
    asking,
  }) => {
    const dialog = await asking.ask(era, 'wire');
    const wire = dialog.getByRole('tab', { name: 'Wire' });
    const part = (name: string) => dialog.getByRole('region', { name, exact: true });
    const form = dialog.getByRole('tab', { name: 'Question' });
    await wire.click();
    await expect(part('Received')).toContainText('"method": "elicitation/create"');
    await expect(part('Received')).toContainText('"default": "as before"');
    await expect(part('Repairs')).toContainText('name');
    // What is not complete goes nowhere, and says so.
    await expect(part('Answer as it would leave')).toContainText('Nothing would be sent now.');
    await form.click();
    await fillForm(dialog, { Name: 'Ada', Note: '' });
    await wire.click();
    const leaving = { action: 'accept', content: { name: 'Ada' } };
    await expect(part('Answer as it would leave')).toContainText('"name": "Ada"');
    await expect(part('Answer as it would leave')).not.toContainText('note');
    await button(dialog, 'Copy as answers file').click();
    await expect(button(dialog, 'Copied')).toBeVisible();
    const copied = await asking.app.evaluate(({ clipboard }) => clipboard.readText());
    await button(dialog, 'Submit').click();
    await asking.expectAnswers(era, 'wire', [leaving]);
    await replay(asking, era, 'wire', copied);
    // The default that was taken away stays away.
    await asking.expectAnswers(era, 'wire', [leaving, leaving]);
    await nobodyIsAsked(asking);
  });

  test(`${era}: the answers file of a link works`, async ({ asking }) => {
    await asking.runTool(era, 'page');
    const dialog = linkDialog(asking.window, era);
    await dialog.getByRole('tab', { name: 'Wire' }).click();
    await expect(dialog.getByRole('region', { name: 'Answer as it would leave' })).toContainText('"accept"');
    await button(dialog, 'Copy as answers file').click();
    await expect(button(dialog, 'Copied')).toBeVisible();
    const copied = await asking.app.evaluate(({ clipboard }) => clipboard.readText());
    await cancel(dialog);
    await asking.expectAnswers(era, 'page', [{ action: 'cancel' }]);
    await replay(asking, era, 'page', copied);
    await asking.expectAnswers(era, 'page', [{ action: 'cancel' }, { action: 'accept' }]);
    await nobodyIsAsked(asking);
  });
}

test('modern: the second round says that it is one', async ({ asking }) => {
  const dialog = await asking.ask('modern', 'twice');
  await fillForm(dialog, { Name: 'Ada' });
  await button(dialog, 'Submit').click();
  await expect(dialog.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('');
  await openWhy(dialog);
  await expect(await fact(dialog, 'Round')).toContainText('2 of this call.');
  await cancel(dialog);
  await expect(result(asking.window)).toContainText('Done');
});

test('legacy: with another call running the certainty is told in words', async ({ asking }) => {
  await asking.runTool('legacy', 'hang');
  const dialog = await asking.ask('legacy', 'text');
  await expect(why(dialog)).toContainText('one of 2 calls');
  await openWhy(dialog);
  await expect(await fact(dialog, 'Cause')).toContainText('it does not say which of them it belongs to');
  await cancel(dialog);
  await asking.show('legacy', 'hang');
  await asking.window.getByRole('button', { name: 'Cancel call' }).click();
  await nobodyIsAsked(asking);
});

/** Runs the tool of the same server by the command line, with the answers that were copied. */
async function replay(asking: Asking, server: Era, tool: string, copied: string): Promise<void> {
  const dir = mkdtempSync(path.join(tmpdir(), 'gatehouse-replay-'));
  try {
    const file = path.join(dir, 'answers.yaml');
    writeFileSync(file, copied);
    const words = quoted(asking.command(server));
    const run = await headless([
      'call',
      '--stdio',
      words,
      '--tool',
      tool,
      '--era',
      server,
      '--answers',
      file,
    ]);
    expect(run.code, run.stderr).toBe(0);
    expect(run.all('warning')).toEqual([]);
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}
