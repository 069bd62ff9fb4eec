import type { Locator, Page } from '@playwright/test';
import { button, reviewDialog, samplingDialog } from './lib/answers.ts';
import { ERAS, expect } from './lib/asking.ts';
import { goTo, inboxLink, openServer, questions, result } from './lib/person.ts';
import { answersOf, receivedOf, samplingTest } from './lib/sampling.ts';

// A person who decides what a model is asked and what a server gets, in the real window, with a server of either era.
// What counts is what the model and the server received.

const text = (value: string) => ({ type: 'text', text: value });
const user = (...content: unknown[]) => turn('user', content);
const assistant = (...content: unknown[]) => turn('assistant', content);
const turn = (role: string, content: unknown[]) => ({
  role,
  content: content.length === 1 ? content[0] : content,
});
const hi = { messages: [user(text('hi'))], maxTokens: 100 };

const STORY = {
  systemPrompt: 'You tell stories.',
  messages: [user(text('A story.')), assistant(text('Which?')), user(text('The one with the cat.'))],
  maxTokens: 300,
  temperature: 0.7,
  stopSequences: ['THE END'],
  includeContext: 'thisServer',
  modelPreferences: { hints: [{ name: 'haiku' }] },
};

const use = (id: string, n: number) => ({ type: 'tool_use', id, name: 'look', input: { n } });
const resultFor = (toolUseId: string, value: string) => ({
  type: 'tool_result',
  toolUseId,
  content: [text(value)],
});
const tools = [{ name: 'look', description: 'Looks at a page.', inputSchema: { type: 'object' } }];
const first = [user(text('Sum up.'))];
const second = [...first, assistant(text('I look.'), use('1', 1)), user(resultFor('1', 'one'))];
const third = [...second, assistant(use('3', 3)), user(resultFor('3', 'three'))];

const { test, api } = samplingTest({
  story: [STORY],
  'rounds of tools': [first, second, third].map((messages) => ({ messages, maxTokens: 100, tools })),
  denied: [hi],
  'kept back': [hi],
  B03: [hi],
  ruled: [hi, hi, hi, hi],
});

const textbox = (within: Locator, name: string) => within.getByRole('textbox', { name, exact: true });
const region = (within: Locator | Page, name: string) => within.getByRole('region', { name, exact: true });
const bodiesSince = (from: number) =>
  api()
    .requests.slice(from)
    .map(({ body }) => body);
const HANDSHAKES = ['initialize', 'server/discover'];
const DENIED = { error: { code: -1, message: 'User rejected sampling request' } };
const answered = {
  role: 'assistant',
  content: text('ok'),
  model: 'claude-sonnet-5-5-really',
  stopReason: 'endTurn',
};

