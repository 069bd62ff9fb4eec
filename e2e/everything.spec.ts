import { mkdirSync, mkdtempSync, realpathSync } from 'node:fs';
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
import { PROJECT_ROOT } from './lib/launch.ts';
import {
  addFolder,
  addServer,
  expectConnected,
  fillForm,
  goTo,
  openServer,
  openTool,
  questions,
  result,
  resultJson,
  resultText,
  run,
  shareFolders,
  startDialog,
  trustAndConnect,
} from './lib/person.ts';
import { standInBrowser } from './lib/stand-ins.ts';
import { expect, test } from './lib/test.ts';

// The reference server of the protocol, in the legacy era, over stdio.

const NAME = 'everything';
const SERVER = path.join(PROJECT_ROOT, 'node_modules/@modelcontextprotocol/server-everything/dist/index.js');
const COMMAND = commandLine([process.execPath, SERVER, 'stdio']);

/** What the server says it got from us, word for word. */
const RAW = 'Raw result:';

async function addAndStart(window: Page): Promise<void> {
  await addServer(window, { name: NAME, command: COMMAND });
  await trustAndConnect(window, NAME);
}

test('nothing is started before the person has seen the exact command, and it is asked once', async ({
  window,
}) => {
  await addServer(window, { name: NAME, command: COMMAND });
  await window.getByRole('button', { name: 'Connect', exact: true }).click();
  const ask = startDialog(window, NAME);
  await expect(ask.getByText(COMMAND, { exact: true })).toBeVisible();
  await ask.getByRole('button', { name: "Don't start" }).click();
  await expect(ask).toBeHidden();
  await goTo(window, 'Servers');
  const item = window.getByRole('list', { name: 'Servers' }).getByRole('listitem').filter({ hasText: NAME });
  await expect(item).toContainText('Not trusted');

  await openServer(window, NAME);
  await trustAndConnect(window, NAME);
  await goTo(window, 'Servers');
  await expect(item).toContainText('Connected');

  await openServer(window, NAME);
  await window.getByRole('button', { name: 'Disconnect' }).click();
  await window.getByRole('button', { name: 'Connect', exact: true }).click();
  await expectConnected(window);
  await expect(ask).toBeHidden();
});

test('sampling: prompt and answer are edited, and the server gets exactly what was sent', async ({
  window,
}) => {
  await addAndStart(window);
  await openTool(window, 'Trigger Sampling Request Tool');
  await fillForm(window.getByRole('main'), { prompt: 'What is a gatehouse?', maxTokens: 120 });
  await run(window);

  const request = samplingDialog(window, NAME);
  await expect(request.getByRole('region', { name: 'Why am I asked?' })).toContainText(
    /trigger-sampling-request · call \d+ · probably/,
  );
  await expect(request.getByRole('region', { name: 'System prompt' }).getByRole('textbox')).toHaveValue(
    'You are a helpful test server.',
  );
  const message = request.getByRole('region', { name: 'Messages' }).getByRole('textbox');
  await expect(message).toHaveValue('Resource trigger-sampling-request context: What is a gatehouse?');
  await expect(request.getByRole('spinbutton', { name: 'Max tokens' })).toHaveValue('120');

  await message.fill('In one line: what is a gatehouse?');
  await request.getByRole('spinbutton', { name: 'Max tokens' }).fill('60');
  await button(request, 'Approve').click();

  // The person is the model: what they read is the prompt as they edited it.
  const review = reviewDialog(window, NAME);
  await expect(review.getByRole('region', { name: 'Messages' })).toContainText(
    'In one line: what is a gatehouse?',
  );
  await expect(result(window)).toBeHidden();
  const answer = review.getByRole('textbox', { name: 'Answer', exact: true });
  await answer.fill('A house above a gate.');
  await answer.fill('A house above a gate, “where someone asks who you are”.\nNothing more.');
  await button(review, 'Send').click();

  expect(await resultJson(window, 'LLM sampling result:')).toEqual({
    role: 'assistant',
    model: 'manual',
    stopReason: 'endTurn',
    content: {
      type: 'text',
      text: 'A house above a gate, “where someone asks who you are”.\nNothing more.',
    },
  });
});

