import type { ChildProcess, SpawnOptions } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { createRequire } from 'node:module';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ProcessGroup } from './process-group.ts';
import { SpawnFailure, StdioTransport } from './stdio.ts';

const started = vi.hoisted(() => ({
  servers: [] as [string, readonly string[], SpawnOptions][],
  killers: [] as [string, readonly string[]][],
}));
vi.mock('./watchdog.ts', () => ({ watchGroup: () => undefined, unwatchGroup: () => undefined }));
vi.mock('cross-spawn', () => ({
  default: (command: string, args: readonly string[], options: SpawnOptions) => {
    started.servers.push([command, args, options]);
    const child = new EventEmitter();
    queueMicrotask(() => child.emit('error', Object.assign(new Error('no'), { code: 'ENOENT' })));
    return child;
  },
}));
vi.mock('node:child_process', async (original) => ({
  ...(await original<object>()),
  spawn: (command: string, args: readonly string[]) => {
    started.killers.push([command, args]);
    return new EventEmitter();
  },
}));

afterEach(() => {
  started.servers.length = 0;
  started.killers.length = 0;
});

interface Parsed {
  readonly command: string;
  readonly args: readonly string[];
  readonly options: { readonly windowsVerbatimArguments?: boolean };
}

/** What cross-spawn makes of a command on Windows. */
function onWindows(command: string, args: readonly string[]): Parsed {
  const require = createRequire(import.meta.url);
  const { platform, env } = process;
  for (const file of Object.keys(require.cache))
    if (/cross-spawn|which/.test(file)) delete require.cache[file];
  Object.defineProperty(process, 'platform', { value: 'win32' });
  process.env = { ...env, comspec: 'cmd.exe' };
  try {
    return (require('cross-spawn') as { _parse(c: string, a: readonly string[], o: object): Parsed })._parse(
      command,
      [...args],
      {},
    );
  } finally {
    Object.defineProperty(process, 'platform', { value: platform });
    process.env = env;
  }
}

describe('a command on Windows', () => {
  it.each(['npx', 'C:\\tools\\x.cmd', 'C:\\tools\\x.bat'])('D07 %s is started through cmd.exe', (command) => {
    const parsed = onWindows(command, ['-y', 'x']);
    expect(parsed.command).toBe('cmd.exe');
    expect(parsed.args.slice(0, 3)).toEqual(['/d', '/s', '/c']);
    expect(parsed.options.windowsVerbatimArguments).toBe(true);
  });

  it('D09 blanks and what cmd.exe reads as more than text stay in their argument', () => {
    const { args } = onWindows('C:\\Program Files\\n\\x.cmd', ['a b', 'c&calc', '"d"', '%PATH%']);
    expect(args[3]).toBe('"C:\\Program^ Files\\n\\x.cmd ^"a^ b^" ^"c^&calc^" ^"\\^"d\\^"^" ^"^%PATH^%^""');
  });
});

describe('a server process', () => {
  it('D07 D39 is never given to a shell of ours, and opens no window', async () => {
    const launch = { command: 'npx', args: ['-y', 'a & b'], cwd: process.cwd(), env: {} };
    const transport = new StdioTransport({
      launch,
      createCwd: false,
      onStderr: () => {},
      onGarbage: () => {},
    });
    await expect(transport.start()).rejects.toThrow(SpawnFailure);
    const [command, args, options] = started.servers[0] ?? [];
    expect([command, args]).toEqual(['npx', ['-y', 'a & b']]);
    expect(options).toMatchObject({ shell: false, windowsHide: true });
  });

  it('D31 is asked by the end of its input on Windows, and then ended with all it started', async () => {
    const child = Object.assign(new EventEmitter(), {
      pid: 4_000_010,
      exitCode: null as number | null,
      signalCode: null,
      stdin: { end: vi.fn() },
    });
    const group = new ProcessGroup(child as unknown as ChildProcess, 'win32');
    const stopped = group.stop({ stdinMs: 20, termMs: 20, killMs: 20 });
    expect(child.stdin.end).toHaveBeenCalledOnce();
    expect(started.killers).toEqual([]);
    await vi.waitFor(() => expect(started.killers).not.toEqual([]));
    expect(started.killers[0]).toEqual(['taskkill', ['/T', '/F', '/PID', '4000010']]);
    child.exitCode = 1;
    child.emit('exit', 1, null);
    await stopped;
  });

  it('D31 that obeys the end of its input is left alone', async () => {
    const child = Object.assign(new EventEmitter(), {
      pid: 4_000_011,
      exitCode: null as number | null,
      signalCode: null,
      stdin: {
        end: () => {
          child.exitCode = 0;
          child.emit('exit', 0, null);
        },
      },
    });
    await new ProcessGroup(child as unknown as ChildProcess, 'win32').stop();
    expect(started.killers).toEqual([]);
  });
});
