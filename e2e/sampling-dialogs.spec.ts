import type { Locator } from '@playwright/test';
import { button, formDialog, reviewDialog, samplingDialog } from './lib/answers.ts';
import { type AskingServer, askingTest, ERAS, type Era, expect } from './lib/asking.ts';
import { seriousViolations } from './lib/axe.ts';
import { type MessagesApi, startMessagesApi } from './servers/messages-api.ts';
import type { Steps } from './servers/raw.ts';

// Sampling with a model, as a person sees it: before, while it runs, after, and what they decide in advance.

const KEY = 'key-of-a-test';
const text = (words: string) => ({ type: 'text', text: words });
const user = (content: unknown) => ({ role: 'user', content });

const describe = {
  systemPrompt: 'You write notes.',
  messages: [user([text('What is in Kraków?'), text('One line, please.')])],
  maxTokens: 4000,
  stopSequences: ['END'],
  includeContext: 'thisServer',
  modelPreferences: { hints: [{ name: 'haiku' }] },
};
const lookUp = {
  messages: [user(text('Look both places up.'))],
  maxTokens: 300,
  tools: [{ name: 'look_up', description: 'Looks a place up.', inputSchema: { type: 'object' } }],
  toolChoice: { mode: 'auto' },
};
const listen = {
  messages: [user({ type: 'audio', data: 'UklGRg==', mimeType: 'audio/wav' })],
  maxTokens: 50,
};
const short = { messages: [user(text('Say something.'))], maxTokens: 100 };

const steps = (era: Era, tool: string, params: unknown): Steps =>
  era === 'legacy'
    ? [{ request: { id: tool, method: 'sampling/createMessage', params } }, { wait: tool, withinMs: 300_000 }]
    : {
        rounds: [
          [
            {
              inputRequired: {
                inputRequests: { [tool]: { method: 'sampling/createMessage', params } },
                requestState: tool,
              },
            },
          ],
        ],
      };

const asks = (era: Era): AskingServer => ({
  era,
  questions: {
    form: {
      mode: 'form',
      message: 'Your name?',
      requestedSchema: { type: 'object', properties: { name: { type: 'string', title: 'Name' } } },
    },
  },
  more: Object.fromEntries(
    Object.entries({ describe, lookUp, listen, short, again: short, never: short }).map(([tool, params]) => [
      tool,
      steps(era, tool, params),
    ]),
  ),
});

let api: MessagesApi;
const test = askingTest(async () => {
  api = await startMessagesApi({ key: KEY });
  return {
    servers: { legacy: asks('legacy'), modern: asks('modern') },
    env: { ANTHROPIC_API_KEY: KEY, ANTHROPIC_BASE_URL: api.url },
    close: () => api.close(),
  };
});

const part = (dialog: Locator, name: string): Locator => dialog.getByRole('region', { name, exact: true });
const rule = (dialog: Locator): Locator => part(dialog, 'Rule for requests like this');

