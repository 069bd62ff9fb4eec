import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { button, formDialog, linkDialog, samplingDialog } from './lib/answers.ts';
import {
  ADA,
  type Asking,
  accept,
  askingTest,
  bothEras,
  ERAS,
  expect,
  nobodyIsAsked,
  roundOf,
  submitAda,
} from './lib/asking.ts';
import { fillForm, inboxLink, result } from './lib/person.ts';
import { standInBrowser } from './lib/stand-ins.ts';
import { type MessagesApi, startMessagesApi } from './servers/messages-api.ts';
import type { Steps } from './servers/raw.ts';

// Rows of the elicitation cases about questions beside other things: calls, models, sessions, transports, and the web.

const FORM = {
  message: 'Who goes there?',
  requestedSchema: {
    type: 'object',
    properties: { name: { type: 'string', title: 'Name' } },
    required: ['name'],
  },
};
const CONFIRM = { message: 'Allow?', requestedSchema: { type: 'object', properties: {} } };
const POEM = {
  messages: [{ role: 'user', content: { type: 'text', text: 'A poem, please.' } }],
  maxTokens: 50,
};
/** None of them may reach the browser. */
const ADDRESSES = [
  'javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'file:///etc/passwd',
  'vbscript:x',
  'blob:https://example.com/a',
  'about:blank',
  'smb://example.com/share',
  'gatehouse://settings',
];
const link = (url: string) => ({ mode: 'url', message: 'Please visit', url, elicitationId: 'visit' });

let api: MessagesApi;
let page: Server;
let pageUrl = '';
/** What asked the page for anything. */
const visits: string[] = [];

const test = askingTest(async () => {
  api = await startMessagesApi({ key: 'sk-test' });
  page = createServer((request, response) => {
    visits.push(`${request.method} ${request.url}`);
    response.end();
  });
  await new Promise<void>((resolve) => page.listen(0, '127.0.0.1', resolve));
  pageUrl = `http://127.0.0.1:${(page.address() as AddressInfo).port}/sign-in?state=a%20b`;

  const { legacy, modern } = bothEras({
    A41: CONFIRM,
    'A49-form': FORM,
    A55: FORM,
    A59: FORM,
    A67: link(pageUrl),
  });
  const confirm = { A41: CONFIRM };
  return {
    servers: {
      legacy: { ...legacy, more: LEGACY },
      modern: { ...modern, more: MODERN },
      'legacy, again': legacy,
      'modern, again': modern,
      'legacy, http': { era: 'legacy', transport: 'http', questions: confirm },
      'legacy, sse': { era: 'legacy', transport: 'sse', questions: confirm },
      'modern, http': { era: 'modern', transport: 'http', questions: confirm },
    },
    env: { ANTHROPIC_API_KEY: 'sk-test', ANTHROPIC_BASE_URL: api.url },
    async close() {
      page.close();
      await api.close();
    },
  };
});

const LEGACY: Record<string, Steps> = {
  A49: [{ request: { id: 'poem', method: 'sampling/createMessage', params: POEM } }, { wait: 'poem' }],
  hang: [{ never: true }],
  A65: ADDRESSES.map((url, at) => ({
    ask: { id: `A65-${at}`, method: 'elicitation/create', params: link(url) },
  })),
};

const MODERN: Record<string, Steps> = {
  A49: {
    rounds: [
      [
        {
          inputRequired: {
            inputRequests: { poem: { method: 'sampling/createMessage', params: POEM } },
            requestState: 'A49',
          },
        },
      ],
    ],
  },
  hang: [{ never: true }],
  ...Object.fromEntries(
    ADDRESSES.map((url, at) => [
      `A65-${at}`,
      { rounds: [[roundOf({ [`A65-${at}`]: link(url) }, `A65-${at}`)]] },
    ]),
  ),
};

const cancelCall = (asking: Asking) => asking.window.getByRole('button', { name: 'Cancel call' });

for (const server of ['legacy', 'legacy, http', 'legacy, sse', 'modern', 'modern, http']) {
  test(`A41 ${server}: nothing answers before the person does`, async ({ asking }) => {
    const dialog = await asking.ask(server, 'A41');
    await expect(dialog).toContainText('Allow?');
    expect(asking.answers(server, 'A41')).toEqual([]);
    await button(dialog, 'Submit').click();
    await asking.expectAnswers(server, 'A41', [accept({})]);
  });
}

