import { readdirSync, readFileSync } from 'node:fs';

/** What `/proc/<pid>/stat` says of a process (Linux). */
export interface Stat {
  /** `Z` and `X` have ended and are only not collected yet. */
  readonly state: string;
  readonly group: number;
  /** When it was started, in clock ticks since the system was: with the pid, one process and no other. */
  readonly start: string | undefined;
}

/** `pid (name) state ppid pgrp ...`; the name may hold anything, so the last bracket counts (proc_pid_stat(5)). */
export function parseStat(text: string): Stat | undefined {
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const [state, , group] = fields;
  const start = fields[19];
  if (!state || !group || !/^\d+$/.test(group)) return undefined;
  return { state, group: Number(group), start: start && /^\d+$/.test(start) ? start : undefined };
}

/** Undefined when there is no such process, and where there is no `/proc`. */
export function readStat(pid: number, proc = '/proc'): Stat | undefined {
  try {
    return parseStat(readFileSync(`${proc}/${pid}/stat`, 'latin1'));
  } catch {
    return undefined;
  }
}

/** The ids of all processes; none where there is no `/proc`. */
export function pidsIn(proc = '/proc'): number[] {
  try {
    return readdirSync(proc).flatMap((name) => (/^\d+$/.test(name) ? Number(name) : []));
  } catch {
    return [];
  }
}

/** A zombie (`Z`) or a process being taken away (`X`): nothing of it runs. */
export const hasEnded = ({ state }: Stat): boolean => state === 'Z' || state === 'X';
