import fs from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

/** The variable that marks every process of one run, so that what it leaves behind can be found and ended. */
export const RUN_MARK = 'GATEHOUSE_RUN';

/** Processes (Linux) whose environment carries this run's mark. */
function marked(mark: string): number[] {
  if (process.platform !== 'linux') return [];
  const wanted = `\0${RUN_MARK}=${mark}\0`;
  return fs
    .readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return `\0${fs.readFileSync(`/proc/${pid}/environ`, 'latin1')}`.includes(wanted);
      } catch {
        return false;
      }
    })
    .map(Number);
}

function signal(pids: readonly number[], name: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name);
    } catch {
      // It ended by itself.
    }
  }
}

/** Ends what a run left behind, politely first; gives how many processes there were after a moment of grace. */
export async function endLeftovers(mark: string): Promise<number> {
  const gone = async (ms: number) => {
    for (let waited = 0; waited < ms && marked(mark).length > 0; waited += 100) await wait(100);
  };
  await gone(1_000);
  const left = marked(mark);
  if (left.length === 0) return 0;
  signal(left, 'SIGTERM');
  await gone(2_000);
  signal(marked(mark), 'SIGKILL');
  return left.length;
}