for (const era of ERAS) {
  test(`B07: ${era}: every part is shown and edited, the answer streams, is stopped, edited and sent`, async ({
    asking,
  }) => {
    const { window } = asking;
    await window.evaluate(() =>
      globalThis.window.gatehouse.calls['models.change']({
        connection: 'anthropic',
        model: 'claude-haiku-5-5',
        facts: { label: 'Claude Haiku 5.5', inputPrice: 100, outputPrice: 500 },
      }),
    );
    await asking.runTool(era, 'describe');
    const prompt = samplingDialog(window, era);
    await expect(prompt.getByRole('combobox', { name: 'Model', exact: true })).toHaveValue(
      'Claude Haiku 5.5',
    );
    await expect(prompt).toContainText('The server asked for "haiku". $100 in, $500 out per million tokens.');
    await expect(prompt).toContainText(/Cost: about \$0\.00\d+ for the prompt, at most \$2\.01 in all\./);
    await expect(part(prompt, 'Parameters')).toContainText('asked for (thisServer), not included');
    await expect(part(prompt, 'Parameters')).toContainText('"END"');

    // Each text by itself, with a mark that takes it back.
    const messages = part(prompt, 'Messages');
    await messages.getByRole('textbox').first().fill('What is in Łódź?');
    await messages.getByRole('textbox').last().fill('Two lines.');
    await expect(messages.getByText('Changed by you')).toHaveCount(2);
    await messages.getByRole('button', { name: 'Revert' }).last().click();
    await expect(messages.getByRole('textbox').last()).toHaveValue('One line, please.');
    await part(prompt, 'System prompt').getByRole('textbox').fill('Be kind.');
    await prompt.getByRole('spinbutton', { name: 'Max tokens' }).fill('200');
    await expect(prompt).toContainText('at most $0.11 in all');

    const before = api.requests.length;
    api.reply({ blocks: [{ text: ['A palace ', 'and a mill'] }], ending: 'hold' });
    await button(prompt, 'Approve').click();
    await expect(part(prompt, 'Answer so far')).toHaveText('A palace and a mill');
    expect(api.requests.length).toBe(before + 1);
    expect(api.requests.at(-1)?.body).toMatchObject({
      model: 'claude-haiku-5-5',
      max_tokens: 200,
      system: 'Be kind.',
      messages: [{ role: 'user', content: [{ text: 'What is in Łódź?' }, { text: 'One line, please.' }] }],
    });
    await button(prompt, 'Stop').click();

    const review = reviewDialog(window, era);
    const answer = review.getByRole('textbox', { name: 'Answer', exact: true });
    await expect(answer).toHaveValue('A palace and a mill');
    await expect(review).toContainText('You stopped the model');
    await answer.fill('A palace and a mill.');
    await expect(review.getByText('Changed by you')).toBeVisible();
    expect(asking.answers(era, 'describe')).toEqual([]);
    await button(review, 'Send').click();
    await asking.expectAnswers(era, 'describe', [
      { role: 'assistant', content: text('A palace and a mill.'), model: 'claude-haiku-5-5' },
    ]);
  });

  test(`${era}: tool calls are approved one by one, and only those go, as the tab Wire says`, async ({
    asking,
  }) => {
    const { window } = asking;
    await asking.runTool(era, 'lookUp');
    const call = (id: string, place: string) => ({ tool: { id, name: 'look_up', input: { place } } });
    api.reply({ stopReason: 'tool_use', blocks: [call('u1', 'Kraków'), call('u2', 'Łódź')] });
    await button(samplingDialog(window, era), 'Approve').click();

    const review = reviewDialog(window, era);
    const calls = part(review, 'Tool calls').getByRole('group');
    await expect(calls).toHaveCount(2);
    await expect(calls.first()).toContainText('"place": "Kraków"');
    const ticks = review.getByRole('checkbox', { name: 'Send this call', exact: true });
    await expect(ticks.first()).not.toBeChecked();
    await expect(review).toContainText('nothing yet. Tick a tool call to send it, or write an answer.');
    // A blocked button says why and sends nothing.
    await button(review, 'Send').click({ force: true });
    await ticks.last().check();
    await expect(review).toContainText(`goes to ${era}: 1 of 2 tool calls, with the model's name.`);
    const sent = {
      role: 'assistant',
      content: [{ type: 'tool_use', id: 'u2', name: 'look_up', input: { place: 'Łódź' } }],
      stopReason: 'toolUse',
    };
    await review.getByRole('tab', { name: 'Wire' }).click();
    const wire = part(review, 'Answer as it would leave');
    await expect(wire).toContainText('"id": "u2"');
    await expect(wire).not.toContainText('"u1"');
    await review.getByRole('tab', { name: 'Question' }).click();
    expect(asking.answers(era, 'lookUp')).toEqual([]);
    await button(review, 'Send').click();
    await expect.poll(() => asking.answers(era, 'lookUp')).toMatchObject([sent]);
    expect((asking.answers(era, 'lookUp')[0] as { content: unknown }).content).toEqual(sent.content);
  });
}

test('content the model cannot take is named before the call, and blocks only that model', async ({
  asking,
}) => {
  const { window } = asking;
  await asking.runTool('legacy', 'listen');
  const prompt = samplingDialog(window, 'legacy');
  const before = api.requests.length;
  await expect(part(prompt, 'Obstacles')).toContainText('audio');
  const approve = button(prompt, 'Approve');
  await expect(approve).toBeDisabled();
  await expect(approve).toHaveAccessibleDescription(/nothing\. .*audio/);
  const model = prompt.getByRole('combobox', { name: 'Model', exact: true });
  await model.click();
  await window.getByRole('option', { name: 'You (write the answer)' }).click();
  await expect(part(prompt, 'Obstacles')).toBeHidden();
  await approve.click();
  await reviewDialog(window, 'legacy').getByRole('textbox', { name: 'Answer' }).fill('Silence.');
  await button(reviewDialog(window, 'legacy'), 'Send').click();
  await expect.poll(() => asking.answers('legacy', 'listen')).toMatchObject([{ content: text('Silence.') }]);
  expect(api.requests.length).toBe(before);
});

test('an error says what to do and how long to wait, and Approve tries again', async ({ asking }) => {
  const { window } = asking;
  await asking.runTool('legacy', 'short');
  const prompt = samplingDialog(window, 'legacy');
  api.reply({ error: { status: 429, type: 'rate_limit_error', headers: { 'retry-after': '120' } } });
  await button(prompt, 'Approve').click();
  await expect(prompt.getByRole('alert')).toBeVisible();
  await expect(prompt).toContainText('The model gave no answer. Nothing was sent to legacy.');
  await expect(prompt).toContainText(
    /Wait (\d+ s|2 min) more, or choose another model; Approve tries again\./,
  );
  api.reply({ blocks: [{ text: ['Something.'] }] });
  await button(prompt, 'Approve').click();
  await button(reviewDialog(window, 'legacy'), 'Send').click();
  await expect.poll(() => asking.answers('legacy', 'short')).toMatchObject([{ content: text('Something.') }]);
});

