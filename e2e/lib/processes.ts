import { readdirSync, readFileSync } from 'node:fs';

/** Every process that descends from `root`, itself included (Linux). */
export function familyOf(root: number): number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const parent = field(Number(name), 'PPid');
    if (parent !== undefined) parents.set(Number(name), Number(parent));
  }
  const family = [root];
  for (const member of family) {
    for (const [pid, parent] of parents) if (parent === member) family.push(pid);
  }
  return family;
}

/** A line of `/proc/<pid>/status`; undefined when the process is gone. */
export function field(pid: number, name: string): string | undefined {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return new RegExp(`^${name}:\\s*(.*)$`, 'm').exec(status)?.[1];
  } catch {
    return undefined;
  }
}

/** True while the process runs; one that ended and was not yet collected does not count. */
export function isAlive(pid: number): boolean {
  const state = field(pid, 'State');
  return state !== undefined && !state.startsWith('Z');
}
