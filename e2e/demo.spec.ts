import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from '@playwright/test';
import { commandLine } from '../src/shared/command-line.ts';
import {
  answerSampling,
  button,
  formDialog,
  linkDialog,
  reviewDialog,
  samplingDialog,
  submitForm,
} from './lib/answers.ts';
import {
  addFolder,
  addServer,
  fillForm,
  inboxLink,
  openServer,
  openTool,
  questions,
  result,
  resultJson,
  resultText,
  run,
  shareFolders,
  trustAndConnect,
} from './lib/person.ts';
import { standInBrowser } from './lib/stand-ins.ts';
import { expect, test } from './lib/test.ts';
import { rawStdio } from './servers/raw.ts';

// The server that comes with Gatehouse, in the modern era: it asks by `input_required` results.

const NAME = 'Demo server';

async function startDemo(window: Page): Promise<void> {
  await openServer(window, NAME);
  await trustAndConnect(window, NAME);
  await expect(window.getByRole('main')).toContainText('modern');
}

test('first run: one button, and a server asks; two rounds with several questions each', async ({
  window,
}) => {
  await window.getByRole('button', { name: 'Let a server ask me something' }).click();
  await expect(window.getByRole('heading', { name: 'Plan a trip', exact: true })).toBeVisible();

  // Round one: a form and a prompt wait; the folders are answered from memory.
  const form = formDialog(window, NAME);
  await expect(form).toContainText('Where shall the trip go?');
  await expect(form.getByRole('region', { name: 'Why am I asked?' })).toContainText(
    /plan_trip · call \d+ · certain/,
  );
  await expect(inboxLink(window, 2)).toBeVisible();
  await submitForm(window, NAME, { Destination: 'Kraków & Łódź', Days: 2, Style: 'Museums and music' });
  // All answers of a round leave together, so nothing has left yet.
  await expect(inboxLink(window, 1)).toBeVisible();
  await expect(form).toBeHidden();
  await answerSampling(window, NAME, { answer: 'A plug adapter' });

  // Round two.
  await expect(form).toContainText('Is this right? 2 culture days in Kraków & Łódź.');
  await expect(inboxLink(window, 2)).toBeVisible();
  await submitForm(window, NAME, { Budget: 812.5 });
  await expect(samplingDialog(window, NAME)).toContainText('You plan trips. Write one line a day.');
  await answerSampling(window, NAME, { answer: 'Day 1: the salt mine\nDay 2: the film museum' });

  expect(await resultJson(window)).toEqual({
    outcome: 'accepted',
    trip: { destination: 'Kraków & Łódź', days: 2, style: 'culture' },
    entered: [
      { destination: 'Kraków & Łódź', days: 2, style: 'culture' },
      { confirm: true, budget: 812.5 },
    ],
    idea: 'A plug adapter',
    folders: [],
    itinerary: 'Day 1: the salt mine\nDay 2: the film museum',
    by: 'manual',
  });
  await expect(inboxLink(window, 0)).toBeVisible();
});

test('denying one question of a round ends the call, says so before, and sends nothing', async ({
  window,
}) => {
  await startDemo(window);
  await openTool(window, 'Plan a trip');
  await run(window);
  await submitForm(window, NAME, { Destination: 'Nowhere' });
  const sampling = samplingDialog(window, NAME);
  await expect(sampling).toContainText('Denying ends plan_trip; your other answers are not sent.');
  await button(sampling, 'Deny').click();

  const text = await resultText(window);
  expect(text).toContain('Failed');
  expect(text).toMatch(/denied/i);
  expect(text).not.toContain('Nowhere');
  await expect(inboxLink(window, 0)).toBeVisible();
  await expect(button(sampling, 'Approve')).toBeHidden();
});

