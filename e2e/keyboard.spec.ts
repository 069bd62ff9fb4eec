import type { Page } from '@playwright/test';
import { button, formDialog, linkDialog, reviewDialog, samplingDialog } from './lib/answers.ts';
import {
  inboxLink,
  openServer,
  openTool,
  questions,
  result,
  resultJson,
  tabTo,
  trustAndConnect,
} from './lib/person.ts';
import { standInBrowser } from './lib/stand-ins.ts';
import { expect, test } from './lib/test.ts';

const NAME = 'Demo server';

async function startDemo(window: Page, tool: string): Promise<void> {
  await openServer(window, NAME);
  await trustAndConnect(window, NAME);
  await openTool(window, tool);
}

test('from the rail to the result of a form, without a mouse', async ({ window }) => {
  const { keyboard } = window;
  await tabTo(window.getByRole('link', { name: 'Servers', exact: true }));
  await keyboard.press('Enter');
  await tabTo(window.getByRole('list', { name: 'Servers' }).getByRole('link', { name: NAME, exact: true }));
  await keyboard.press('Enter');
  await tabTo(window.getByRole('button', { name: 'Connect', exact: true }));
  await keyboard.press('Enter');
  const ask = window.getByRole('alertdialog', { name: `Start ${NAME}?` });
  // The harmless button has the focus.
  await expect(ask.getByRole('button', { name: "Don't start" })).toBeFocused();
  await expect(ask.getByRole('button', { name: 'Trust and start' })).toBeEnabled();
  await tabTo(ask.getByRole('button', { name: 'Trust and start' }));
  await keyboard.press('Space');
  await expect(window.getByRole('button', { name: 'Disconnect' })).toBeVisible();

  await tabTo(window.getByRole('link', { name: 'Deploy', exact: true }));
  await keyboard.press('Enter');
  await tabTo(window.getByRole('button', { name: 'Run', exact: true }));
  await keyboard.press('Enter');

  // The first field of the form has the focus by itself.
  const dialog = formDialog(window, NAME);
  const environment = dialog.getByRole('radiogroup', { name: 'Environment', exact: true });
  await expect(environment.getByRole('radio').first()).toBeFocused();
  await keyboard.press('ArrowDown');
  await expect(environment.getByRole('radio', { name: 'Staging', exact: true })).toBeChecked();
  await tabTo(dialog.getByRole('spinbutton', { name: 'Replicas', exact: true }));
  await keyboard.press('ArrowUp');
  await keyboard.press('ArrowUp');
  await tabTo(
    dialog.getByRole('radiogroup', { name: 'Really deploy?', exact: true }).getByRole('radio').first(),
  );
  await keyboard.press('Space');
  await tabTo(dialog.getByRole('textbox', { name: 'Notify', exact: true }));
  await keyboard.type('ops@example.com');
  await tabTo(dialog.getByRole('checkbox', { name: 'Chat', exact: true }));
  await keyboard.press('Space');
  await tabTo(button(dialog, 'Submit'));
  await keyboard.press('Enter');

  expect(await resultJson(window)).toMatchObject({
    entered: {
      environment: 'staging',
      replicas: 4,
      confirm: true,
      notify: 'ops@example.com',
      channels: ['chat'],
    },
    deployed: true,
  });
});

test('a link is read, opened and finished without a mouse', async ({ gatehouse, window }) => {
  const { keyboard } = window;
  const browser = await standInBrowser(gatehouse.app);
  await startDemo(window, 'Connect account');
  await tabTo(window.getByRole('spinbutton', { name: 'repeat', exact: true }));
  await keyboard.type('1');
  await tabTo(window.getByRole('button', { name: 'Run', exact: true }));
  await keyboard.press('Enter');
  const dialog = linkDialog(window, NAME);
  // Reading comes first: the heading has the focus, no button.
  await expect(dialog.getByRole('heading', { name: `Link from ${NAME}` })).toBeFocused();
  await expect(button(dialog, 'Open in browser')).toBeEnabled();
  await tabTo(button(dialog, 'Open in browser'));
  await keyboard.press('Enter');
  await expect(button(dialog, 'Open again')).toBeEnabled();
  await tabTo(button(dialog, 'Open again'));
  await keyboard.press('Enter');
  await expect.poll(async () => (await browser.opened()).length).toBe(2);
  await expect(button(dialog, 'I have finished')).toBeEnabled();
  await tabTo(button(dialog, 'I have finished'));
  await keyboard.press('Enter');
  await expect(result(window)).toContainText('Done');
  await expect(inboxLink(window, 0)).toBeVisible();
});

