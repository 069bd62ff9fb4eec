import type { Page } from '@playwright/test';
import { button, linkDialog } from './lib/answers.ts';
import { askingTest, ERAS, type Era, expect, nobodyIsAsked, roundOf } from './lib/asking.ts';
import { inboxLink, questions, result, run } from './lib/person.ts';
import { breakBrowser, standInBrowser } from './lib/stand-ins.ts';
import type { Steps } from './servers/raw.ts';

// Links: what is said of an address before anything opens, and what follows consent.

const LONG = `https://example.com/${'a'.repeat(600)}`;
/** Tool, address, its host as emphasised, and what is to be read beside it. */
const ODD: readonly (readonly [tool: string, url: string, host: string, ...said: RegExp[]])[] = [
  ['plain', 'http://example.com/', 'example.com', /not encrypted/],
  ['number', 'https://8.8.8.8/', '8.8.8.8', /by number/],
  ['here', 'https://127.0.0.1:8443/', '127.0.0.1:8443', /this computer/, /unusual port 8443/],
  ['private', 'https://192.168.1.1/', '192.168.1.1', /your own network/],
  [
    'punycode',
    'https://xn--bcher-kva.example/',
    'xn--bcher-kva.example',
    /decoded: bücher\.example/,
    /international/,
  ],
  ['mixed', 'https://xn--pple-43d.com/', 'xn--pple-43d.com', /decoded: аpple\.com/, /mixes alphabets/],
  ['long', LONG, 'example.com', /very long/],
];
const link = (url: string) => ({
  mode: 'url',
  message: 'Please visit. '.repeat(100),
  url,
  elicitationId: url,
});
const CREDENTIALS = 'https://bank.example:pw@evil.example/';
const PAGE = 'https://example.com/sign-in';

const same = (era: Era): Record<string, Steps> =>
  era === 'legacy'
    ? {
        notice: [
          { notify: { method: 'notifications/elicitation/complete', params: { elicitationId: PAGE } } },
        ],
      }
    : {
        // The same address in twelve rounds, more than a call may have.
        again: { rounds: Array.from({ length: 12 }, () => [roundOf({ again: link(PAGE) }, 'again')]) },
        notice: [
          { notify: { method: 'notifications/elicitation/complete', params: { elicitationId: PAGE } } },
        ],
      };

const test = askingTest(() => ({
  servers: Object.fromEntries(
    ERAS.map((era) => [
      era,
      {
        era,
        questions: {
          ...Object.fromEntries(ODD.map(([tool, url]) => [tool, link(url)])),
          credentials: link(CREDENTIALS),
          visit: link(PAGE),
          broken: link(PAGE),
        },
        more: same(era),
      },
    ]),
  ),
}));

const open = (window: Page, server: string) => button(linkDialog(window, server), 'Open in browser');