for (const era of ERAS) {
  test(`A49 ${era}: a form that comes while a model writes is shown, and answered`, async ({ asking }) => {
    const { window } = asking;
    api.reply({ blocks: [{ text: ['Roses are '] }], ending: 'hold' });
    const held = api.untilHeld();
    const broken = api.untilAborted();
    await asking.runTool(era, 'A49');
    const prompt = samplingDialog(window, era);
    await button(prompt, 'Approve').click();
    await held;
    await expect(prompt).toContainText('Roses are');

    const before = api.aborted;
    await asking.ask(era, 'A49-form');
    await submitAda(asking, era);
    await asking.expectAnswers(era, 'A49-form', [ADA]);
    expect(api.aborted).toBe(before);
    await asking.show(era, 'A49');
    await expect(prompt).toContainText('Roses are');
    await cancelCall(asking).click();
    await broken;
    await nobodyIsAsked(asking);
  });

  test(`A55 ${era}: a form is shown while calls are in flight, its own and another`, async ({ asking }) => {
    await asking.runTool(era, 'hang');
    await expect(cancelCall(asking)).toBeVisible();
    await asking.ask(era, 'A55');
    await expect(cancelCall(asking)).toBeVisible();
    await expect(result(asking.window)).toBeHidden();
    await submitAda(asking, era);
    await asking.expectAnswers(era, 'A55', [ADA]);
    await expect(result(asking.window)).toContainText('Done');
    await asking.show(era, 'hang');
    await cancelCall(asking).click();
    await expect(result(asking.window)).toContainText('Cancelled');
  });

  test(`A59 ${era}: two sessions ask under one id, and each gets its own answer`, async ({ asking }) => {
    const other = `${era}, again`;
    await asking.ask(era, 'A59');
    await asking.ask(other, 'A59');
    await inboxLink(asking.window, 2).click();
    const list = asking.window.getByRole('region', { name: 'Questions' });
    await list.getByRole('button', { name: `Form from ${other}, waiting` }).click();
    await expect(formDialog(asking.window, era)).toBeHidden();
    await fillForm(formDialog(asking.window, other), { Name: 'for the other' });
    await list.getByRole('button', { name: `Form from ${era}, waiting` }).click();
    await expect(formDialog(asking.window, other)).toBeHidden();
    await submitAda(asking, era);
    await asking.expectAnswers(era, 'A59', [ADA]);
    expect(asking.answers(other, 'A59')).toEqual([]);
    await list.getByRole('button', { name: `Form from ${other}, waiting` }).click();
    await button(formDialog(asking.window, other), 'Submit').click();
    await asking.expectAnswers(other, 'A59', [accept({ name: 'for the other' })]);
    expect(asking.answers(era, 'A59')).toEqual([ADA]);
    await nobodyIsAsked(asking);
  });

  test(`A65 ${era}: only http and https ever reach the browser`, async ({ asking }) => {
    const browser = await standInBrowser(asking.app);
    if (era === 'legacy') {
      await asking.runTool(era, 'A65');
      await expect(result(asking.window)).toContainText('Done');
      for (const at of ADDRESSES.keys()) {
        const refused = { code: -32602, message: expect.stringContaining('Only http and https') };
        await asking.expectAnswers(era, `A65-${at}`, [{ error: refused }]);
      }
    } else {
      // Nothing can be sent back: each call ends here, with the reason.
      for (const at of ADDRESSES.keys()) {
        await asking.runTool(era, `A65-${at}`);
        await expect(result(asking.window)).toContainText('Only http and https');
        expect(asking.answers(era, `A65-${at}`)).toEqual([]);
      }
    }
    expect(await browser.opened()).toEqual([]);
    await nobodyIsAsked(asking);
  });

  test(`A67 ${era}: nothing asks for the page before the person consents`, async ({ asking }) => {
    const browser = await standInBrowser(asking.app);
    await asking.runTool(era, 'A67');
    const dialog = linkDialog(asking.window, era);
    await expect(dialog.getByText(pageUrl, { exact: true })).toBeVisible();
    await expect(button(dialog, 'Open in browser')).toBeEnabled();
    expect(await browser.opened()).toEqual([]);
    expect(asking.answers(era, 'A67')).toEqual([]);
    await button(dialog, 'Open in browser').click();
    await asking.expectAnswers(era, 'A67', [{ action: 'accept' }]);
    expect(await browser.opened()).toEqual([pageUrl]);
    // The browser of the person is the only one who visits it, and here there is none.
    expect(visits).toEqual([]);
    if (era === 'legacy') await button(dialog, 'I have finished').click();
    await nobodyIsAsked(asking);
  });
}