test('a prompt is edited and approved, and the answer written and sent, without a mouse', async ({
  window,
}) => {
  const { keyboard } = window;
  await startDemo(window, 'Summarise notes');
  await tabTo(window.getByRole('button', { name: 'Run', exact: true }));
  await keyboard.press('Enter');

  // Reading comes first: the heading has the focus, no button.
  const request = samplingDialog(window, NAME);
  await expect(request.getByRole('heading', { name: `Sampling request from ${NAME}` })).toBeFocused();
  const prompt = request.getByRole('region', { name: 'Messages' }).getByRole('textbox');
  await tabTo(prompt);
  await keyboard.press('ControlOrMeta+A');
  await keyboard.type('One word, please.');
  await expect(button(request, 'Approve')).toBeEnabled();
  await tabTo(button(request, 'Approve'));
  await keyboard.press('Enter');

  const review = reviewDialog(window, NAME);
  await tabTo(review.getByRole('textbox', { name: 'Answer', exact: true }));
  await keyboard.type('Herbs.');
  await tabTo(button(review, 'Send'));
  await keyboard.press('Enter');
  expect(await resultJson(window)).toMatchObject({ outcome: 'accepted', summary: 'Herbs.' });
});

test('a held Enter never approves, on whatever it lands', async ({ window }) => {
  const { keyboard } = window;
  await startDemo(window, 'Summarise notes');
  await tabTo(window.getByRole('button', { name: 'Run', exact: true }));
  // Pressed on Run and not let go: each `down` after the first is the keyboard's repetition.
  for (let repeats = 0; repeats < 10; repeats++) await keyboard.down('Enter');
  const request = samplingDialog(window, NAME);
  const approve = button(request, 'Approve');
  await expect(request).toBeVisible();
  for (let repeats = 0; repeats < 10; repeats++) await keyboard.down('Enter');
  await expect(approve).toBeEnabled();
  await approve.focus();
  for (let repeats = 0; repeats < 10; repeats++) await keyboard.down('Enter');
  await expect(approve).toBeFocused();
  await expect(reviewDialog(window, NAME)).toBeHidden();
  await keyboard.up('Enter');
  await expect(reviewDialog(window, NAME)).toBeHidden();
  // One key press is one call and one question.
  await expect(inboxLink(window, 1)).toBeVisible();

  await keyboard.press('Enter');
  await expect(reviewDialog(window, NAME)).toBeVisible();
});

test('a double click is one call, and two clicks are two, however fast', async ({ window }) => {
  await startDemo(window, 'Echo');
  const button = window.getByRole('button', { name: 'Run', exact: true });
  await button.dblclick();
  await expect(result(window)).toContainText('call 1');
  await button.click();
  await expect(result(window)).toContainText('call 2');
  await button.click();
  await expect(result(window)).toContainText('call 3');
});

test('Escape is "answer later": the draft is kept, nothing is sent, and the question can be opened again', async ({
  window,
}) => {
  const { keyboard } = window;
  await startDemo(window, 'Deploy');
  await window.getByRole('button', { name: 'Run', exact: true }).click();
  const dialog = formDialog(window, NAME);
  await tabTo(dialog.getByRole('textbox', { name: 'Notify', exact: true }));
  await keyboard.type('later@example.com');
  await keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(inboxLink(window, 1)).toBeVisible();

  await tabTo(questions(window).getByRole('button', { name: /Form, waits for you/ }));
  await keyboard.press('Enter');
  await expect(dialog.getByRole('textbox', { name: 'Notify', exact: true })).toHaveValue('later@example.com');
  await tabTo(button(dialog, 'Close'), 'Shift+Tab');
  await keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(inboxLink(window, 1)).toBeVisible();
});

test('the screens are reached by number', async ({ window }) => {
  for (const [key, heading] of [
    ['2', 'Servers'],
    ['3', 'Workspaces'],
    ['4', 'Activity'],
    ['5', 'Settings'],
  ] as const) {
    await window.keyboard.press(`ControlOrMeta+${key}`);
    await expect(window.getByRole('heading', { name: heading, exact: true, level: 1 })).toBeVisible();
  }
});
