import type { Page } from '@playwright/test';
import { button, formDialog, linkDialog, reviewDialog, samplingDialog } from './lib/answers.ts';
import { seriousViolations } from './lib/axe.ts';
import {
  fillForm,
  goTo,
  openServer,
  openTool,
  result,
  run,
  startDialog,
  trustAndConnect,
} from './lib/person.ts';
import { standInBrowser } from './lib/stand-ins.ts';
import { expect, test } from './lib/test.ts';

const NAME = 'Demo server';

/** Looks once at what is on the screen; the step names it in the report. */
const look = (window: Page, what: string) =>
  test.step(what, async () => expect.soft(await seriousViolations(window), what).toEqual([]));

test('no screen has a serious violation of axe, light or dark', async ({ window }) => {
  test.slow();
  await look(window, 'first run');
  for (const screen of ['Servers', 'Workspaces', 'Activity', 'Settings'] as const) {
    await goTo(window, screen);
    await look(window, `${screen} at first`);
  }
  await openServer(window, NAME);
  await window.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(startDialog(window, NAME).getByRole('button', { name: 'Trust and start' })).toBeEnabled();
  await look(window, 'start dialog');
  await startDialog(window, NAME).getByRole('button', { name: 'Trust and start' }).click();
  await expect(window.getByRole('link', { name: 'Deploy', exact: true })).toBeVisible();
  for (const tab of ['Prompts', 'Resources', 'Log', 'Settings', 'Tools']) {
    await window.getByRole('tab', { name: tab }).click();
    await look(window, `tab ${tab}`);
  }
  await goTo(window, 'Servers');
  await window.getByRole('button', { name: 'Add server' }).click();
  await expect(window.getByRole('dialog', { name: 'Add a server' })).toBeVisible();
  await look(window, 'add a server');
});

test('no dialog has a serious violation of axe, light or dark', async ({ gatehouse, window }) => {
  test.slow();
  await standInBrowser(gatehouse.app);
  await openServer(window, NAME);
  await trustAndConnect(window, NAME);

  await openTool(window, 'Deploy');
  await run(window);
  const form = formDialog(window, NAME);
  await expect(form).toBeVisible();
  await look(window, 'form');
  await fillForm(form, { Replicas: 99 });
  await button(form, 'Submit').press('Enter');
  await form.getByRole('button', { name: 'Why am I asked?' }).click();
  await look(window, 'form with errors and cause');
  await form.getByRole('tab', { name: 'Wire' }).click();
  await look(window, 'wire of a form');
  await goTo(window, 'Inbox');
  await expect(form).toBeVisible();
  await look(window, 'inbox with a form');
  await button(form, 'Decline').click();
  await expect(form.getByText('Declined', { exact: true })).toBeVisible();
  await look(window, 'a declined form');

  await openServer(window, NAME);
  await openTool(window, 'Summarise notes');
  await run(window);
  const sampling = samplingDialog(window, NAME);
  await expect(button(sampling, 'Approve')).toBeEnabled();
  await look(window, 'sampling request');
  await button(sampling, 'Approve').click();
  await expect(reviewDialog(window, NAME)).toBeVisible();
  await look(window, 'review of an answer');
  await button(reviewDialog(window, NAME), "Don't send").click();

  await openTool(window, 'Connect account');
  await fillForm(window.getByRole('main'), { repeat: 1 });
  await run(window);
  const link = linkDialog(window, NAME);
  await expect(button(link, 'Open in browser')).toBeEnabled();
  await look(window, 'link');
  await button(link, 'Open in browser').click();
  await expect(button(link, 'Open again')).toBeEnabled();
  await look(window, 'opened link');
  await button(link, 'Cancel').click();
  await expect(result(window)).toBeVisible();
  await look(window, 'result');
  await goTo(window, 'Activity');
  await window.getByRole('list', { name: 'Entries' }).getByRole('button').first().click();
  await look(window, 'activity');
});
