import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { familyOf, isAlive } from '../../../e2e/lib/processes.ts';
import { rawStdio, type Scenario } from '../../../e2e/servers/raw.ts';
import type { Target } from '../../shared/model/server.ts';
import { createHost } from './host.ts';
import { bootId, startOf } from './sessions/transports/identity.ts';
import { type AppProcess, startApp } from './testing/app-process.ts';
import { scratch } from './testing/scratch.ts';

/** What outlives the app is ended at its next start, and nobody else is: with real processes. */
const linux = process.platform === 'linux';
const STUBBORN: Scenario = {
  ignoreSigterm: true,
  ignoreStdinEnd: true,
  onCall: { hold: [{ never: true }] },
};
/** Never obeys and says who it is; it ends by itself after a while, whatever happens. */
const LOITER = `process.on('SIGTERM', () => {}); setTimeout(() => {}, 60_000);
  require('node:fs').appendFileSync(process.env.PIDS, process.pid + '\\n');`;
/** Starts a loiterer in a session of its own whose parent is gone (double fork), then becomes the server. */
const ESCAPE = `(setsid "$NODE" -e "$LOITER" >/dev/null 2>&1 </dev/null &); exec "$@"`;
/** The server as a child, beside a loiterer in the same group. */
const WRAP = `"$NODE" -e "$LOITER" >/dev/null 2>&1 </dev/null & "$@"; true`;

let dataDir: string;
let pidsFile: string;
let app: AppProcess | undefined;
const strangers: ChildProcess[] = [];
beforeEach(() => {
  dataDir = scratch('left');
  pidsFile = path.join(dataDir, 'pids');
});
afterEach(() => {
  app?.child.kill('SIGKILL');
  app = undefined;
  for (const stranger of strangers.splice(0)) stranger.kill('SIGKILL');
  for (const pid of pids()) if (isAlive(pid)) process.kill(pid, 'SIGKILL');
});

function target(script: string): Target {
  const { command, args } = rawStdio(STUBBORN);
  const env = { NODE: process.execPath, LOITER, PIDS: pidsFile };
  return { type: 'stdio', command: 'sh', args: ['-c', script, 'sh', command, ...args], env };
}

async function addServer(script: string): Promise<void> {
  const host = await createHost({ dataDir, version: '0.0.0', env: process.env });
  await host.handlers['servers.add']({ name: 's', target: target(script) });
  await host.close();
}

/** The processes that said who they are. */
const pids = (): number[] =>
  existsSync(pidsFile) ? readFileSync(pidsFile, 'utf8').trim().split('\n').map(Number) : [];
const records = (): string[] =>
  existsSync(path.join(dataDir, 'processes')) ? readdirSync(path.join(dataDir, 'processes')) : [];

/** The app with a running server; resolves with every process of that server. */
async function appWithServer(
  script: string,
): Promise<{ running: AppProcess; servers: number[]; dogs: number[] }> {
  await addServer(script);
  const running = startApp(dataDir, 'hold');
  app = running;
  const host = running.child.pid as number;
  await expect.poll(() => records().length, { timeout: 20_000 }).toBe(1);
  await expect.poll(() => pids().length, { timeout: 20_000 }).toBe(1);
  await running.call(({ state }) => state === 'running');
  const [file = ''] = records();
  const { pid } = JSON.parse(readFileSync(path.join(dataDir, 'processes', file), 'utf8')) as { pid: number };
  const dogs = familyOf(host).filter((one) => commandOf(one).includes('while read -r op'));
  return { running, servers: [...new Set([...familyOf(pid), ...pids()])], dogs };
}

const commandOf = (pid: number): string => readFileSync(`/proc/${pid}/cmdline`, 'latin1');

/** Starts the app again; what the journal says of processes then. */
async function startAgain(): Promise<string[]> {
  const host = await createHost({ dataDir, version: '0.0.0', env: process.env });
  await host.close();
  return notes();
}

