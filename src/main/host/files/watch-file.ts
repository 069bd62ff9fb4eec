import { statSync } from 'node:fs';
import { stat } from 'node:fs/promises';

/**
 * Calls back when a file is edited, replaced, removed or appears, through links too, within `everyMs`. Looks at the
 * file by polling: unlike events it survives renames, network folders and absence. Keeps no process alive.
 */
export function onFileChange(file: string, listener: () => void, everyMs = 1000): () => void {
  let last = '';
  try {
    last = mark(statSync(file));
  } catch {
    // Not there yet.
  }
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  const look = async () => {
    const now = await stat(file).then(mark, () => '');
    if (stopped) return;
    if (now !== last) {
      last = now;
      listener();
    }
    wait();
  };
  const wait = () => {
    timer = setTimeout(() => void look(), everyMs);
    timer.unref();
  };
  wait();
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}

function mark(stats: { mtimeMs: number; ctimeMs: number; size: number; ino: number }): string {
  return `${stats.ino} ${stats.size} ${stats.mtimeMs} ${stats.ctimeMs}`;
}