for (const era of ERAS) {
  test(`B07 ${era}: all of a prompt is read and edited, its answer watched, stopped, edited and sent`, async ({
    asking,
  }) => {
    const { window } = asking;
    const from = api().requests.length;
    const aborted = api().aborted;
    api().reply({ blocks: [{ text: ['Once'] }], ending: 'hold' });
    await asking.runTool(era, 'story');

    const before = samplingDialog(window, era);
    await expect(before).toContainText(`${era} wants a model to answer this. Nothing was sent`);
    await expect(before).toContainText('story');
    await expect(before.getByRole('combobox', { name: 'Model' })).toHaveValue('Claude Haiku 5.5');
    await expect(before).toContainText('The server asked for "haiku".');
    await expect(before.getByRole('spinbutton', { name: 'Max tokens' })).toHaveValue('300');
    const system = region(before, 'System prompt').getByRole('textbox');
    await expect(system).toHaveValue('You tell stories.');
    await expect(textbox(before, 'Message 1 from user')).toHaveValue('A story.');
    await expect(textbox(before, 'Message 2 from assistant')).toHaveValue('Which?');
    await expect(textbox(before, 'Message 3 from user')).toHaveValue('The one with the cat.');
    await expect(region(before, 'Messages').getByRole('listitem')).toHaveCount(3);
    const parameters = region(before, 'Parameters');
    await expect(parameters).toContainText('0.7');
    await expect(parameters).toContainText('"THE END"');
    await expect(parameters).toContainText('haiku');
    await expect(parameters).toContainText('asked for (thisServer), not included');
    await expect(before).toContainText('deprecated in MCP 2026-07-28; earliest removal');
    await expect(before).toContainText(/goes to Claude Haiku 5\.5: 3 messages, about \d+ tokens\./);

    await system.fill('You tell very short stories.');
    await textbox(before, 'Message 1 from user').fill('Not this.');
    await expect(before.getByText('Changed by you')).toHaveCount(2);
    await region(before, 'Messages').getByRole('button', { name: 'Revert' }).click();
    await expect(textbox(before, 'Message 1 from user')).toHaveValue('A story.');
    await textbox(before, 'Message 3 from user').fill('The one with the dog.');
    await before.getByRole('spinbutton', { name: 'Max tokens' }).fill('200');
    expect(bodiesSince(from)).toEqual([]);
    await button(before, 'Approve').click();

    const soFar = region(samplingDialog(window, era), 'Answer so far');
    await expect(soFar).toHaveText('Once');
    api().say(' upon');
    await expect(soFar).toHaveText('Once upon');
    expect(receivedOf(asking, era, 'story')).toEqual([]);
    await button(samplingDialog(window, era), 'Stop').click();

    const after = reviewDialog(window, era);
    await expect(textbox(after, 'Answer')).toHaveValue('Once upon');
    await expect.poll(() => api().aborted).toBe(aborted + 1);
    await textbox(after, 'Answer').fill('Once upon a time.');
    await expect(after.getByText('Changed by you')).toBeVisible();
    await expect(after).toContainText(`goes to ${era}: the text (17 characters)`);
    await button(after, 'Send').click();
    await expect(result(window)).toContainText('Once upon a time.');

    expect(bodiesSince(from)).toStrictEqual([
      {
        model: 'claude-haiku-5-5',
        max_tokens: 200,
        system: 'You tell very short stories.',
        messages: [
          { role: 'user', content: [text('A story.')] },
          { role: 'assistant', content: [text('Which?')] },
          { role: 'user', content: [text('The one with the dog.')] },
        ],
        temperature: 0.7,
        stop_sequences: ['THE END'],
        stream: true,
      },
    ]);
    expect(receivedOf(asking, era, 'story')).toStrictEqual(
      answersOf(era, 'story', {
        result: { role: 'assistant', content: text('Once upon a time.'), model: 'claude-haiku-5-5' },
      }),
    );
  });

  test(`${era}: three rounds of tools, each call approved by itself`, async ({ asking }) => {
    const { window } = asking;
    const from = api().requests.length;
    const tool = (id: string, n: number) => ({ tool: { id, name: 'look', input: { n } } });
    api().reply(
      { blocks: [{ text: ['I look.'] }, tool('1', 1), tool('2', 2)], stopReason: 'tool_use' },
      { blocks: [tool('3', 3)], stopReason: 'tool_use' },
      { blocks: [{ text: ['One and three.'] }] },
    );
    await asking.runTool(era, 'rounds of tools');
    const before = samplingDialog(window, era);
    const after = reviewDialog(window, era);
    await expect(region(before, 'Tools')).toContainText('Looks at a page.');
    await button(before, 'Approve').click();

    const calls = region(after, 'Tool calls').getByRole('group');
    await expect(calls).toHaveCount(2);
    for (const call of await calls.all()) await expect(call.getByRole('checkbox')).not.toBeChecked();
    await expect(after).toContainText('none of 2 tool calls');
    await calls.first().getByRole('checkbox', { name: 'Send this call' }).check();
    await expect(after).toContainText('1 of 2 tool calls');
    await button(after, 'Send').click();

    await expect(before).toContainText('Result of look');
    await button(before, 'Approve').click();
    // Without a tick there is nothing to send.
    await expect(after).toContainText('Tick a tool call to send it, or write an answer.');
    await expect(button(after, 'Send')).toHaveAttribute('aria-disabled', 'true');
    await after.getByRole('checkbox', { name: 'Send this call' }).check();
    await button(after, 'Send').click();

    await button(before, 'Approve').click();
    await expect(textbox(after, 'Answer')).toHaveValue('One and three.');
    await expect(region(after, 'Tool calls')).toBeHidden();
    await button(after, 'Send').click();
    await expect(result(window)).toContainText('One and three.');

    const body = (messages: unknown[]) => ({
      model: 'claude-sonnet-5-5',
      max_tokens: 100,
      messages,
      tools: [{ name: 'look', description: 'Looks at a page.', input_schema: { type: 'object' } }],
      stream: true,
    });
    const result1 = { type: 'tool_result', tool_use_id: '1', content: [text('one')] };
    const result3 = { type: 'tool_result', tool_use_id: '3', content: [text('three')] };
    const one = [{ role: 'user', content: [text('Sum up.')] }];
    const two = [
      ...one,
      { role: 'assistant', content: [text('I look.'), use('1', 1)] },
      { role: 'user', content: [result1] },
    ];
    const three = [
      ...two,
      { role: 'assistant', content: [use('3', 3)] },
      { role: 'user', content: [result3] },
    ];
    expect(bodiesSince(from)).toStrictEqual([body(one), body(two), body(three)]);
    expect(receivedOf(asking, era, 'rounds of tools')).toStrictEqual(
      answersOf(
        era,
        'rounds of tools',
        { result: { ...answered, content: [text('I look.'), use('1', 1)], stopReason: 'toolUse' } },
        { result: { ...answered, content: [use('3', 3)], stopReason: 'toolUse' } },
        { result: { ...answered, content: text('One and three.') } },
      ),
    );
  });

  test(`B01 ${era}: a denial is -1, or a clear end that was said before`, async ({ asking }) => {
    const { window } = asking;
    const from = api().requests.length;
    await asking.runTool(era, 'denied');
    const before = samplingDialog(window, era);
    if (era === 'modern') await expect(before).toContainText('Denying ends denied; nothing is sent.');
    else await expect(before).not.toContainText('Denying ends');
    await button(before, 'Deny').click();
    await expect(button(before, 'Deny')).toBeHidden();
    if (era === 'modern') await expect(result(window)).toContainText('You denied it.');
    else await expect(result(window)).toContainText('User rejected sampling request');
    expect(bodiesSince(from)).toEqual([]);
    expect(receivedOf(asking, era, 'denied')).toStrictEqual(answersOf(era, 'denied', DENIED));
  });

  test(`B01 ${era}: an answer that is kept back`, async ({ asking }) => {
    const { window } = asking;
    await asking.runTool(era, 'kept back');
    await button(samplingDialog(window, era), 'Approve').click();
    await button(reviewDialog(window, era), "Don't send").click();
    await expect(result(window)).toContainText(
      era === 'modern' ? 'You kept the answer back.' : 'User rejected sampling request',
    );
    expect(receivedOf(asking, era, 'kept back')).toStrictEqual(answersOf(era, 'kept back', DENIED));
  });

  test(`${era}: a rule made in the dialog answers the next ones, and asks again beyond its limit`, async ({
    asking,
  }) => {
    const { window } = asking;
    const from = api().requests.length;
    await asking.runTool(era, 'ruled');
    const before = samplingDialog(window, era);
    await button(before, 'More').click();
    const rule = region(before, 'Rule for requests like this');
    await expect(rule.getByRole('radio', { name: 'Allow for this session' })).toBeChecked();
    await rule
      .getByRole('radio', { name: 'Ask the model and send its answer, both without asking me' })
      .check();
    await rule.getByRole('spinbutton', { name: 'Requests a minute' }).fill('2');
    await expect(rule).toContainText(/This rule would have answered|No request like this came before/);
    await button(rule, 'Save rule and approve').click();

    // This one is still the person's.
    const after = reviewDialog(window, era);
    await expect(textbox(after, 'Answer')).toHaveValue('ok');
    await button(after, 'Send').click();

    // The next two are not asked about; the one after them says why it is.
    await expect(before).toContainText('Your rule allows 2 a minute, and those are used.');
    const ok = { result: answered };
    expect(receivedOf(asking, era, 'ruled')).toStrictEqual(answersOf(era, 'ruled', ok, ok, ok));
    expect(bodiesSince(from)).toStrictEqual(
      Array(3).fill({
        model: 'claude-sonnet-5-5',
        max_tokens: 100,
        messages: [{ role: 'user', content: [text('hi')] }],
        stream: true,
      }),
    );
    await button(before, 'Deny').click();
    await expect(button(before, 'Deny')).toBeHidden();
    await expect(inboxLink(window, 0)).toBeVisible();
    expect(receivedOf(asking, era, 'ruled')).toStrictEqual(answersOf(era, 'ruled', ok, ok, ok, DENIED));

    await goTo(window, 'Settings');
    const rules = window.getByRole('list', { name: 'Rules' }).getByRole('listitem').filter({ hasText: era });
    await expect(rules).toContainText('gone when Gatehouse ends');
    await expect(rules).toContainText('answered 2 today, 104 tokens');
  });
}

// Last: the servers are connected anew.
for (const era of ERAS) {
  test(`B03 ${era}: sampling that is off is refused, and the window says who asked for it`, async ({
    asking,
  }) => {
    const { window } = asking;
    await openServer(window, era);
    await window.getByRole('tab', { name: 'Settings' }).click();
    const met = () => asking.record(era).filter(({ what }) => HANDSHAKES.includes(what.method)).length;
    const before = met();
    await window.getByRole('switch', { name: /^Sampling It may ask/ }).uncheck();
    // It is connected anew.
    await expect.poll(met).toBeGreaterThan(before);
    await asking.runTool(era, 'B03');
    await expect(result(window)).toContainText(era === 'modern' ? 'switched off for it' : 'Method not found');
    await questions(window)
      .getByRole('button', { name: /refused/ })
      .click();
    const card = samplingDialog(window, era);
    await expect(card).toContainText('Refused');
    await expect(card).toContainText(
      'The server asked for a model answer (sampling), which is switched off for it.',
    );
    expect(receivedOf(asking, era, 'B03')).toStrictEqual(
      answersOf(era, 'B03', { error: { code: -32601, message: 'Method not found' } }),
    );
  });
}
