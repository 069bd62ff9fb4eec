import type { Page } from '@playwright/test';
import { button, formDialog, linkDialog } from './lib/answers.ts';
import { type Asking, askingTest, bothEras, expect } from './lib/asking.ts';
import './lib/bridge.ts';
import { inboxLink, tabTo } from './lib/person.ts';

// Many questions at once: their list, walking it by keyboard alone, and what must not happen meanwhile.

const FORM = {
  message: 'Who goes there?',
  requestedSchema: { type: 'object', properties: { name: { type: 'string', title: 'Name' } } },
};
const PAGE = { mode: 'url', message: 'Visit', url: 'https://example.com/', elicitationId: 'e' };

const test = askingTest(() => ({ servers: bothEras({ form: FORM, page: PAGE }) }));

/** Starts a tool while another page is open, as a call that takes its time does. */
async function start(asking: Asking, serverId: string, name: string, waiting: number): Promise<void> {
  await asking.window.evaluate(
    (input) => window.gatehouse.calls['calls.start']({ ...input, method: 'tools/call' }),
    { serverId, name },
  );
  await expect(inboxLink(asking.window, waiting)).toBeVisible();
}

const list = (window: Page) => window.getByRole('region', { name: 'Questions' });
const lines = (window: Page) => list(window).getByRole('button', { name: /waiting for/ });
const name = (window: Page, server: string) =>
  formDialog(window, server).getByRole('textbox', { name: 'Name', exact: true });

test('three questions are listed by age, filtered by server, walked, skipped and answered without a mouse', async ({
  asking,
}) => {
  const { window } = asking;
  const { keyboard } = window;
  await start(asking, 'legacy', 'form', 1);
  await start(asking, 'modern', 'form', 2);
  await start(asking, 'modern', 'page', 3);
  await keyboard.press('ControlOrMeta+1');
  await expect(lines(window)).toHaveText([
    /Form.*from legacy.*\d+ s/,
    /Form.*from modern.*\d+ s/,
    /Link.*from modern.*\d+ s/,
  ]);

  // The oldest stands open, and only one does.
  await expect(formDialog(window, 'legacy')).toBeVisible();
  await expect(window.getByRole('dialog')).toHaveCount(1);
  await keyboard.press('ControlOrMeta+]');
  await expect(name(window, 'modern')).toBeFocused();
  await keyboard.type('half');
  await keyboard.press('ControlOrMeta+[');
  await expect(name(window, 'legacy')).toBeFocused();
  await expect(window.getByRole('dialog')).toHaveCount(1);
  await keyboard.press('ControlOrMeta+[');
  await expect(linkDialog(window, 'modern')).toBeVisible();

  // Skipped, round the end of the list; what was typed is there again.
  await keyboard.press('ControlOrMeta+.');
  await expect(name(window, 'legacy')).toBeFocused();
  await keyboard.press('ControlOrMeta+.');
  await expect(name(window, 'modern')).toHaveValue('half');
  await keyboard.type(' a name');

  const filter = window.getByRole('combobox', { name: 'Server', exact: true });
  await tabTo(filter, 'Shift+Tab');
  await keyboard.press('l');
  await expect(filter.getByRole('option', { name: 'legacy', selected: true })).toBeAttached();
  await expect(lines(window)).toHaveText([/from legacy/]);
  await keyboard.press('ArrowUp');
  await expect(lines(window)).toHaveCount(3);

  // Escape is `Answer later` and leads to the line; arrows walk the lines.
  await tabTo(name(window, 'modern'));
  await keyboard.press('Escape');
  await expect(window.getByRole('dialog')).toHaveCount(0);
  await expect(lines(window).nth(1)).toBeFocused();
  await keyboard.press('ArrowDown');
  await expect(lines(window).nth(2)).toBeFocused();
  await keyboard.press('Enter');
  await expect(linkDialog(window, 'modern').getByRole('heading', { level: 2 })).toBeFocused();
  await tabTo(button(linkDialog(window, 'modern'), 'Decline'));
  await keyboard.press('Enter');
  await asking.expectAnswers('modern', 'page', [{ action: 'decline' }]);
  await expect(inboxLink(window, 2)).toBeVisible();

  await keyboard.press('ControlOrMeta+.');
  await expect(name(window, 'legacy')).toBeFocused();
  await tabTo(button(formDialog(window, 'legacy'), 'Cancel'));
  await keyboard.press('Enter');
  await asking.expectAnswers('legacy', 'form', [{ action: 'cancel' }]);
  await keyboard.press('ControlOrMeta+.');
  await expect(name(window, 'modern')).toHaveValue('half a name');
  await tabTo(button(formDialog(window, 'modern'), 'Submit'));
  await keyboard.press('Enter');
  await asking.expectAnswers('modern', 'form', [{ action: 'accept', content: { name: 'half a name' } }]);
  await expect(inboxLink(window, 0)).toBeVisible();
});

test('a question that comes while a person types is one more in the list, and takes nothing', async ({
  asking,
}) => {
  const { window } = asking;
  const before = asking.answers('legacy', 'form').length;
  await start(asking, 'legacy', 'form', 1);
  await window.keyboard.press('ControlOrMeta+1');
  // Someone who is in the inbox already opens it by hand.
  await lines(window).first().click();
  await name(window, 'legacy').pressSequentially('Ad');
  await start(asking, 'modern', 'form', 2);
  await expect(lines(window)).toHaveCount(2);
  await expect(name(window, 'legacy')).toBeFocused();
  await expect(window.getByRole('dialog')).toHaveCount(1);
  await expect(window.getByRole('alertdialog')).toHaveCount(0);
  await window.keyboard.type('a');
  await window.keyboard.press('Enter');
  // Enter in a field is not Submit.
  expect(asking.answers('legacy', 'form')).toHaveLength(before);
  await button(formDialog(window, 'legacy'), 'Submit').click();
  await expect
    .poll(() => asking.answers('legacy', 'form').slice(before))
    .toEqual([{ action: 'accept', content: { name: 'Ada' } }]);
  await lines(window).first().click();
  await button(formDialog(window, 'modern'), 'Cancel').click();
  await expect(inboxLink(window, 0)).toBeVisible();
});
