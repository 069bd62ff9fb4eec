import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { hasEnded, readStat } from './proc.ts';

/** A question to the system that takes longer counts as not answered; in milliseconds. */
const LIMIT_MS = 5000;

/**
 * When a process was started, in the system's own words: a pid is given out again, a pid with its start is not. Undefined
 * when there is no such process or the system does not say. The words are only good to be compared with each other, and
 * on Linux only within one `bootId`.
 */
export function startOf(
  pid: number,
  platform: NodeJS.Platform = process.platform,
): Promise<string | undefined> {
  if (platform === 'linux') return Promise.resolve(readStat(pid)?.start);
  if (platform === 'win32') {
    const query = `(Get-CimInstance Win32_Process -Filter 'ProcessId=${pid}').CreationDate.ToFileTimeUtc()`;
    return ask('powershell.exe', ['-NoProfile', '-NonInteractive', '-Command', query], process.env);
  }
  // A fixed language and time zone, so that the same moment is always the same text; down to the second.
  return ask('/bin/ps', ['-o', 'lstart=', '-p', String(pid)], { LC_ALL: 'C', TZ: 'UTC0' });
}

/** Whether that very process still runs; one that has ended and was not collected yet (Linux) does not. */
export async function stillRuns(pid: number, start: string): Promise<boolean> {
  if ((await startOf(pid)) !== start) return false;
  const stat = readStat(pid);
  return stat === undefined || !hasEnded(stat);
}

/** What is different after each start of the system; '' where the start of a process is told as a date. */
export function bootId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim();
  } catch {
    return '';
  }
}

function ask(program: string, args: string[], env: NodeJS.ProcessEnv): Promise<string | undefined> {
  return new Promise((resolve) => {
    execFile(program, args, { env, timeout: LIMIT_MS, windowsHide: true }, (error, out) =>
      resolve(error ? undefined : out.trim() || undefined),
    );
  });
}
