import {
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { stamp } from './stamp.ts';

const BACKUPS = 5;

/**
 * Replaces a file whole: written beside it, flushed, then renamed, so that a crash leaves the old or the new one.
 * A link stays a link, the mode stays; a new file is readable by its owner only. What was there is kept as
 * `backups/<name>.<date>`, the newest five. Throws the file system's error.
 */
export function replaceFile(file: string, text: string): void {
  mkdirSync(path.dirname(file), { recursive: true });
  const target = existsSync(file) ? realpathSync(file) : file;
  const mode = existsSync(target) ? statSync(target).mode & 0o777 : 0o600;
  replaceWhole(target, text, mode, () => {
    if (existsSync(target)) keepBackup(file, target);
  });
}

/**
 * The same without backups, for what is to be gone when it is gone. `beforeRename` runs when the new file is whole.
 * Throws the file system's error.
 */
export function replaceWhole(target: string, text: string, mode: number, beforeRename = () => {}): void {
  const temporary = path.join(path.dirname(target), `.${path.basename(target)}.${process.pid}.tmp`);
  try {
    const fd = openSync(temporary, 'w', mode);
    try {
      writeFileSync(fd, text);
      fsyncSync(fd);
    } finally {
      closeSync(fd);
    }
    beforeRename();
    renameSync(temporary, target);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
  syncFolder(path.dirname(target));
}

function keepBackup(file: string, target: string): void {
  const folder = path.join(path.dirname(file), 'backups');
  const name = path.basename(file);
  mkdirSync(folder, { recursive: true });
  copyFileSync(target, path.join(folder, `${name}.${stamp(new Date())}`));
  const kept = readdirSync(folder)
    .filter((entry) => entry.startsWith(`${name}.`))
    .sort();
  for (const old of kept.slice(0, -BACKUPS)) rmSync(path.join(folder, old), { force: true });
}

/** Makes the rename itself durable where folders can be flushed (not on Windows). */
function syncFolder(folder: string): void {
  try {
    const fd = openSync(folder, 'r');
    try {
      fsyncSync(fd);
    } finally {
      closeSync(fd);
    }
  } catch {
    // The content is on disk already; the rename reaches it a little later.
  }
}