test('sampling: a denied prompt and an answer that is not sent are errors without a reason', async ({
  window,
}) => {
  await addAndStart(window);
  await openTool(window, 'Trigger Sampling Request Tool');
  await fillForm(window.getByRole('main'), { prompt: 'Tell me everything' });
  await run(window);
  await button(samplingDialog(window, NAME), 'Deny').click();
  const denied = await resultText(window);
  expect(denied).toContain('-1');

  await run(window);
  await button(samplingDialog(window, NAME), 'Approve').click();
  await reviewDialog(window, NAME).getByRole('textbox', { name: 'Answer', exact: true }).fill('a secret');
  await button(reviewDialog(window, NAME), "Don't send").click();
  const kept = await resultText(window);
  expect(kept).toContain('-1');
  expect(kept).not.toContain('a secret');

  // The call after that is answered as if nothing had been.
  await run(window);
  await answerSampling(window, NAME, { answer: 'Yes.' });
  expect(await resultText(window)).toContain('"text": "Yes."');
});

test('form: every kind of field is filled and submitted; then declined; then cancelled', async ({
  window,
}) => {
  await addAndStart(window);
  await openTool(window, 'Trigger Elicitation Request Tool');
  await run(window);

  const dialog = formDialog(window, NAME);
  await expect(dialog).toContainText('Please provide inputs for the following fields:');
  // The schema's defaults stand in the form, where they can be seen and changed.
  await expect(dialog.getByRole('textbox', { name: 'String with default', exact: true })).toHaveValue(
    'It was a dark and stormy night.',
  );
  await expect(dialog.getByRole('spinbutton', { name: 'Integer', exact: true })).toHaveValue('42');

  // What is missing is said beside its field, and nothing is sent.
  await button(dialog, 'Submit').click();
  await expect(dialog.getByRole('alert')).toBeVisible();
  await expect(dialog.getByRole('textbox', { name: 'String', exact: true })).toBeFocused();
  await expect(result(window)).toBeHidden();

  await submitForm(window, NAME, {
    String: 'Ada Lovelace',
    Boolean: true,
    'String with default': 'Call me Ishmael.',
    'String with email format': 'ada@example.com',
    'String with uri format': 'https://example.com/ada?q=1#top',
    'String with date format': '1815-12-10',
    Integer: 7,
    'Number in range 1-1000': 2.5,
    'Untitled Single Select Enum': 'Phoebe',
    'Untitled Multiple Select Enum': ['Piano', 'Bass'],
    'Titled Single Select Enum': 'Wonder Woman',
    'Titled Multiple Select Enum': ['Salmon', 'Trout'],
    'Legacy Titled Single Select Enum': 'Reptiles',
  });
  expect(await resultJson(window, RAW)).toEqual({
    action: 'accept',
    content: {
      name: 'Ada Lovelace',
      check: true,
      firstLine: 'Call me Ishmael.',
      email: 'ada@example.com',
      homepage: 'https://example.com/ada?q=1#top',
      birthdate: '1815-12-10',
      integer: 7,
      number: 2.5,
      untitledSingleSelectEnum: 'Phoebe',
      untitledMultipleSelectEnum: ['Piano', 'Bass'],
      titledSingleSelectEnum: 'hero-3',
      titledMultipleSelectEnum: ['fish-2', 'fish-3'],
      legacyTitledEnum: 'pet-5',
    },
  });

  await run(window);
  // Nothing of the answer before is left in the form.
  await expect(dialog.getByRole('textbox', { name: 'String', exact: true })).toHaveValue('');
  await dialog.getByRole('textbox', { name: 'String', exact: true }).fill('Nobody');
  await button(dialog, 'Decline').click();
  expect(await resultJson(window, RAW)).toEqual({ action: 'decline' });

  await run(window);
  await button(dialog, 'Cancel').click();
  expect(await resultJson(window, RAW)).toEqual({ action: 'cancel' });
});

