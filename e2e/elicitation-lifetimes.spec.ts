import { button, formDialog } from './lib/answers.ts';
import {
  ADA,
  type Asking,
  askingTest,
  askOf,
  bothEras,
  ERAS,
  type Era,
  expect,
  nobodyIsAsked,
  roundOf,
  submitAda,
} from './lib/asking.ts';
import { expectConnected, fillForm, inboxLink, questions, result } from './lib/person.ts';
import type { Steps } from './servers/raw.ts';

// Rows of the elicitation cases about what ends a question and what does not.

const FORM = {
  message: 'Who goes there?',
  requestedSchema: {
    type: 'object',
    properties: { name: { type: 'string', title: 'Name' } },
    required: ['name'],
  },
};
const asked = {
  A39: FORM,
  // The record of what was sent tells which process is to be killed.
  A45: { ...FORM, _meta: { pid: '$pid' } },
  A63: FORM,
};

const test = askingTest(() => {
  const { legacy, modern } = bothEras(asked);
  return { servers: { legacy: { ...legacy, more: LEGACY }, modern: { ...modern, more: MODERN } } };
});

const LEGACY: Record<string, Steps> = {
  // Gives up, and says so at once.
  A51: [
    askOf('A51', FORM),
    { wait: 'A51', withinMs: 300 },
    { reply: { content: [{ type: 'text', text: 'Nobody answered.' }], isError: true } },
  ],
  // Gives up, and goes on with something else.
  'A51-late': [
    askOf('A51-late', FORM),
    { wait: 'A51-late', withinMs: 300 },
    { wait: 'A51-late', withinMs: 60_000 },
    { reply: { content: [{ type: 'text', text: 'Too late.' }], isError: true } },
  ],
  A57: [askOf('A57', FORM), { wait: 'A57-ping' }, { cancel: 'A57', reason: 'not needed' }],
  'A57-nudge': [{ ask: { id: 'A57-ping', method: 'ping' } }],
};

const MODERN: Record<string, Steps> = {
  A51: {
    rounds: [
      [roundOf({ A51: FORM }, 'A51')],
      [{ error: { code: -32602, message: 'The state has expired.' } }],
    ],
  },
  A57: { rounds: [[roundOf({ A57: FORM }, 'A57')]] },
  'A57-nudge': [{ cancel: 'A57', reason: 'not needed' }],
};

