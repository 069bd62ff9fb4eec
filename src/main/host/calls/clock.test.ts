import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CallClock } from './clock.ts';

describe('CallClock', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
  afterEach(() => void vi.useRealTimers());

  it('expires after its running time', () => {
    const expired = vi.fn();
    new CallClock(1000, expired);
    vi.advanceTimersByTime(999);
    expect(expired).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(expired).toHaveBeenCalledOnce();
  });

  it('A53 stands still while a reverse call is open, and goes on where it stopped', () => {
    const expired = vi.fn();
    const clock = new CallClock(1000, expired);
    vi.advanceTimersByTime(600);
    const resume = clock.pause();
    vi.advanceTimersByTime(3_600_000);
    expect(expired).not.toHaveBeenCalled();
    resume();
    vi.advanceTimersByTime(399);
    expect(expired).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(expired).toHaveBeenCalledOnce();
  });

  it('runs again only when the last of several pauses is over, each counted once', () => {
    const expired = vi.fn();
    const paused = vi.fn();
    const clock = new CallClock(1000, expired, paused);
    const [first, second] = [clock.pause(), clock.pause()];
    first();
    first();
    vi.advanceTimersByTime(5000);
    expect(expired).not.toHaveBeenCalled();
    second();
    vi.advanceTimersByTime(1000);
    expect(expired).toHaveBeenCalledOnce();
    expect(paused.mock.calls).toEqual([[true], [false]]);
  });

  it('never fires after stop, whatever resumes later', () => {
    const expired = vi.fn();
    const clock = new CallClock(1000, expired);
    const resume = clock.pause();
    clock.stop();
    resume();
    vi.advanceTimersByTime(10_000);
    expect(expired).not.toHaveBeenCalled();
  });

  it('a limit beyond 2^31 ms does not fire at once', () => {
    const expired = vi.fn();
    new CallClock(2 ** 40, expired);
    vi.advanceTimersByTime(1000);
    expect(expired).not.toHaveBeenCalled();
  });

  it('that is given time for a task runs on from there, and not while it stands still', () => {
    const expired = vi.fn();
    const clock = new CallClock(60_000, expired);
    const resume = clock.pause();
    clock.allow(1000);
    vi.advanceTimersByTime(3_600_000);
    expect(expired).not.toHaveBeenCalled();
    resume();
    vi.advanceTimersByTime(999);
    expect(expired).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(expired).toHaveBeenCalledOnce();
  });
});
