import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createHost } from '../../src/main/host/host.ts';
import { DEFAULT_SERVER_SETTINGS } from '../../src/shared/model/server.ts';
import { rawStdio } from '../servers/raw.ts';
import { usedHeap } from './heap.ts';

/** Filled once: compiled code, the calls that stay in view. */
const WARM_UP = 20;

export interface SoakResult {
  readonly cycles: number;
  readonly seconds: number;
  /** Megabytes, after collection. */
  readonly heapGrowthMb: number;
  /** Open descriptors more than before; undefined where the system does not tell. */
  readonly descriptors: number | undefined;
  /** Processes of the servers that are still there. */
  readonly processes: number | undefined;
}

/** Connects a raw server, calls a tool and closes the connection, again and again in one host. */
export async function soak(options: { cycles: number; say?: (line: string) => void }): Promise<SoakResult> {
  const { cycles, say } = options;
  const began = performance.now();
  const marker = `soak-${process.pid}`;
  const dataDir = mkdtempSync(path.join(tmpdir(), 'gatehouse-soak-'));
  const host = await createHost({
    dataDir,
    version: '0.0.0',
    env: process.env,
    servers: [
      {
        id: 'raw',
        target: { type: 'stdio', ...rawStdio({ name: marker, onCall: { t: [] } }) },
        settings: DEFAULT_SERVER_SETTINGS,
      },
    ],
  });
  const cycle = async () => {
    await host.sessions.connect('raw');
    const view = await host.calls.start({ serverId: 'raw', method: 'tools/call', name: 't' }).ended;
    if (view.state !== 'done') throw new Error(`a call ended as ${view.state}: ${view.error?.message}`);
    await host.sessions.disconnect('raw');
  };
  try {
    for (let n = 0; n < WARM_UP; n += 1) await cycle();
    const before = { heap: await usedHeap(), descriptors: descriptors() };
    for (let n = 1; n <= cycles; n += 1) {
      await cycle();
      if (n % 100 === 0) say?.(`${n} cycles`);
    }
    const heap = (await usedHeap()) - before.heap;
    const now = descriptors();
    return {
      cycles,
      seconds: (performance.now() - began) / 1000,
      heapGrowthMb: Math.round((heap / (1024 * 1024)) * 100) / 100,
      descriptors: now === undefined ? undefined : now - (before.descriptors ?? 0),
      processes: processesWith(marker),
    };
  } finally {
    await host.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

function descriptors(): number | undefined {
  return existsSync('/proc/self/fd') ? readdirSync('/proc/self/fd').length : undefined;
}

/** Processes other than ours that carry the marker on their command line. */
function processesWith(marker: string): number | undefined {
  if (!existsSync('/proc/self/cmdline')) return undefined;
  return readdirSync('/proc').filter((name) => {
    if (!/^\d+$/.test(name) || Number(name) === process.pid) return false;
    try {
      return readFileSync(`/proc/${name}/cmdline`, 'utf8').includes(marker);
    } catch {
      return false;
    }
  }).length;
}