test('link: the whole address, opened once after consent, then finished; declined, it is never opened', async ({
  gatehouse,
  window,
}) => {
  const browser = await standInBrowser(gatehouse.app);
  const address = 'https://example.com/sign-in?from=everything&state=a%20b';
  await addAndStart(window);
  await openTool(window, 'Trigger URL Elicitation Tool');
  await fillForm(window.getByRole('main'), { url: address, elicitationId: 'visit-1' });
  await run(window);

  const dialog = linkDialog(window, NAME);
  await expect(dialog.getByText(address, { exact: true })).toBeVisible();
  expect(await browser.opened()).toEqual([]);
  await button(dialog, 'Open in browser').click();
  expect(await resultJson(window, RAW)).toEqual({ action: 'accept' });
  expect(await browser.opened()).toEqual([address]);
  // The server said nothing of the visit's end, so the person does.
  await button(dialog, 'I have finished').click();
  await expect(dialog).toBeHidden();

  await run(window);
  await button(dialog, 'Decline').click();
  expect(await resultJson(window, RAW)).toEqual({ action: 'decline' });
  await run(window);
  await button(dialog, 'Cancel').click();
  expect(await resultJson(window, RAW)).toEqual({ action: 'cancel' });
  expect(await browser.opened()).toEqual([address]);
});

test('link: an address that is no web page is refused before anyone is asked, and says why', async ({
  gatehouse,
  window,
}) => {
  const browser = await standInBrowser(gatehouse.app);
  await addAndStart(window);
  await openTool(window, 'Trigger URL Elicitation Tool');
  await fillForm(window.getByRole('main'), { url: 'file:///etc/passwd' });
  await run(window);
  const reason = 'Only http and https addresses can be opened, not "file".';
  expect(await resultText(window)).toContain('Only http and https addresses can be opened');
  await questions(window)
    .getByRole('button', { name: /refused/ })
    .click();
  const card = window.getByRole('dialog').filter({ hasText: reason });
  await expect(card).toContainText('Refused');
  await expect(button(card, 'Open in browser')).toBeHidden();
  expect(await browser.opened()).toEqual([]);
});

test('link: a call that needs a visit first (-32042) goes on when the person has finished', async ({
  gatehouse,
  window,
}) => {
  const browser = await standInBrowser(gatehouse.app);
  await addAndStart(window);
  await openTool(window, 'Trigger URL Elicitation Tool');
  await fillForm(window.getByRole('main'), { url: 'https://example.com/after', errorPath: true });
  await run(window);

  const dialog = linkDialog(window, NAME);
  await expect(dialog.getByText('https://modelcontextprotocol.io/', { exact: true })).toBeVisible();
  await button(dialog, 'Open in browser').click();
  await button(dialog, 'I have finished').click();

  // The server's second link, after the same call was run again.
  await expect(dialog.getByText('https://example.com/after', { exact: true })).toBeVisible();
  await button(dialog, 'Open in browser').click();
  expect(await resultJson(window, RAW)).toEqual({ action: 'accept' });
  expect(await browser.opened()).toEqual(['https://modelcontextprotocol.io/', 'https://example.com/after']);
});

test('roots: a server sees no folder until it is ticked, then exactly the one that was picked', async ({
  gatehouse,
  window,
}) => {
  const parent = realpathSync(mkdtempSync(path.join(tmpdir(), 'gatehouse-roots-')));
  const folder = path.join(parent, 'a b #1 é');
  mkdirSync(folder);
  await addAndStart(window);
  await openTool(window, 'Get Roots List Tool');
  await run(window);
  expect(await resultText(window)).toContain('no roots are currently configured');

  await addFolder(gatehouse.app, window, folder);
  await openServer(window, NAME);
  await openTool(window, 'Get Roots List Tool');
  await run(window);
  expect(await resultText(window)).toContain('no roots are currently configured');

  await goTo(window, 'Workspaces');
  await shareFolders(window, NAME);
  // Each disclosure is written down; the server asked by itself, because it was told of the change.
  await goTo(window, 'Activity');
  await expect(
    window
      .getByRole('list', { name: 'Entries' })
      .getByRole('listitem')
      .filter({ hasText: 'Disclosed' })
      .first(),
  ).toContainText(NAME);
  await openServer(window, NAME);
  await openTool(window, 'Get Roots List Tool');
  await run(window);
  const text = await resultText(window);
  expect(text).toContain('Current MCP Roots (1 total)');
  expect(text).toContain(`URI: ${pathToFileURL(folder).href}\n`);
});
