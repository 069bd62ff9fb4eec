import { describe, expect, it } from 'vitest';
import { TurnTaker } from './turn-taker.ts';

const never = new AbortController().signal;
const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('TurnTaker', () => {
  it('lets one through at a time, in order, and other keys freely', async () => {
    const turns = new TurnTaker();
    const order: string[] = [];
    const first = await turns.take('a', never);
    const second = turns.take('a', never).then((pass) => {
      order.push('second');
      return pass;
    });
    const third = turns.take('a', never).then(() => order.push('third'));
    const other = await turns.take('b', never);
    other();
    await settle();
    expect(order).toEqual([]);
    first();
    (await second)();
    await third;
    expect(order).toEqual(['second', 'third']);
  });

  it('a waiter that is aborted leaves the queue to the others', async () => {
    const turns = new TurnTaker();
    const first = await turns.take('a', never);
    const gone = new AbortController();
    const second = turns.take('a', gone.signal);
    const third = turns.take('a', never);
    gone.abort(new Error('cancelled'));
    await expect(second).rejects.toThrow('cancelled');
    first();
    await expect(third).resolves.toBeTypeOf('function');
  });
});