test('denying one question of a round: the server has received nothing after its round', async ({
  window,
}) => {
  const { command, args } = rawStdio(
    {
      onCall: {
        ask: [
          {
            inputRequired: {
              inputRequests: {
                name: {
                  method: 'elicitation/create',
                  params: {
                    mode: 'form',
                    message: 'Who are you?',
                    requestedSchema: {
                      type: 'object',
                      properties: { name: { type: 'string', title: 'Name' } },
                    },
                  },
                },
                poem: {
                  method: 'sampling/createMessage',
                  params: {
                    messages: [{ role: 'user', content: { type: 'text', text: 'A poem, please.' } }],
                    maxTokens: 50,
                  },
                },
              },
              requestState: 'round one',
            },
          },
        ],
      },
    },
    'modern',
  );
  await addServer(window, { name: 'recorder', command: commandLine([command, ...args]) });
  await trustAndConnect(window, 'recorder');
  await openTool(window, 'ask');
  await run(window);
  // Denied while the form is still open: the form goes with it, and says why.
  await questions(window)
    .getByRole('button', { name: /Sampling/ })
    .click();
  await button(samplingDialog(window, 'recorder'), 'Deny').click();
  expect(await resultText(window)).toContain('Failed');
  await questions(window)
    .getByRole('button', { name: /Form: withdrawn/ })
    .click();
  await expect(formDialog(window, 'recorder')).toContainText('denied, so nothing of this round was sent');
  await expect(button(formDialog(window, 'recorder'), 'Submit')).toBeHidden();

  await openTool(window, 'report');
  await run(window);
  const report = (await resultJson(window)) as {
    received: { method?: string; params?: { name?: string } }[];
  };
  const calls = report.received.filter((message) => message.method === 'tools/call');
  expect(calls.map((message) => message.params?.name)).toEqual(['ask', 'report']);
});

test('summarise_notes: the server gets the answer as it was written', async ({ window }) => {
  await startDemo(window);
  await openTool(window, 'Summarise notes');
  await fillForm(window.getByRole('main'), { style: 'one haiku' });
  await run(window);
  const request = samplingDialog(window, NAME);
  await expect(request.getByRole('region', { name: 'Messages' }).getByRole('textbox')).toHaveValue(
    /^Summarise these 3 notes as one haiku\.\n\n## Roof garden/,
  );
  await answerSampling(window, NAME, {
    systemPrompt: 'You are brief.',
    prompt: 'One haiku about a roof garden.',
    maxTokens: 40,
    answer: 'Herbs face the south wind\nthe hose arrives on Tuesday\nnobody reports',
  });
  const summary = 'Herbs face the south wind\nthe hose arrives on Tuesday\nnobody reports';
  expect(await resultJson(window)).toEqual({
    outcome: 'accepted',
    style: 'one haiku',
    summary,
    model: 'manual',
    stopReason: 'endTurn',
    content: { type: 'text', text: summary },
  });
});

test('sampling: asking again returns to the prompt, and an answer not sent ends the call', async ({
  window,
}) => {
  await startDemo(window);
  await openTool(window, 'Summarise notes');
  await run(window);
  await button(samplingDialog(window, NAME), 'Approve').click();
  const review = reviewDialog(window, NAME);
  await review.getByRole('textbox', { name: 'Answer', exact: true }).fill('a first try');
  await button(review, 'Ask again').click();
  await button(samplingDialog(window, NAME), 'Approve').click();
  await expect(review.getByRole('textbox', { name: 'Answer', exact: true })).toHaveValue('');
  await review.getByRole('textbox', { name: 'Answer', exact: true }).fill('a second try');
  await button(review, "Don't send").click();
  const text = await resultText(window);
  expect(text).toContain('Failed');
  expect(text).not.toContain('try');
});

test('deploy: submitted, the server shows exactly what was entered; then declined; then cancelled', async ({
  window,
}) => {
  await startDemo(window);
  await openTool(window, 'Deploy');
  await run(window);
  const dialog = formDialog(window, NAME);
  // Neither yes nor no stands there before the person chooses.
  const really = dialog.getByRole('radiogroup', { name: 'Really deploy?', exact: true });
  for (const radio of await really.getByRole('radio').all()) await expect(radio).not.toBeChecked();
  await submitForm(window, NAME, {
    Environment: 'Production (customers see it)',
    Replicas: 7,
    'Really deploy?': true,
    Notify: 'ops@example.com',
    When: '2027-01-31',
    Channels: ['E-mail', 'Pager'],
  });
  const entered = {
    environment: 'production',
    replicas: 7,
    confirm: true,
    notify: 'ops@example.com',
    when: '2027-01-31',
    channels: ['email', 'pager'],
  };
  expect(await resultText(window)).toContain('Deployed to production with 7 replicas.');
  expect(await resultJson(window)).toEqual({
    outcome: 'accepted',
    entered,
    deployment: entered,
    deployed: true,
  });

  await run(window);
  await fillForm(dialog, { Environment: 'Staging' });
  await button(dialog, 'Decline').click();
  expect(await resultJson(window)).toEqual({ outcome: 'declined' });

  await run(window);
  await button(dialog, 'Cancel').click();
  expect(await resultJson(window)).toEqual({ outcome: 'cancelled' });
});

