import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { isAlive } from '../../e2e/lib/processes.ts';
import { createHost } from '../../src/main/host/host.ts';
import { DEFAULT_SERVER_SETTINGS } from '../../src/shared/model/server.ts';
import { median, rounded, spread } from '../lib/rounds.ts';
import type { Section } from '../lib/section.ts';
import { RAW_SERVER } from '../sides/obey.ts';

const ROUNDS = 3;
/** A shell that stays in front of the server, and ignores TERM as the server does. */
const WRAPPER = 'trap "" TERM; "$0" "$1" --stubborn; exit 0';

/** True while the process runs. One that ended and was not collected yet (Linux) does not count. */
function isLeft(pid: number): boolean {
  if (process.platform === 'linux') return isAlive(pid);
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Closing a server behind a wrapper, both of which ignore SIGTERM: how long it takes, and who is left. */
export const close: Section<'close'> = async ({ say }) => {
  const times: number[] = [];
  let survivors = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const { ms, left } = await closeOnce();
    times.push(ms);
    survivors += left;
  }
  say(`close: ${spread(times, 0)} ms, ${survivors} left of ${ROUNDS * 2} processes`);
  return { survivors, ms: rounded(median(times), 0) };
};

async function closeOnce(): Promise<{ ms: number; left: number }> {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'gatehouse-bench-'));
  const host = await createHost({
    dataDir,
    version: '0.0.0',
    env: process.env,
    servers: [
      {
        id: 'raw',
        target: { type: 'stdio', command: 'sh', args: ['-c', WRAPPER, process.execPath, RAW_SERVER] },
        settings: { ...DEFAULT_SERVER_SETTINGS, era: 'legacy' },
      },
    ],
  });
  let pids: number[] = [];
  try {
    const { ended } = host.calls.start({ serverId: 'raw', method: 'tools/call', name: 'pids', args: {} });
    const view = await ended;
    pids = (view.result as { structuredContent: { pids: number[] } }).structuredContent.pids;
    const began = performance.now();
    await host.sessions.disconnect('raw');
    const ms = performance.now() - began;
    return { ms, left: pids.filter(isLeft).length };
  } finally {
    await host.close();
    for (const pid of pids.filter(isLeft)) process.kill(pid, 'SIGKILL');
    rmSync(dataDir, { recursive: true, force: true });
  }
}
