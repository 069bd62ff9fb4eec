import { execFile } from 'node:child_process';
import { bootId, startOf, stillRuns } from './identity.ts';
import { marked, signalMarked } from './marked.ts';
import type { ProcessRecord, ProcessRecords } from './records.ts';
import { onlyZombies } from './zombies.ts';

/** Milliseconds from TERM to KILL, and from KILL until it is given up. */
export interface SweepTimes {
  readonly termMs: number;
  readonly killMs: number;
}
const SWEEP_TIMES: SweepTimes = { termMs: 1000, killMs: 500 };
const STEP_MS = 50;
const WINDOWS = process.platform === 'win32';

/** What was found at the start of the app. */
export interface Swept {
  /** Servers of which processes were left, by id, and whether all of them have ended. */
  readonly ended: readonly string[];
  readonly left: readonly string[];
  /** Records that could not be understood; what they name was not looked for. */
  readonly damaged: number;
}

/** What is left of one start of a server. */
interface Remains {
  readonly record: ProcessRecord;
  /** Its process group is proven ours and has members. */
  readonly group: boolean;
  readonly signal: (signal: NodeJS.Signals) => void;
}

/**
 * Ends the server processes that outlived an earlier run of this app, TERM first. Looked at anew before each signal, and
 * nothing is touched but what is proven ours: a process with the recorded pid and start (and its group), or one that
 * carries the marker of that start. What a living app has started is its own business. Never rejects.
 */
export async function sweep(records: ProcessRecords, times: SweepTimes = SWEEP_TIMES): Promise<Swept> {
  const { records: all, damaged } = records.read();
  const boot = bootId();
  const ours: ProcessRecord[] = [];
  for (const record of all) {
    if (record.boot !== boot) records.remove(record.run);
    else if (!(await stillRuns(record.host.pid, record.host.start))) ours.push(record);
  }
  const found = await remainsOf(ours);
  const left = await end(found, times);
  for (const { run } of ours) {
    if (!left.some(({ record }) => record.run === run)) records.remove(run);
  }
  const names = (of: readonly Remains[]) => [...new Set(of.map(({ record }) => record.server))].sort();
  return {
    ended: names(found.filter((one) => !left.some((l) => l.record === one.record))),
    left: names(left),
    damaged,
  };
}

/** What was found, one plain sentence each. */
export function sweptSentences({ ended, left, damaged }: Swept): string[] {
  const sentences: string[] = [];
  const of = (ids: readonly string[]) => ids.join(', ');
  if (ended.length > 0) {
    sentences.push(`Processes of ${of(ended)} were still running from the last time and were ended.`);
  }
  if (left.length > 0) {
    sentences.push(`Processes of ${of(left)} are still running from the last time and could not be ended.`);
  }
  if (damaged > 0) {
    sentences.push(
      'A record of a server process was damaged; that process was not looked for and may still run.',
    );
  }
  return sentences;
}

async function end(found: readonly Remains[], { termMs, killMs }: SweepTimes): Promise<readonly Remains[]> {
  let remains = found;
  for (const [signal, ms] of [
    ['SIGTERM', termMs],
    ['SIGKILL', killMs],
  ] as const) {
    for (const one of remains) one.signal(signal);
    for (const until = Date.now() + ms; remains.length > 0 && Date.now() < until; ) {
      await new Promise((resolve) => setTimeout(resolve, STEP_MS));
      remains = await remainsOf(
        remains.map(({ record }) => record),
        new Set(remains.flatMap(({ record, group }) => (group ? record.run : []))),
      );
      // TERM is said once; KILL also to what was born meanwhile.
      if (signal === 'SIGKILL') for (const one of remains) one.signal(signal);
    }
  }
  return remains;
}

/** `proven`: the groups of these starts were ours a moment ago, so they are as long as they have members. */
async function remainsOf(
  records: readonly ProcessRecord[],
  proven: ReadonlySet<string> = new Set(),
): Promise<Remains[]> {
  const all = marked(new Set(records.map(({ run }) => run)));
  const remains = await Promise.all(
    records.map(async (record): Promise<Remains | undefined> => {
      const own = all.filter(({ run }) => run === record.run);
      const leader = (await startOf(record.pid)) === record.start;
      // The number of a group is not given to a process while the group has members, so one of ours in it is proof.
      const isOurs = leader || own.some((one) => one.group === record.pid) || proven.has(record.run);
      const group = isOurs && record.pid !== process.pid && (WINDOWS ? leader : hasMembers(record.pid));
      if (!group && own.length === 0) return undefined;
      return {
        record,
        group,
        signal: (signal) => {
          if (group) signalGroup(record.pid, signal);
          signalMarked(
            own.filter((one) => !group || one.group !== record.pid),
            signal,
          );
        },
      };
    }),
  );
  return remains.filter((one) => one !== undefined);
}

function hasMembers(group: number): boolean {
  try {
    process.kill(-group, 0);
  } catch (error) {
    // EPERM: members are there that changed their user.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  return !onlyZombies(group);
}

function signalGroup(pid: number, signal: NodeJS.Signals): void {
  if (WINDOWS) {
    // The chain of parents stands for the group.
    execFile('taskkill', ['/T', '/F', '/PID', String(pid)], { windowsHide: true }, () => {});
    return;
  }
  try {
    process.kill(-pid, signal);
  } catch {
    // Gone meanwhile.
  }
}
