import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { say } from './trouble.ts';

const BEAT_MS = 2_000;
const DEAD_AFTER_MS = 20_000;

/**
 * Runs `body` while holding a lock file, so that two set-ups on one machine do not clash. The holder touches the
 * file every two seconds; one that was killed is taken over after twenty.
 */
export async function withLock<T>(file: string, body: () => Promise<T>): Promise<T> {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  for (let tries = 1; !take(file); tries += 1) {
    if (tries === 5) say('Waiting for another set-up on this machine to finish.');
    await wait(250);
  }
  const beat = setInterval(() => {
    const now = new Date();
    fs.utimes(file, now, now, () => {});
  }, BEAT_MS);
  try {
    return await body();
  } finally {
    clearInterval(beat);
    fs.rmSync(file, { force: true });
  }
}

function take(file: string): boolean {
  try {
    fs.closeSync(fs.openSync(file, 'wx'));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const held = fs.statSync(file, { throwIfNoEntry: false });
  if (held && Date.now() - held.mtimeMs > DEAD_AFTER_MS) fs.rmSync(file, { force: true });
  return false;
}
