import { readdirSync, readFileSync } from 'node:fs';

/**
 * Whether a process group has only members that ended and were not collected by their parent. Signals still reach them,
 * so a group looks alive until its init (in a container often a slow one) has come by. Linux only, else false.
 */
export function onlyZombies(group: number, proc = '/proc'): boolean {
  let zombies = 0;
  for (const name of entries(proc)) {
    if (!/^\d+$/.test(name)) continue;
    const member = read(`${proc}/${name}/stat`);
    if (member?.group !== group) continue;
    if (member.state !== 'Z' && member.state !== 'X') return false;
    zombies += 1;
  }
  return zombies > 0;
}

function entries(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** `pid (name) state ppid pgrp ...`; the name may hold anything, so the last bracket counts (proc_pid_stat(5)). */
function read(file: string): { state: string | undefined; group: number } | undefined {
  try {
    const text = readFileSync(file, 'latin1');
    const [state, , group] = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return { state, group: Number(group) };
  } catch {
    return undefined;
  }
}
