import { expect } from './lib/asking.ts';
import { goTo, inboxLink, openServer, openTool, run } from './lib/person.ts';
import { receivedOf, samplingTest } from './lib/sampling.ts';
import type { Step } from './servers/raw.ts';

// A server that asks 200 times within a second, while a person works in the window.

const request: Step = {
  request: {
    method: 'sampling/createMessage',
    params: {
      messages: [{ role: 'user', content: { type: 'text', text: 'Again. '.repeat(200) } }],
      maxTokens: 100,
    },
  },
};

const { test, api } = samplingTest(
  {},
  {
    flood: {
      era: 'legacy',
      more: {
        // Time itself is the subject: 200 in a second, not all at once.
        t: [
          { repeat: 20, steps: [...Array<Step>(10).fill(request), { sleep: 40 }] },
          { wait: 'raw-1', withinMs: 60_000 },
        ],
      },
    },
  },
);

test('200 sampling requests in a second: one group in the inbox, the limit holds, the window answers', async ({
  asking,
}, info) => {
  const { window } = asking;
  await openServer(window, 'flood');
  await openTool(window, 't');
  await window.evaluate(() => {
    const slow: number[] = [];
    (globalThis as { slowEvents?: number[] }).slowEvents = slow;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) slow.push(entry.duration);
    }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
  });
  const startedAt = Date.now();
  await run(window);
  const answers = () =>
    asking.record('flood').filter(({ kind, what }) => kind === 'in' && /^raw-/.test(what.id));
  const took: number[] = [];
  // The person goes on working meanwhile.
  while (answers().length < 180) {
    const from = Date.now();
    await goTo(window, took.length % 2 === 0 ? 'Activity' : 'Inbox');
    await expect(
      window.getByRole('heading', { name: took.length % 2 === 0 ? 'Activity' : 'Inbox', level: 1 }),
    ).toBeVisible();
    took.push(Date.now() - from);
  }
  expect(took.length, 'changes of the screen meanwhile').toBeGreaterThan(0);
  const all = Date.now() - startedAt;
  const slow = await window.evaluate(() => (globalThis as { slowEvents?: number[] }).slowEvents ?? []);
  const description = `${all} ms in all; ${took.length} changes of the screen, at most ${Math.max(...took)} ms each; ${slow.length} events of 16 ms or more, at most ${Math.max(0, ...slow)} ms`;
  info.annotations.push({ type: 'latency', description });

  await expect(inboxLink(window, 20)).toBeVisible();
  await goTo(window, 'Inbox');
  const list = window.getByRole('region', { name: 'Questions' });
  await expect(list.getByRole('heading', { name: 'Waiting 20' })).toBeVisible();
  // One for what waits, one for what was refused.
  await expect(list.getByRole('heading', { level: 3 })).toHaveText(['t · flood', 't · flood']);
  await expect(list.getByRole('button', { name: /waiting for/ })).toHaveCount(20);
  const refused = await list.getByRole('button', { name: /refused/ }).allInnerTexts();
  const counts = refused.map((row) => Number(/×(\d+)/.exec(row)?.[1] ?? 1));
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(180);
  expect(refused.length).toBeLessThanOrEqual(2);

  const errors = answers().map(({ what }) => what.error);
  expect(errors).toStrictEqual(Array(180).fill({ code: -1, message: 'User rejected sampling request' }));
  expect(receivedOf(asking, 'legacy', 't')).toEqual([]);
  expect(api().requests).toEqual([]);
});
