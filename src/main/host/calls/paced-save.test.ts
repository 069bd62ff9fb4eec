import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { pacedSave } from './paced-save.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('a save that takes long is not made with every key', () => {
  let saved = 0;
  const drafts = pacedSave(() => {
    saved += 1;
    vi.setSystemTime(Date.now() + 100);
  }, Date.now);
  for (let key = 0; key < 10; key += 1) drafts.push();
  expect(saved).toBe(1);
  vi.advanceTimersByTime(2000);
  expect(saved).toBe(2);
  drafts.push();
  drafts.flush();
  expect(saved).toBe(3);
  drafts.flush();
  vi.advanceTimersByTime(60_000);
  expect(saved).toBe(3);
});

it('the first failure is told, a late one keeps nothing from ending', () => {
  const quiet = vi.spyOn(console, 'error').mockImplementation(() => {});
  const drafts = pacedSave(() => {
    vi.setSystemTime(Date.now() + 100);
    throw new Error('disk full');
  }, Date.now);
  expect(() => drafts.push()).toThrow('disk full');
  drafts.push();
  expect(() => drafts.flush()).not.toThrow();
  expect(quiet).toHaveBeenCalledOnce();
});