for (const era of ERAS) {
  test(`A39 A43 ${era}: cancelled and declined answers carry no content, whatever was entered`, async ({
    asking,
  }) => {
    const dialog = await asking.ask(era, 'A39');
    await fillForm(dialog, { Name: 'not to be sent' });
    await button(dialog, 'Cancel').click();
    await asking.expectAnswers(era, 'A39', [{ action: 'cancel' }]);
    await asking.ask(era, 'A39');
    await fillForm(dialog, { Name: 'not to be sent' });
    await button(dialog, 'Decline').click();
    await asking.expectAnswers(era, 'A39', [{ action: 'cancel' }, { action: 'decline' }]);
    expect(JSON.stringify(asking.record(era))).not.toContain('not to be sent');
  });

  // The row wants `cancel` from Escape. Here Escape and X put the question aside, which loses nothing; `Cancel` cancels.
  test(`A45 ${era}: Escape and the close button close the question, also when its server is gone`, async ({
    asking,
  }) => {
    const { window } = asking;
    const dialog = await asking.ask(era, 'A45');
    await fillForm(dialog, { Name: 'kept' });
    await window.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    const waiting = questions(window).getByRole('button', { name: /waits for you/ });
    await waiting.click();
    await expect(dialog.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('kept');
    await button(dialog, 'Close').click();
    await expect(dialog).toBeHidden();
    expect(asking.answers(era, 'A45')).toEqual([]);
    await waiting.click();
    await button(dialog, 'Cancel').click();
    await asking.expectAnswers(era, 'A45', [{ action: 'cancel' }]);

    await asking.ask(era, 'A45');
    process.kill(pidOf(asking, era), 'SIGKILL');
    await expect(window.getByRole('button', { name: 'Connect', exact: true })).toBeVisible();
    if (era === 'legacy') {
      await questions(window)
        .getByRole('button', { name: /Form: withdrawn/ })
        .click();
      await expect(dialog).toContainText('Withdrawn');
    } else await expect(dialog).toContainText('It restarts when you answer.');
    await dialog.getByRole('heading', { level: 2 }).focus();
    await window.keyboard.press('Escape');
    await expect(dialog).toBeHidden();

    if (era === 'modern') {
      // It waits in the inbox, and its server is started for the answer.
      await waiting.click();
      await button(dialog, 'Cancel').click();
      await asking.expectAnswers(era, 'A45', [{ action: 'cancel' }, { action: 'cancel' }]);
    } else {
      await window.getByRole('button', { name: 'Connect', exact: true }).click();
    }
    await expectConnected(window);
    await nobodyIsAsked(asking);
  });

  test(`A63 ${era}: a form outlives the window's page, and what is submitted then arrives`, async ({
    asking,
  }) => {
    const dialog = await asking.ask(era, 'A63');
    await fillForm(dialog, { Name: 'Ad' });
    await asking.window.reload();
    await expect(dialog.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Ad');
    await expect(inboxLink(asking.window, 1)).toBeVisible();
    expect(asking.answers(era, 'A63')).toEqual([]);
    await submitAda(asking, era);
    await asking.expectAnswers(era, 'A63', [ADA]);
    await nobodyIsAsked(asking);
  });
}

test('A51 legacy: a server that gives up ends the question, and no late answer follows', async ({
  asking,
}) => {
  // It may be gone before anyone has seen it.
  await asking.runTool('legacy', 'A51');
  await expect(result(asking.window)).toContainText('Nobody answered.');
  await questions(asking.window)
    .getByRole('button', { name: /withdrawn/ })
    .click();
  const dialog = formDialog(asking.window, 'legacy');
  await expect(dialog).toContainText('The call that asked this ended first.');
  await expect(button(dialog, 'Submit')).toBeHidden();
  await asking.expectAnswers('legacy', 'A51', [{ action: 'cancel' }]);
  await nobodyIsAsked(asking);
});

test('A51 legacy: a late answer is dropped by its server without an error box', async ({ asking }) => {
  const dialog = await asking.ask('legacy', 'A51-late');
  // The host has no deadline of its own.
  await expect.poll(() => gaveUpOn(asking, 'A51-late')).toBe(true);
  await expect(button(dialog, 'Submit')).toBeEnabled();
  await submitAda(asking, 'legacy');
  await asking.expectAnswers('legacy', 'A51-late', [ADA]);
  await expect(result(asking.window)).toContainText('Too late.');
  await expect(asking.window.getByRole('alert')).toHaveCount(0);
  await nobodyIsAsked(asking);
});

test('A51 modern: an answer the server no longer takes ends the call, without an error box', async ({
  asking,
}) => {
  await asking.ask('modern', 'A51');
  await submitAda(asking, 'modern');
  await asking.expectAnswers('modern', 'A51', [ADA]);
  await expect(result(asking.window)).toContainText('The state has expired.');
  await expect(formDialog(asking.window, 'modern')).toBeHidden();
  await expect(asking.window.getByRole('alert')).toHaveCount(0);
  await nobodyIsAsked(asking);
});

test('A57 legacy: the server takes its question back, and the result comes through', async ({ asking }) => {
  await asking.ask('legacy', 'A57');
  await asking.runTool('legacy', 'A57-nudge');
  await asking.show('legacy', 'A57');
  await expect(result(asking.window)).toContainText('Done');
  await questions(asking.window)
    .getByRole('button', { name: /withdrawn/ })
    .click();
  await expect(formDialog(asking.window, 'legacy')).toContainText('The server took its question back.');
  expect(asking.answers('legacy', 'A57')).toEqual([]);
  await nobodyIsAsked(asking);
});

test('A57 modern: a notification cannot take a question back, which no request carries', async ({
  asking,
}) => {
  await asking.ask('modern', 'A57');
  await asking.runTool('modern', 'A57-nudge');
  await expect(result(asking.window)).toContainText('Done');
  await asking.show('modern', 'A57');
  await submitAda(asking, 'modern');
  await asking.expectAnswers('modern', 'A57', [ADA]);
});

/** The process that sent the last question `A45`. */
function pidOf(asking: Asking, era: Era): number {
  const sent = asking
    .record(era)
    .filter(({ kind, what }) => kind === 'out' && JSON.stringify(what).includes('"pid"'));
  const message = sent.at(-1)?.what;
  return (message.params ?? message.result.inputRequests.A45.params)._meta.pid;
}

const gaveUpOn = (asking: Asking, id: string): boolean =>
  asking
    .record('legacy')
    .some(({ kind, what }) => kind === 'event' && what.name === 'timeout' && what.what === `answer to ${id}`);
