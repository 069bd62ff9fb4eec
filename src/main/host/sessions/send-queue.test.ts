import { expect, it } from 'vitest';
import { SendQueue } from './send-queue.ts';

it('a few run at a time, in order, and one that fails takes nothing with it', async () => {
  const queue = new SendQueue();
  const sent: number[] = [];
  let running = 0;
  let most = 0;
  const results = await Promise.allSettled(
    Array.from({ length: 5000 }, (_, i) =>
      queue.run(async () => {
        running += 1;
        most = Math.max(most, running);
        sent.push(i);
        await new Promise((resolve) => setImmediate(resolve));
        running -= 1;
        if (i === 7) throw new Error('refused');
      }),
    ),
  );
  expect(sent).toEqual(Array.from({ length: 5000 }, (_, i) => i));
  expect(most).toBe(8);
  expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(1);
});

it('more than may wait are refused, and what waits is still sent', async () => {
  const queue = new SendQueue();
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  let sent = 0;
  const send = async () => {
    await held;
    sent += 1;
  };
  const all = Array.from({ length: 100_010 }, () =>
    queue.run(send).then(
      () => true,
      () => false,
    ),
  );
  release();
  const went = (await Promise.all(all)).filter(Boolean).length;
  expect(went).toBe(100_008);
  expect(sent).toBe(went);
});
