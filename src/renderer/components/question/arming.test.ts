import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ARM_MS, Arming } from './arming.ts';

describe('arming', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    return () => vi.useRealTimers();
  });

  it('takes half a second on the screen', () => {
    const seen: boolean[] = [];
    const arming = new Arming((armed) => seen.push(armed));
    arming.show(true);
    vi.advanceTimersByTime(ARM_MS - 1);
    expect(arming.armed).toBe(false);
    vi.advanceTimersByTime(1);
    expect(arming.armed).toBe(true);
    expect(seen).toEqual([true]);
  });

  it('begins again when the window was hidden meanwhile', () => {
    const arming = new Arming(() => undefined);
    arming.show(true);
    vi.advanceTimersByTime(ARM_MS - 1);
    arming.show(false);
    vi.advanceTimersByTime(ARM_MS * 3);
    expect(arming.armed).toBe(false);
    arming.show(true);
    vi.advanceTimersByTime(ARM_MS - 1);
    expect(arming.armed).toBe(false);
    vi.advanceTimersByTime(1);
    expect(arming.armed).toBe(true);
  });

  it('is taken back at once when the window is hidden', () => {
    const seen: boolean[] = [];
    const arming = new Arming((armed) => seen.push(armed));
    arming.show(true);
    vi.advanceTimersByTime(ARM_MS);
    arming.show(false);
    expect(seen).toEqual([true, false]);
    expect(vi.getTimerCount()).toBe(0);
  });
});