for (const era of ERAS) {
  test(`${era}: the whole address is text with its host emphasised, and what is odd about it is said`, async ({
    asking,
  }) => {
    const { window } = asking;
    const browser = await standInBrowser(asking.app);
    const dialog = linkDialog(window, era);
    for (const [tool, url, host, ...said] of ODD) {
      await asking.runTool(era, tool);
      await expect(dialog.getByText(url, { exact: true })).toBeVisible();
      await expect(dialog.getByRole('strong')).toHaveText(host);
      await expect(dialog.getByText(`visit a page at ${host} in your browser`)).toBeInViewport();
      for (const sentence of said) await expect(dialog).toContainText(sentence);
      await expect(dialog.getByRole('link')).toHaveCount(0);
      // Ours first: no text and no address of a server can push it out of sight.
      await expect(dialog.getByRole('list', { name: 'Warnings' })).toBeInViewport();
      await button(dialog, 'Decline').click();
      await asking.expectAnswers(era, tool, [{ action: 'decline' }]);
    }
    expect(await browser.opened()).toEqual([]);
    await nobodyIsAsked(asking);
  });

  test(`${era}: an address with a user name is warned of, and says before that it is not opened`, async ({
    asking,
  }) => {
    const { window } = asking;
    const browser = await standInBrowser(asking.app);
    await asking.runTool(era, 'credentials');
    const dialog = linkDialog(window, era);
    await expect(dialog.getByText(CREDENTIALS, { exact: true })).toBeVisible();
    await expect(dialog.getByRole('strong')).toHaveText('evil.example');
    await expect(dialog.getByRole('list', { name: 'Warnings' })).toContainText('leads to evil.example');
    await expect(dialog).toContainText('not opened from here');
    await expect(open(window, era)).toBeHidden();
    await button(dialog, 'Decline').click();
    await asking.expectAnswers(era, 'credentials', [{ action: 'decline' }]);
    expect(await browser.opened()).toEqual([]);
    await nobodyIsAsked(asking);
  });

  test(`${era}: a browser that cannot be opened cancels the link, and the person reads why`, async ({
    asking,
  }) => {
    const { window } = asking;
    await breakBrowser(asking.app);
    await asking.runTool(era, 'broken');
    await open(window, era).click();
    await asking.expectAnswers(era, 'broken', [{ action: 'cancel' }]);
    await questions(window)
      .getByRole('button', { name: /Link: failed/ })
      .click();
    await expect(linkDialog(window, era)).toContainText('The browser could not be opened.');
    await expect(linkDialog(window, era)).toContainText(PAGE);
    await nobodyIsAsked(asking);
  });
}

test('legacy: after consent the page may be opened again, until the server says that it is done', async ({
  asking,
}) => {
  const { window } = asking;
  const browser = await standInBrowser(asking.app);
  const dialog = linkDialog(window, 'legacy');
  await asking.runTool('legacy', 'visit');
  await open(window, 'legacy').click();
  await asking.expectAnswers('legacy', 'visit', [{ action: 'accept' }]);
  await expect(result(window)).toContainText('Done');
  await expect(dialog).toContainText('nothing more is sent');
  await button(dialog, 'Open again').click();
  await expect.poll(() => browser.opened()).toEqual([PAGE, PAGE]);
  await breakBrowser(asking.app);
  await button(dialog, 'Open again').click();
  await expect(dialog.getByRole('alert')).toContainText('Copy the address and open it yourself.');
  await expect(button(dialog, 'I have finished')).toBeEnabled();
  await asking.runTool('legacy', 'notice');
  await nobodyIsAsked(asking);
  expect(asking.answers('legacy', 'visit')).toEqual([{ action: 'accept' }]);
});

test('modern: the same address again is asked about without a new consent, outside the cap of rounds', async ({
  asking,
}) => {
  const { window } = asking;
  const browser = await standInBrowser(asking.app);
  const dialog = linkDialog(window, 'modern');
  await asking.runTool('modern', 'again');
  await open(window, 'modern').click();
  await expect(button(dialog, 'Open again')).toBeEnabled();
  await button(dialog, 'Open again').click();
  await expect.poll(() => browser.opened()).toEqual([PAGE, PAGE]);
  for (let round = 1; round < 12; round += 1) {
    await expect.poll(() => asking.answers('modern', 'again').length).toBe(round);
    await button(dialog, 'I have finished').click();
  }
  await expect(result(window)).toContainText('Done');
  expect(await browser.opened()).toEqual([PAGE, PAGE]);
  await asking.expectAnswers('modern', 'again', Array(12).fill({ action: 'accept' }));

  // Cancelled in the middle: the server hears it, and no notice of its own counts in this era.
  await run(window);
  await open(window, 'modern').click();
  await expect(button(dialog, 'I have finished')).toBeEnabled();
  await asking.runTool('modern', 'notice');
  await expect(result(window)).toContainText('Done');
  await expect(inboxLink(window, 1)).toBeVisible();
  await asking.show('modern', 'again');
  await expect(button(dialog, 'I have finished')).toBeEnabled();
  await button(dialog, 'Cancel').click();
  await expect.poll(() => asking.answers('modern', 'again').slice(12)).toContainEqual({ action: 'cancel' });
  await asking.window.getByRole('button', { name: 'Cancel call' }).click();
  await nobodyIsAsked(asking);
});