async function notes(): Promise<string[]> {
  const host = await createHost({ dataDir, version: '0.0.0', env: process.env });
  const { entries } = await host.handlers['activity.page']({ limit: 100 });
  await host.close();
  return entries.map(({ text }) => text).filter((text) => /still running|may still run/.test(text));
}

function stranger(): number {
  const child = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60_000)'], {
    stdio: 'ignore',
    detached: true,
  });
  strangers.push(child);
  return child.pid as number;
}

async function record(change: Record<string, unknown>): Promise<void> {
  mkdirSync(path.join(dataDir, 'processes'), { recursive: true });
  const gone = { pid: 2 ** 22 + 5, start: '1' };
  writeFileSync(
    path.join(dataDir, 'processes', `${randomUUID()}.json`),
    JSON.stringify({ server: 's', boot: bootId(), host: gone, ...change }),
  );
}

describe.runIf(linux)('the app was killed, and its watchdog too', () => {
  it.each([
    ['stubborn ones in its group', WRAP],
    ['one that left its group', ESCAPE],
  ])('D27 the next start ends %s', async (_, script) => {
    const { running, servers, dogs } = await appWithServer(script);
    expect(dogs).toHaveLength(1);
    for (const dog of dogs) process.kill(dog, 'SIGKILL');
    await running.kill();
    expect(servers.length).toBeGreaterThan(1);
    expect(servers.filter(isAlive)).toEqual(servers);
    expect(await startAgain()).toEqual([
      'Processes of s were still running from the last time and were ended.',
    ]);
    expect(servers.filter(isAlive)).toEqual([]);
    expect(records()).toEqual([]);
  });

  it('D27 the next start ends what is left of a group whose leader died too', async () => {
    const { running, servers, dogs } = await appWithServer(WRAP);
    for (const dog of dogs) process.kill(dog, 'SIGKILL');
    await running.kill();
    const [loiterer = 0] = pids();
    for (const pid of servers) if (pid !== loiterer) process.kill(pid, 'SIGKILL');
    expect(isAlive(loiterer)).toBe(true);
    await startAgain();
    expect(isAlive(loiterer)).toBe(false);
  });

  it('D27 a server is not started again before', async () => {
    const { running, servers, dogs } = await appWithServer(ESCAPE);
    for (const dog of dogs) process.kill(dog, 'SIGKILL');
    await running.kill();
    const host = await createHost({ dataDir, version: '0.0.0', env: process.env });
    try {
      await host.sessions.ensure('s');
      expect(servers.filter(isAlive)).toEqual([]);
    } finally {
      await host.close();
    }
    expect(pids().filter(isAlive)).toEqual([]);
  });
});

describe.runIf(linux)('the app was killed', () => {
  it('D27 the watchdog ends one that left its group', async () => {
    const { running, servers } = await appWithServer(ESCAPE);
    await running.kill();
    await expect.poll(() => servers.filter(isAlive), { timeout: 10_000 }).toEqual([]);
    expect(await startAgain()).toEqual([]);
    expect(records()).toEqual([]);
  });
});

