import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { commandLine } from '../src/shared/command-line.ts';
import { answerSampling, button, formDialog, samplingDialog, submitForm } from './lib/answers.ts';
import { type LaunchedApp, launchApp } from './lib/launch.ts';
import {
  addServer,
  fillForm,
  goTo,
  inboxLink,
  openServer,
  openTool,
  questions,
  result,
  resultJson,
  resultText,
  run,
  trustAndConnect,
} from './lib/person.ts';
import { keepRunningWhenAsked } from './lib/stand-ins.ts';
import { expect, test } from './lib/test.ts';
import { rawStdio, type Scenario, type Step } from './servers/raw.ts';

// What ends a question and what does not. The servers do exactly what they are told (e2e/servers).

const NAME = 'raw';

const FORM = {
  mode: 'form',
  message: 'Who goes there?',
  requestedSchema: {
    type: 'object',
    properties: {
      name: { type: 'string', title: 'Name' },
      guests: { type: 'integer', title: 'Guests', minimum: 0 },
    },
    required: ['name', 'guests'],
  },
};
const form: Step = { request: { id: 'form', method: 'elicitation/create', params: FORM } };

/** Legacy: the form is a request inside the call, which ends with its answer. */
const ASKS: Scenario = { onCall: { ask: [form, { wait: 'form' }] } };
/** Modern: the form is a round of the call. */
const ASKS_IN_A_ROUND: Scenario = {
  onCall: {
    ask: {
      rounds: [
        [
          {
            inputRequired: {
              inputRequests: { who: { method: 'elicitation/create', params: FORM } },
              requestState: 'byte for byte: é',
            },
          },
        ],
      ],
    },
  },
};
/** Goes on when the person runs the tool `nudge`. */
const untilNudged: Step = { wait: { method: 'tools/call' }, count: 2 };

async function startServer(window: Page, scenario: Scenario, era: 'legacy' | 'modern'): Promise<void> {
  const { command, args } = rawStdio(scenario, era);
  await addServer(window, { name: NAME, command: commandLine([command, ...args]) });
  await trustAndConnect(window, NAME);
  await expect(window.getByRole('main')).toContainText(era);
}

/** Runs the tool that asks, and waits for its form. */
async function ask(window: Page): Promise<void> {
  await openTool(window, 'ask');
  await run(window);
  await expect(formDialog(window, NAME)).toContainText('Who goes there?');
}

/** What the server remembers, from its tool `report`. */
async function report(window: Page) {
  await openTool(window, 'report');
  await run(window);
  return (await resultJson(window)) as {
    pid: number;
    answers: { id: string; result?: unknown; error?: unknown }[];
    received: { id?: number; method?: string; params?: Record<string, unknown> }[];
  };
}

/** Kills the server as a crash would, and waits until the window has seen it. */
async function killServer(window: Page, pid: number): Promise<void> {
  process.kill(pid, 'SIGKILL');
  await expect(window.getByRole('button', { name: 'Connect', exact: true })).toBeVisible();
}

/** A closed card that says why, keeps the text, and can no longer be answered. */
async function expectWithdrawn(window: Page, reason: RegExp | string): Promise<void> {
  const dialog = formDialog(window, NAME);
  if (!(await dialog.isVisible())) {
    await questions(window)
      .getByRole('button', { name: /Form: withdrawn/ })
      .click();
  }
  await expect(dialog).toContainText('Withdrawn');
  await expect(dialog).toContainText(reason);
  await expect(button(dialog, 'Submit')).toBeHidden();
  await expect(button(dialog, 'Decline')).toBeHidden();
  await expect(inboxLink(window, 0)).toBeVisible();
}

const closeWindow = ({ app }: LaunchedApp) =>
  app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
const isShown = ({ app }: LaunchedApp) =>
  app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible() ?? false);

/** Starts the app again, as a person does who closed its window; the running one shows itself. */
async function startAgain({ command }: LaunchedApp): Promise<void> {
  const second = spawn(command.file, command.args, { stdio: 'ignore' });
  await new Promise((resolve) => second.once('close', resolve));
}

