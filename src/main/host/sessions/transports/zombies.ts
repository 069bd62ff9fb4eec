import { hasEnded, pidsIn, readStat } from './proc.ts';

/**
 * Whether a process group has only members that ended and were not collected by their parent. Signals still reach them,
 * so a group looks alive until its init (in a container often a slow one) has come by. Linux only, else false.
 */
export function onlyZombies(group: number, proc = '/proc'): boolean {
  let zombies = 0;
  for (const pid of pidsIn(proc)) {
    const member = readStat(pid, proc);
    if (member?.group !== group) continue;
    if (!hasEnded(member)) return false;
    zombies += 1;
  }
  return zombies > 0;
}
