import type { ChildProcess } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ProcessGroup } from './process-group.ts';

vi.mock('./watchdog.ts', () => ({ watchGroup: () => undefined, unwatchGroup: () => undefined }));

/** A process that only exists here. */
class FakeChild extends EventEmitter {
  readonly pid: number | undefined;
  exitCode: number | null = null;
  signalCode: string | null = null;
  readonly stdin = { end: () => this.emit('stdin-end') };
  constructor(pid: number | undefined) {
    super();
    this.pid = pid;
  }
  exit(): void {
    this.exitCode = 0;
    this.emit('exit', 0, null);
  }
}

const TIMES = { stdinMs: 20, termMs: 20, killMs: 20 };
const group = (child: FakeChild) => new ProcessGroup(child as unknown as ChildProcess, 'linux');

/** A system that records signals. Somebody is left in the group until `last` was sent. */
function system(last: NodeJS.Signals | 'nobody', onLast = () => {}) {
  const sent: [number, string | number | undefined][] = [];
  let empty = last === 'nobody';
  vi.spyOn(process, 'kill').mockImplementation((pid, signal) => {
    if (empty) throw Object.assign(new Error('gone'), { code: 'ESRCH' });
    if (signal !== 0) sent.push([pid, signal]);
    if (signal === last) {
      empty = true;
      onLast();
    }
    return true;
  });
  return sent;
}

afterEach(() => {
  vi.restoreAllMocks();
});

describe('ProcessGroup', () => {
  it.each([undefined, 0, 1, -5])('holds no process %s', (pid) => {
    expect(() => group(new FakeChild(pid))).toThrow();
  });

  it('sends no signal to a server that goes when its stdin ends', async () => {
    const child = new FakeChild(4_000_001);
    child.once('stdin-end', () => child.exit());
    const sent = system('nobody');
    await group(child).stop(TIMES);
    expect(sent).toEqual([]);
  });

  it('ends a stubborn one in order, and always the group', async () => {
    const child = new FakeChild(4_000_002);
    const sent = system('SIGKILL', () => child.exit());
    await group(child).stop(TIMES);
    expect(sent).toEqual([
      [-4_000_002, 'SIGTERM'],
      [-4_000_002, 'SIGKILL'],
    ]);
  });

  it('sweeps up what stays when the leader has gone', async () => {
    const child = new FakeChild(4_000_003);
    child.once('stdin-end', () => child.exit());
    const sent = system('SIGTERM');
    await group(child).stop(TIMES);
    expect(sent).toEqual([[-4_000_003, 'SIGTERM']]);
  });

  it('never uses the number again once nobody was left', () => {
    const child = new FakeChild(4_000_004);
    let calls = 0;
    vi.spyOn(process, 'kill').mockImplementation(() => {
      calls += 1;
      throw Object.assign(new Error('gone'), { code: 'ESRCH' });
    });
    const it = group(child);
    expect(it.signal('SIGKILL')).toBe(false);
    expect(it.signal('SIGKILL')).toBe(false);
    expect(calls).toBe(1);
  });
});