test('reading comes first, and the first Tab leads to Deny', async ({ asking }) => {
  const { window } = asking;
  await asking.runTool('legacy', 'never');
  const prompt = samplingDialog(window, 'legacy');
  const heading = prompt.getByRole('heading', { level: 2 });
  await expect(heading).toBeFocused();
  await window.keyboard.press('Tab');
  await expect(button(prompt, 'Deny')).toBeFocused();
  await window.keyboard.press('Shift+Tab');
  await expect(heading).toBeFocused();
  await window.keyboard.press('Tab');
  await window.keyboard.press('Tab');
  await expect(button(prompt, 'Close')).toBeFocused();
  // In its own place it is a button like any other.
  await button(prompt, 'More').focus();
  await window.keyboard.press('Tab');
  await expect(button(prompt, 'Deny')).toBeFocused();
  await window.keyboard.press('Shift+Tab');
  await expect(button(prompt, 'More')).toBeFocused();

  // Never, from the dialog: this one is denied, the next is refused without asking.
  await window.keyboard.press('Enter');
  await rule(prompt).getByRole('radio', { name: 'Never', exact: true }).click();
  await button(prompt, 'Save rule and deny').click();
  await expect.poll(() => asking.answers('legacy', 'never')).toMatchObject([{ error: { code: -1 } }]);
  await asking.runTool('legacy', 'never');
  await expect
    .poll(() => asking.answers('legacy', 'never'))
    .toMatchObject([{ error: { code: -1 } }, { error: { code: -1 } }]);
});

test('a rule from the dialog answers the next request, its budget runs out, and it asks again', async ({
  asking,
}) => {
  const { window } = asking;
  const prompt = samplingDialog(window, 'legacy');
  const review = reviewDialog(window, 'legacy');
  const answers = () => asking.answers('legacy', 'again').length;
  await asking.runTool('legacy', 'again');
  await button(prompt, 'Deny').click();
  await expect.poll(answers).toBe(1);
  await asking.runTool('legacy', 'again');
  await button(prompt, 'More').click();
  await expect(rule(prompt).getByRole('heading')).toBeFocused();
  await expect(rule(prompt).getByRole('status')).toContainText(/would have answered \d+ of the last \d+/);
  expect(await seriousViolations(window)).toEqual([]);
  const minute = rule(prompt).getByRole('spinbutton', { name: 'Requests a minute' });
  await minute.fill('none');
  await expect(button(prompt, 'Save rule')).toBeDisabled();
  await minute.fill('1');
  // Escape closes the rule and not the question.
  await window.keyboard.press('Escape');
  await expect(rule(prompt)).toBeHidden();
  await button(prompt, 'More').click();
  await rule(prompt).getByRole('spinbutton', { name: 'Requests a minute' }).fill('1');
  api.reply({ blocks: [{ text: ['One.'] }] }, { blocks: [{ text: ['Two.'] }] });
  await button(prompt, 'Save rule and approve').click();
  await button(review, 'Send').click();
  await expect.poll(answers).toBe(2);

  // The model is asked without the person, who reads the answer.
  await asking.runTool('legacy', 'again');
  await expect(review.getByRole('textbox', { name: 'Answer' })).toHaveValue('Two.');
  await expect(review).toContainText('Your rule asked the model, and leaves its answer to you.');
  await button(review, 'Send').click();
  await expect.poll(answers).toBe(3);

  await asking.runTool('legacy', 'again');
  await expect(prompt).toContainText('Your rule allows 1 a minute, and those are used.');
  await button(prompt, 'Deny').click();
  await expect.poll(answers).toBe(4);
});

test('a rule for forms asks or declines, and never answers', async ({ asking }) => {
  const { window } = asking;
  const form = await asking.ask('legacy', 'form');
  await button(form, 'More').click();
  await expect(rule(form).getByRole('radio')).toHaveCount(2);
  await rule(form).getByRole('radio', { name: 'Always decline' }).click();
  await button(form, 'Save rule and decline').click();
  await asking.expectAnswers('legacy', 'form', [{ action: 'decline' }]);
  await asking.runTool('legacy', 'form');
  await asking.expectAnswers('legacy', 'form', [{ action: 'decline' }, { action: 'decline' }]);
  await expect(formDialog(window, 'legacy').getByRole('button', { name: 'Submit' })).toBeHidden();
});
