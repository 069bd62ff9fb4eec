import { describe, expect, test, vi } from 'vitest';
import { QuitFlow, type QuitSummary, quitWarning } from './quit-flow.ts';

describe('quitWarning', () => {
  test.each([
    [{ kept: 0, lost: 0 }, undefined],
    [{ kept: 3, lost: 0 }, undefined],
    [{ kept: 1, lost: 1 }, '1 question will be kept, 1 will be lost.'],
    [{ kept: 2, lost: 5 }, '2 questions will be kept, 5 will be lost.'],
    [{ kept: 0, lost: 1 }, '1 question will be lost.'],
    [{ kept: 0, lost: 4 }, '4 questions will be lost.'],
  ])('%j', (summary, sentence) => {
    expect(quitWarning(summary)).toBe(sentence);
  });
});

function deferred<T>() {
  let resolve = (_value: T): void => {};
  let reject = (_error: Error): void => {};
  const promise = new Promise<T>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  return { promise, resolve, reject };
}

function setUp(summary: QuitSummary, saves = true) {
  const order: string[] = [];
  const answer = deferred<boolean>();
  const stopped = deferred<void>();
  const flow = new QuitFlow({
    summary: () => summary,
    ask(sentence) {
      order.push(`ask: ${sentence}`);
      return answer.promise;
    },
    async save() {
      order.push('save');
      if (!saves) throw new Error('no page');
    },
    stop() {
      order.push('stop');
      return stopped.promise;
    },
    end: () => order.push('end'),
  });
  return { flow, order, answer, stopped };
}
const settle = () => vi.waitFor(() => Promise.resolve());

test('with nothing to lose the page saves, the servers are stopped, then the app ends', async () => {
  const { flow, order, stopped } = setUp({ kept: 1, lost: 0 });
  expect(flow.request()).toBe(false);
  expect(flow.request()).toBe(false);
  expect(order).toEqual(['save']);
  await vi.waitFor(() => expect(order).toEqual(['save', 'stop']));
  stopped.resolve();
  await vi.waitFor(() => expect(order).toEqual(['save', 'stop', 'end']));
  expect(flow.request()).toBe(true);
});

test('a page that cannot save does not keep the app', async () => {
  const { flow, order, stopped } = setUp({ kept: 1, lost: 0 }, false);
  flow.request();
  stopped.resolve();
  await vi.waitFor(() => expect(order).toEqual(['save', 'stop', 'end']));
});

test('a person who wants to keep the question keeps the app, and is asked again the next time', async () => {
  const { flow, order, answer } = setUp({ kept: 1, lost: 1 });
  expect(flow.request()).toBe(false);
  expect(flow.request()).toBe(false);
  expect(order).toEqual(['ask: 1 question will be kept, 1 will be lost.']);
  answer.resolve(false);
  await settle();
  await vi.waitFor(() => {
    flow.request();
    expect(order).toHaveLength(2);
  });
  expect(flow.ending).toBe(false);
  expect(order).not.toContain('stop');
});

test('a person who agrees quits', async () => {
  const { flow, order, answer, stopped } = setUp({ kept: 0, lost: 2 });
  flow.request();
  answer.resolve(true);
  stopped.resolve();
  await vi.waitFor(() => expect(order).toEqual(['ask: 2 questions will be lost.', 'save', 'stop', 'end']));
});

test('G29 an update bypasses the question, and the servers are stopped first', async () => {
  const { flow, order, stopped } = setUp({ kept: 0, lost: 1 });
  flow.withoutAsking();
  expect(flow.request()).toBe(false);
  stopped.resolve();
  await vi.waitFor(() => expect(order).toEqual(['save', 'stop', 'end']));
  expect(flow.request()).toBe(true);
});

test('G29 the end of the session does not wait for a dialog that is open', async () => {
  const { flow, order, answer, stopped } = setUp({ kept: 0, lost: 1 });
  flow.request();
  flow.withoutAsking();
  stopped.resolve();
  await vi.waitFor(() => expect(order.slice(1)).toEqual(['save', 'stop', 'end']));
  answer.resolve(true);
  await settle();
  expect(order.filter((step) => step === 'stop')).toHaveLength(1);
});

test('servers that cannot be stopped do not keep the app', async () => {
  const { flow, order, stopped } = setUp({ kept: 0, lost: 0 });
  flow.request();
  stopped.reject(new Error('stuck'));
  await vi.waitFor(() => expect(order).toEqual(['save', 'stop', 'end']));
});
