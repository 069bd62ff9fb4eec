import { expect, it } from 'vitest';
import { LateAbort } from './late-abort.ts';

it('aborts the signal that was asked for before, and the one asked for afterwards, with the first reason', () => {
  const [first, second] = [new Error('first'), new Error('second')];
  const early = new LateAbort();
  const { signal } = early;
  expect(signal.aborted).toBe(false);
  early.abort(first);
  early.abort(second);
  expect(signal.reason).toBe(first);
  expect(early.signal).toBe(signal);

  const late = new LateAbort();
  late.abort(first);
  late.abort(second);
  expect(late.signal.aborted).toBe(true);
  expect(late.signal.reason).toBe(first);
});