describe.runIf(linux)('the next start touches nobody else', () => {
  it('D27 not the process that got the number since', async () => {
    const pid = stranger();
    await record({ pid, start: String(Number(await startOf(pid)) - 1) });
    expect(await startAgain()).toEqual([]);
    expect(isAlive(pid)).toBe(true);
    expect(records()).toEqual([]);
  });

  it('D27 not one with the same number and moment after the system was started again', async () => {
    const pid = stranger();
    await record({ pid, start: await startOf(pid), boot: randomUUID() });
    expect(await startAgain()).toEqual([]);
    expect(isAlive(pid)).toBe(true);
  });

  it('D27 not the processes of an app that still runs', async () => {
    const pid = stranger();
    await record({
      pid,
      start: await startOf(pid),
      host: { pid: process.pid, start: await startOf(process.pid) },
    });
    expect(await startAgain()).toEqual([]);
    expect(isAlive(pid)).toBe(true);
    expect(records()).toHaveLength(1);
  });

  it('but this one, with its own number and moment', async () => {
    const pid = stranger();
    await record({ pid, start: await startOf(pid) });
    expect(await startAgain()).toHaveLength(1);
    expect(isAlive(pid)).toBe(false);
  });

  it('D27 a damaged record ends nothing, is noted once, and the app starts', async () => {
    const pid = stranger();
    mkdirSync(path.join(dataDir, 'processes'));
    for (const text of ['{"pid":', JSON.stringify({ pid, server: 's' })]) {
      writeFileSync(path.join(dataDir, 'processes', `${randomUUID()}.json`), text);
    }
    const sentence =
      'A record of a server process was damaged; that process was not looked for and may still run.';
    expect(await startAgain()).toEqual([sentence]);
    expect(await startAgain()).toEqual([sentence]);
    expect(isAlive(pid)).toBe(true);
  });
});

describe.runIf(linux)('a server is stopped', () => {
  it('D25 with what left its group, and beside another run of the same server', async () => {
    const host = await createHost({ dataDir, version: '0.0.0', env: process.env });
    const binding = (id: string) => host.replica.get('servers', id)?.binding ?? '';
    try {
      for (const name of ['one', 'two']) {
        await host.handlers['servers.add']({ name, target: target(ESCAPE) });
        await host.handlers['servers.trust']({ id: name, binding: binding(name) });
        await host.sessions.ensure(name);
        const before = name === 'one' ? 1 : 2;
        await expect.poll(() => pids().length).toBe(before);
      }
      const [first = 0, second = 0] = pids();
      expect(records()).toHaveLength(2);
      await host.sessions.disconnect('one');
      expect([isAlive(first), isAlive(second)]).toEqual([false, true]);
      expect(records()).toHaveLength(1);
    } finally {
      await host.close();
    }
    expect(pids().filter(isAlive)).toEqual([]);
    expect(records()).toEqual([]);
  });

  it('D25 takes along what left its group when it ends by itself', async () => {
    const host = await createHost({ dataDir, version: '0.0.0', env: process.env });
    try {
      await host.handlers['servers.add']({ name: 's', target: target(ESCAPE) });
      await host.handlers['servers.trust']({
        id: 's',
        binding: host.replica.get('servers', 's')?.binding ?? '',
      });
      await host.sessions.ensure('s');
      await expect.poll(() => records().length).toBe(1);
      await expect.poll(() => pids().length).toBe(1);
      const [file = ''] = records();
      const { pid } = JSON.parse(readFileSync(path.join(dataDir, 'processes', file), 'utf8')) as {
        pid: number;
      };
      process.kill(pid, 'SIGKILL');
      await expect.poll(() => pids().filter(isAlive), { timeout: 10_000 }).toEqual([]);
      await expect.poll(records).toEqual([]);
    } finally {
      await host.close();
    }
  });

  it('D25 by a process that ends without stopping it', async () => {
    const script = `
      import { StdioTransport } from ${JSON.stringify(path.join(import.meta.dirname, 'sessions/transports/stdio.ts'))};
      import { existsSync } from 'node:fs';
      const transport = new StdioTransport({
        launch: { ...${JSON.stringify(target(ESCAPE))}, cwd: ${JSON.stringify(dataDir)} },
        createCwd: false, onStderr() {}, onGarbage() {},
      });
      await transport.start();
      while (!existsSync(${JSON.stringify(pidsFile)})) await new Promise((resolve) => setTimeout(resolve, 10));
      process.exit(0);
    `;
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: 'inherit' });
    await once(child, 'exit');
    expect(pids()).toHaveLength(1);
    await expect.poll(() => pids().filter(isAlive)).toEqual([]);
  });
});
