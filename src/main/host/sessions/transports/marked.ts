import { readFileSync, statSync } from 'node:fs';
import { RUN_MARKER } from './environment.ts';
import { hasEnded, pidsIn, readStat } from './proc.ts';

/** A process that carries the marker of one start of a server. */
export interface Marked {
  readonly pid: number;
  readonly group: number;
  /** The id of that start. */
  readonly run: string;
}

/**
 * The living processes of our own user that carry the marker of one of these starts, wherever they went: a session or a
 * group of their own does not change what they inherited (`/proc/<pid>/environ`, proc_pid_environ(5)). Not found are
 * those that cleared or hid their environment. Linux only, elsewhere none. Takes some milliseconds.
 */
export function marked(runs: ReadonlySet<string>, proc = '/proc'): Marked[] {
  if (runs.size === 0) return [];
  const us = process.getuid?.();
  return pidsIn(proc).flatMap((pid) => {
    if (pid === process.pid || pid <= 1) return [];
    const run = runOf(`${proc}/${pid}`, us);
    if (run === undefined || !runs.has(run)) return [];
    const stat = readStat(pid, proc);
    return stat && !hasEnded(stat) ? { pid, group: stat.group, run } : [];
  });
}

function runOf(folder: string, us: number | undefined): string | undefined {
  try {
    if (statSync(folder).uid !== us) return undefined;
    const environment = `\0${readFileSync(`${folder}/environ`, 'latin1')}`;
    const at = environment.indexOf(`\0${RUN_MARKER}=`);
    if (at < 0) return undefined;
    const from = at + RUN_MARKER.length + 2;
    const end = environment.indexOf('\0', from);
    return environment.slice(from, end < 0 ? undefined : end);
  } catch {
    // It has ended, or may not be looked at.
    return undefined;
  }
}

/** Sends a signal to each; one that is gone by now does not matter. */
export function signalMarked(processes: readonly Marked[], signal: NodeJS.Signals): void {
  for (const { pid } of processes) {
    try {
      process.kill(pid, signal);
    } catch {
      // Gone, or not ours to end any more.
    }
  }
}