test('deploy: an answer that breaks a rule stays in the form with its reason, and is mended there', async ({
  window,
}) => {
  await startDemo(window);
  await openTool(window, 'Deploy');
  await run(window);
  const dialog = formDialog(window, NAME);
  await fillForm(dialog, { Environment: 'Staging', 'Really deploy?': false, Replicas: 11, Notify: 'nobody' });
  await expect(button(dialog, 'Submit')).toBeDisabled();
  await button(dialog, 'Submit').press('Enter');
  await expect(dialog.getByRole('alert')).toContainText('2 entries');
  await expect(dialog.getByRole('spinbutton', { name: 'Replicas', exact: true })).toHaveAccessibleDescription(
    /10/,
  );
  await expect(result(window)).toBeHidden();
  await submitForm(window, NAME, { Replicas: 1, Notify: '' });
  expect(await resultJson(window)).toMatchObject({
    entered: { environment: 'staging', replicas: 1, confirm: false },
    deployed: false,
  });
});

test('connect_account: consent opens the page once, through main, and the call goes on at once', async ({
  gatehouse,
  window,
}) => {
  const browser = await standInBrowser(gatehouse.app);
  await startDemo(window);
  await openTool(window, 'Connect account');
  await fillForm(window.getByRole('main'), { service: 'mail & more' });
  await run(window);
  const dialog = linkDialog(window, NAME);
  await expect(dialog).toContainText('https://example.com/connect?service=mail%20%26%20more&id=');
  await button(dialog, 'Open in browser').click();
  const reply = (await resultJson(window)) as { url: string };
  expect(reply).toMatchObject({ outcome: 'accepted', service: 'mail & more', asked: 1 });
  expect(await browser.opened()).toEqual([reply.url]);

  await run(window);
  await button(dialog, 'Decline').click();
  expect(await resultJson(window)).toMatchObject({ outcome: 'declined' });
  await run(window);
  await button(dialog, 'Cancel').click();
  expect(await resultJson(window)).toMatchObject({ outcome: 'cancelled' });
  expect(await browser.opened()).toEqual([reply.url]);
});

test('connect_account: the same link again waits for the person, who may open it again', async ({
  gatehouse,
  window,
}) => {
  const browser = await standInBrowser(gatehouse.app);
  await startDemo(window);
  await openTool(window, 'Connect account');
  await fillForm(window.getByRole('main'), { repeat: 2 });
  await run(window);
  const dialog = linkDialog(window, NAME);
  await button(dialog, 'Open in browser').click();
  await expect(button(dialog, 'Open in browser')).toBeHidden();
  await button(dialog, 'I have finished').click();
  await expect(dialog).toContainText('is not finished');
  await button(dialog, 'Open again').click();
  await expect.poll(async () => (await browser.opened()).length).toBe(2);
  await button(dialog, 'I have finished').click();
  const reply = (await resultJson(window)) as { url: string };
  expect(reply).toMatchObject({ outcome: 'accepted', service: 'calendar', asked: 3 });
  expect(await browser.opened()).toEqual([reply.url, reply.url]);
});

test('list_workspace: nothing before a folder is shared, then its files', async ({ gatehouse, window }) => {
  const folder = path.join(realpathSync(mkdtempSync(path.join(tmpdir(), 'gatehouse-roots-'))), 'my notes');
  mkdirSync(folder);
  writeFileSync(path.join(folder, 'a b.txt'), '');
  await startDemo(window);
  await openTool(window, 'List workspace');
  await run(window);
  expect(await resultJson(window)).toMatchObject({ outcome: 'accepted', folders: [], files: [] });

  await addFolder(gatehouse.app, window, folder);
  await shareFolders(window, NAME);
  await openServer(window, NAME);
  await openTool(window, 'List workspace');
  await run(window);
  expect(await resultJson(window)).toEqual({
    outcome: 'accepted',
    source: 'roots',
    folders: [{ uri: pathToFileURL(folder).href, name: 'my notes' }],
    files: [pathToFileURL(path.join(folder, 'a b.txt')).href],
    problems: [],
    truncated: false,
  });
});