for (const [era, scenario] of [
  ['legacy', ASKS],
  ['modern', ASKS_IN_A_ROUND],
] as const) {
  test(`${era}: reloading the window keeps the question and what was entered`, async ({ window }) => {
    await startServer(window, scenario, era);
    await ask(window);
    const dialog = formDialog(window, NAME);
    await fillForm(dialog, { Name: 'half a na' });
    await window.reload();
    await expect(dialog.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('half a na');
    await expect(inboxLink(window, 1)).toBeVisible();

    await submitForm(window, NAME, { Name: 'half a name, and the rest', Guests: 2 });
    expect(await resultText(window)).toContain('half a name, and the rest');
    const { received, answers } = await report(window);
    if (era === 'legacy') {
      expect(answers).toEqual([
        {
          jsonrpc: '2.0',
          id: 'form',
          result: { action: 'accept', content: { name: 'half a name, and the rest', guests: 2 } },
        },
      ]);
    } else {
      const calls = received.filter(({ params }) => params?.name === 'ask');
      expect(calls).toHaveLength(2);
      expect(calls[1]?.params).toMatchObject({
        requestState: 'byte for byte: é',
        inputResponses: {
          who: { action: 'accept', content: { name: 'half a name, and the rest', guests: 2 } },
        },
      });
      expect(calls[0]?.params).not.toHaveProperty('requestState');
      expect(calls[1]?.id).not.toBe(calls[0]?.id);
    }
  });

  test(`${era}: cancelling the call withdraws its question, and nothing is accepted`, async ({ window }) => {
    await startServer(window, scenario, era);
    await ask(window);
    await fillForm(formDialog(window, NAME), { Name: 'not to be sent' });
    await window.getByRole('button', { name: 'Cancel call' }).click();
    await expect(result(window)).toContainText('Cancelled');
    await expectWithdrawn(window, 'You cancelled the call that asked this.');
    // The text is kept for copying.
    await expect(formDialog(window, NAME).getByRole('region', { name: 'Text' })).toContainText(
      'not to be sent',
    );
    const { received, answers } = await report(window);
    expect(JSON.stringify(received)).not.toContain('not to be sent');
    if (era === 'legacy') {
      expect(received.map(({ method }) => method)).toContain('notifications/cancelled');
      expect(answers.map((answer) => answer.result)).toEqual([{ action: 'cancel' }]);
    }
  });
}

test('closing the window keeps the question, and starting the app again shows it', async ({
  gatehouse,
  window,
}) => {
  await startServer(window, ASKS, 'legacy');
  await ask(window);
  const dialog = formDialog(window, NAME);
  await fillForm(dialog, { Name: 'Robin' });
  await closeWindow(gatehouse);
  await expect.poll(() => isShown(gatehouse)).toBe(false);
  await startAgain(gatehouse);
  await expect.poll(() => isShown(gatehouse)).toBe(true);

  await expect(dialog.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Robin');
  await submitForm(window, NAME, { Guests: 0 });
  expect(await resultJson(window)).toMatchObject({
    answers: [{ id: 'form', result: { action: 'accept', content: { name: 'Robin', guests: 0 } } }],
  });
});

test('legacy: the server takes its question back', async ({ window }) => {
  await startServer(
    window,
    { onCall: { ask: [form, untilNudged, { cancel: 'form', reason: 'no longer needed' }], nudge: [] } },
    'legacy',
  );
  await ask(window);
  await openTool(window, 'nudge');
  await run(window);
  await openTool(window, 'ask');
  await expect(result(window)).toContainText('Done');
  await expectWithdrawn(window, 'The server took its question back.');
  expect((await report(window)).answers).toEqual([]);
});

test('legacy: a call that ends first takes its question with it, and the server hears `cancel`', async ({
  window,
}) => {
  await startServer(
    window,
    { onCall: { ask: [form, untilNudged, { reply: { content: [] } }], nudge: [] } },
    'legacy',
  );
  await ask(window);
  await openTool(window, 'nudge');
  await run(window);
  await openTool(window, 'ask');
  await expectWithdrawn(window, 'The call that asked this ended first.');
  expect((await report(window)).answers).toMatchObject([{ id: 'form', result: { action: 'cancel' } }]);
});

test('legacy: the server dies, and its question is withdrawn with the reason', async ({ window }) => {
  await startServer(window, ASKS, 'legacy');
  const { pid } = await report(window);
  await ask(window);
  await fillForm(formDialog(window, NAME), { Name: 'kept for copying' });
  await killServer(window, pid);
  await expect(result(window)).toContainText('Failed');
  await expectWithdrawn(window, 'The connection to the server is gone.');
  await expect(formDialog(window, NAME).getByRole('region', { name: 'Text' })).toContainText(
    'kept for copying',
  );
});

test('modern: the server dies, its question stays, and it is started again for the answer', async ({
  window,
}) => {
  await startServer(window, ASKS_IN_A_ROUND, 'modern');
  const before = await report(window);
  await ask(window);
  const dialog = formDialog(window, NAME);
  await fillForm(dialog, { Name: 'Robin' });
  await killServer(window, before.pid);
  await expect(dialog).toContainText('It restarts when you answer.');
  await expect(result(window)).toBeHidden();

  await submitForm(window, NAME, { Guests: 3 });
  expect(await resultJson(window)).toMatchObject({
    inputResponses: { who: { action: 'accept', content: { name: 'Robin', guests: 3 } } },
    requestState: 'byte for byte: é',
  });
  expect((await report(window)).pid).not.toBe(before.pid);
});

test('modern: a changed command withdraws the question: its answer would go to another server', async ({
  window,
}) => {
  await startServer(window, ASKS_IN_A_ROUND, 'modern');
  await ask(window);
  await window.getByRole('tab', { name: 'Settings' }).click();
  const command = window.getByRole('textbox', { name: 'Command', exact: true });
  await command.fill(`${await command.inputValue()} other`);
  await window.getByRole('button', { name: 'Save', exact: true }).click();
  await openTool(window, 'ask');
  await expectWithdrawn(window, 'The server was changed since it asked');
});

test('answering later keeps the draft, and the inbox has the question', async ({ window }) => {
  await startServer(window, ASKS, 'legacy');
  await ask(window);
  const dialog = formDialog(window, NAME);
  await fillForm(dialog, { Guests: 4 });
  await button(dialog, 'Answer later').click();
  await expect(dialog).toBeHidden();
  await inboxLink(window, 1).click();
  await expect(dialog.getByRole('spinbutton', { name: 'Guests', exact: true })).toHaveValue('4');
  await submitForm(window, NAME, { Name: 'From the inbox' });
  await expect(inboxLink(window, 0)).toBeVisible();
  await openServer(window, NAME);
  await openTool(window, 'ask');
  expect(await resultJson(window)).toMatchObject({
    answers: [{ result: { action: 'accept', content: { name: 'From the inbox', guests: 4 } } }],
  });
});

test('quitting says what would be kept and lost, and can be thought over', async ({ gatehouse, window }) => {
  await startServer(window, ASKS, 'legacy');
  await ask(window);
  const quitDialog = await keepRunningWhenAsked(gatehouse.app);
  await gatehouse.app.evaluate(({ app }) => app.quit());
  await expect.poll(() => quitDialog.said()).toEqual(['1 question will be lost.']);

  const modern = rawStdio(ASKS_IN_A_ROUND, 'modern');
  await addServer(window, { name: 'modern', command: commandLine([modern.command, ...modern.args]) });
  await trustAndConnect(window, 'modern');
  await openTool(window, 'ask');
  await run(window);
  await expect(inboxLink(window, 2)).toBeVisible();
  await gatehouse.app.evaluate(({ app }) => app.quit());
  await expect
    .poll(() => quitDialog.said())
    .toEqual(['1 question will be lost.', '1 question will be kept, 1 will be lost.']);

  await openServer(window, NAME);
  await openTool(window, 'ask');
  await submitForm(window, NAME, { Name: 'Still here', Guests: 1 });
  expect(await resultText(window)).toContain('Still here');
});

test('modern: a question outlives the app, with its draft, and its server is started for the answer', async () => {
  const userDataDir = mkdtempSync(path.join(tmpdir(), 'gatehouse-e2e-'));
  const first = await launchApp({ userDataDir });
  await startServer(first.window, ASKS_IN_A_ROUND, 'modern');
  const { pid } = await report(first.window);
  await ask(first.window);
  // Typed in the last moment.
  await fillForm(formDialog(first.window, NAME), { Name: 'Robin' });
  await first.close();

  const second = await launchApp({ userDataDir });
  const { window } = second;
  try {
    const dialog = formDialog(window, NAME);
    await goTo(window, 'Inbox');
    await expect(dialog).toContainText('It restarts when you answer.');
    await expect(dialog.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Robin');
    await openServer(window, NAME);
    // Nothing was started for it so far.
    await expect(window.getByRole('button', { name: 'Connect', exact: true })).toBeVisible();
    await goTo(window, 'Inbox');
    await submitForm(window, NAME, { Guests: 5 });
    await openServer(window, NAME);
    await openTool(window, 'ask');
    expect(await resultJson(window)).toMatchObject({
      inputResponses: { who: { action: 'accept', content: { name: 'Robin', guests: 5 } } },
      requestState: 'byte for byte: é',
    });
    expect((await report(window)).pid).not.toBe(pid);
  } finally {
    await second.close();
    rmSync(userDataDir, { recursive: true, force: true });
  }
});

test('a question whose call is one of two says so, and an answer goes to the one that asked', async ({
  window,
}) => {
  await startServer(
    window,
    {
      onCall: {
        wait: [untilNudged, { wait: 'form', withinMs: 30_000 }],
        ask: [form, { wait: 'form' }],
      },
    },
    'legacy',
  );
  await openTool(window, 'wait');
  await run(window);
  await expect(window.getByRole('button', { name: 'Cancel call' })).toBeVisible();
  await openTool(window, 'ask');
  await run(window);
  const dialog = formDialog(window, NAME);
  await expect(dialog.getByRole('region', { name: 'Why am I asked?' })).toContainText('one of 2 calls');
  await submitForm(window, NAME, { Name: 'Both', Guests: 2 });
  expect(await resultText(window)).toContain('Both');
});

test('sampling survives a reload in both of its stages', async ({ window }) => {
  await startServer(
    window,
    {
      onCall: {
        ask: [
          {
            request: {
              id: 'poem',
              method: 'sampling/createMessage',
              params: {
                messages: [{ role: 'user', content: { type: 'text', text: 'A poem, please.' } }],
                maxTokens: 50,
              },
            },
          },
          { wait: 'poem' },
        ],
      },
    },
    'legacy',
  );
  await openTool(window, 'ask');
  await run(window);
  const prompt = samplingDialog(window, NAME).getByRole('region', { name: 'Messages' }).getByRole('textbox');
  await prompt.fill('A short poem, please.');
  await window.reload();
  await expect(prompt).toHaveValue('A short poem, please.');
  await answerSampling(window, NAME, { answer: 'Roses.' });
  expect(await resultText(window)).toContain('Roses.');
});
