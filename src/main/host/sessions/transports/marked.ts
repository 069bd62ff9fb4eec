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

/** Libraries that a program maps to have a window of its own; for `grep -E` and RegExp alike. */
export const WINDOW_LIBRARIES = '/lib(X11|xcb|wayland-client|gtk-[34]|Qt[0-9]*Gui)[.-]';
const WINDOWED = new RegExp(WINDOW_LIBRARIES);

/**
 * The living processes of our own user that carry the marker of one of these starts, wherever they went: a session or a
 * group of their own does not change what they inherited (`/proc/<pid>/environ`, proc_pid_environ(5)). Not found are
 * those that cleared or hid their environment, and left out is what can have a window: a browser or an editor that a
 * server opened belongs to the person. Linux only, elsewhere none. Takes some milliseconds.
 */
export function marked(runs: ReadonlySet<string>, proc = '/proc'): Marked[] {
  if (runs.size === 0) return [];
  const us = process.getuid?.();
  return pidsIn(proc).flatMap((pid) => {
    if (pid === process.pid || pid <= 1) return [];
    const run = runOf(`${proc}/${pid}`, us);
    if (run === undefined || !runs.has(run)) return [];
    const stat = readStat(pid, proc);
    return stat && !hasEnded(stat) && !hasWindow(`${proc}/${pid}`) ? { pid, group: stat.group, run } : [];
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

function hasWindow(folder: string): boolean {
  try {
    return WINDOWED.test(readFileSync(`${folder}/maps`, 'latin1'));
  } catch {
    return false;
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
