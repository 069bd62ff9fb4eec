import { expect, it, vi } from 'vitest';
import { madeOnce } from './made-once.ts';

it('makes one thing for each object, and the same again', () => {
  const make = vi.fn(({ n }: { n: number }) => ({ twice: n * 2 }));
  const once = madeOnce(make);
  const [one, two] = [{ n: 1 }, { n: 1 }];
  expect(once(one)).toBe(once(one));
  expect(once(two)).not.toBe(once(one));
  expect(once(two)).toEqual({ twice: 2 });
  expect(make).toHaveBeenCalledTimes(2);
});

it('makes an empty text once, too', () => {
  const make = vi.fn(() => '');
  const once = madeOnce(make);
  const key = {};
  expect([once(key), once(key)]).toEqual(['', '']);
  expect(make).toHaveBeenCalledOnce();
});
