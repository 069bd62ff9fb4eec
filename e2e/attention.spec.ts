import { expect, type Page, test } from '@playwright/test';
import type { QuestionAnswer, QuestionView } from '../src/shared/model/reverse-call.ts';
import './lib/bridge.ts';
import { type LaunchedApp, launchApp } from './lib/launch.ts';

let launched: LaunchedApp;
let page: Page;

test.beforeEach(async () => {
  launched = await launchApp();
  page = launched.window;
  await expect(page.locator('#root')).not.toBeEmpty();
});
test.afterEach(() => launched.close());

/** Lets the demo server ask for a completion while no page of the window shows it. */
async function letServerAsk(): Promise<QuestionView> {
  await page.evaluate(async () => {
    const started = await window.gatehouse.calls['demo.start']();
    if (!started.ok) throw new Error(started.error.message);
    const { serverId, callId } = started.value;
    await window.gatehouse.calls['calls.cancel']({ callId });
    await window.gatehouse.calls['calls.start']({ serverId, method: 'tools/call', name: 'summarise_notes' });
  });
  const asked = () =>
    page.evaluate(async () => {
      const reply = await window.gatehouse.calls['app.snapshot']();
      if (!reply.ok) return undefined;
      return Object.values(reply.value.state.questions).find(
        (question) => question.state === 'waiting' && question.body.type === 'sampling-prompt',
      );
    });
  await expect.poll(asked, { timeout: 20_000 }).toBeTruthy();
  return (await asked()) as QuestionView;
}

test('an approval is refused too soon, while hidden, and without the nonce', async () => {
  const { id } = await letServerAsk();
  const answer = (nonce: string, given: QuestionAnswer) =>
    page.evaluate(
      async (input) => {
        const reply = await window.gatehouse.calls['questions.answer'](input);
        return reply.ok ? 'ok' : reply.error.code;
      },
      { id, nonce, answer: given },
    );
  const show = () =>
    page.evaluate(async (question) => {
      const reply = await window.gatehouse.calls['questions.show']({ id: question });
      return reply.ok ? reply.value.nonce : '';
    }, id);
  const approve = { type: 'approve' } as const;

  const spam = await page.evaluate(async (question) => {
    const shown = await window.gatehouse.calls['questions.show']({ id: question });
    const nonce = shown.ok ? shown.value.nonce : '';
    const replies = await Promise.all(
      Array.from({ length: 20 }, () =>
        window.gatehouse.calls['questions.answer']({ id: question, nonce, answer: { type: 'approve' } }),
      ),
    );
    return replies.map((reply) => (reply.ok ? 'ok' : reply.error.code));
  }, id);
  expect([...new Set(spam)]).toEqual(['too-soon']);

  const nonce = await show();
  await launched.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.hide());
  await expect.poll(() => answer(nonce, approve)).toBe('hidden');
  await launched.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.show());
  await expect.poll(() => answer('another', approve)).not.toMatch(/^(hidden|too-soon)$/);
  expect(await answer('another', approve)).not.toBe('ok');
  expect(await answer(nonce, approve)).toBe('ok');
  expect(await answer(nonce, approve)).not.toBe('ok');
});

test('G27 a question that comes while nobody looks is a notification without its text, and a badge', async () => {
  await launched.app.evaluate(({ app, BrowserWindow, Notification }) => {
    app.setBadgeCount = (count) => {
      (globalThis as { badge?: number | undefined }).badge = count;
      return true;
    };
    const shown: Electron.Notification[] = [];
    (globalThis as { shown?: Electron.Notification[] }).shown = shown;
    Notification.isSupported = () => true;
    Notification.prototype.show = function (this: Electron.Notification) {
      shown.push(this);
    };
    BrowserWindow.getAllWindows()[0]?.hide();
  });
  const question = await letServerAsk();
  const text = await launched.app.evaluate(() =>
    (globalThis as { shown?: Electron.Notification[] }).shown?.map(({ title, body }) => ({ title, body })),
  );
  expect(text?.at(-1)).toEqual({ title: question.serverName, body: 'asks for a model’s answer.' });

  const badge = () => launched.app.evaluate(() => (globalThis as { badge?: number }).badge);
  await expect.poll(badge).toBe(1);

  const visible = () =>
    launched.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible());
  expect(await visible()).toBe(false);
  await launched.app.evaluate(() => {
    (globalThis as { shown?: Electron.Notification[] }).shown?.at(-1)?.emit('click');
  });
  await expect.poll(visible).toBe(true);
  await expect.poll(() => page.evaluate(() => location.hash)).toMatch(/^#\/inbox/);
  await page.getByRole('button', { name: 'Deny', exact: true }).click();
  await expect.poll(badge).toBe(0);
});
