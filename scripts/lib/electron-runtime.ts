import fs from 'node:fs';
import path from 'node:path';
import { officialRuntime } from './electron-official.ts';
import { STAND_IN, standInRuntime } from './electron-standin.ts';
import { withLock } from './lock.ts';
import { cacheFolder } from './project.ts';
import { say, Trouble } from './trouble.ts';

/** An Electron on this machine. `folder` is clean: it holds no app, and several checkouts may share it. */
export interface Runtime {
  kind: 'override' | 'official' | 'stand-in';
  folder: string;
}

/** The executable inside a runtime folder. */
export function executableIn(folder: string, platform: NodeJS.Platform = process.platform): string {
  if (platform === 'darwin') return path.join(folder, 'Electron.app', 'Contents', 'MacOS', 'Electron');
  return path.join(folder, platform === 'win32' ? 'electron.exe' : 'electron');
}

/**
 * Finds Electron, or installs it into the cache: the folder that `ELECTRON_OVERRIDE_DIST_PATH` names, else the
 * official runtime, else the stand-in. `retry` asks the release page again even if it failed a short while ago.
 */
export async function findRuntime(options: { retry?: boolean } = {}): Promise<Runtime> {
  const override = process.env.ELECTRON_OVERRIDE_DIST_PATH;
  if (override) {
    const folder = path.resolve(override);
    if (fs.existsSync(executableIn(folder))) return { kind: 'override', folder };
    throw new Trouble(
      `ELECTRON_OVERRIDE_DIST_PATH names ${folder}, but there is no Electron in it.`,
      `Set it to the folder that holds ${path.basename(executableIn(folder))}, or unset it.`,
    );
  }
  const cache = cacheFolder();
  makeCache(cache);
  return withLock(path.join(cache, 'lock'), async () => {
    removeUnfinished(cache);
    const official = await officialRuntime(cache, { retry: options.retry ?? false });
    if (official) return { kind: 'official', folder: official };
    const folder = await standInRuntime(cache);
    tellOnce(
      `Using a stand-in Electron ${STAND_IN.electron} for development and tests; a release needs the official one.`,
    );
    return { kind: 'stand-in', folder };
  });
}

/** What a set-up that was killed left behind; we hold the lock, so nobody is working in it. */
function removeUnfinished(cache: string): void {
  for (const name of fs.readdirSync(cache).filter((entry) => entry.startsWith('new-'))) {
    fs.rmSync(path.join(cache, name), { recursive: true, force: true });
  }
}

const told = new Set<string>();

function tellOnce(line: string): void {
  if (!told.has(line)) say(line);
  told.add(line);
}

function makeCache(cache: string): void {
  try {
    fs.mkdirSync(cache, { recursive: true, mode: 0o755 });
    fs.accessSync(cache, fs.constants.W_OK);
  } catch {
    throw new Trouble(
      `The cache folder ${cache} cannot be written.`,
      'Make it writable, or set GATEHOUSE_CACHE to a folder that is.',
    );
  }
}

/**
 * The executable that starts the app in `project`. The stand-in has no default app and loads `resources/app`, so
 * each checkout gets a runtime folder of its own, hard-linked from the cache, with a link to itself in it.
 */
export function executableFor(runtime: Runtime, project: string): string {
  if (runtime.kind !== 'stand-in') return executableIn(runtime.folder);
  const home = path.join(project, '.runtime');
  const folder = path.join(home, 'electron');
  if (!sameFile(executableIn(runtime.folder), executableIn(folder))) {
    fs.mkdirSync(home, { recursive: true });
    const temp = fs.mkdtempSync(path.join(home, 'new-'));
    fs.chmodSync(temp, 0o755);
    linkTree(runtime.folder, temp);
    // Relative, so that it still points at its own checkout when the whole folder is moved or copied.
    fs.symlinkSync(path.join('..', '..', '..'), path.join(temp, 'resources', 'app'), 'dir');
    fs.rmSync(folder, { recursive: true, force: true });
    try {
      fs.renameSync(temp, folder);
    } catch (error) {
      // Another command of this checkout laid the same folder a moment earlier.
      fs.rmSync(temp, { recursive: true, force: true });
      if (!fs.existsSync(executableIn(folder))) throw error;
    }
  }
  return executableIn(folder);
}

/** Hard links share one inode; a copy (another file system) is told by size and time. */
function sameFile(a: string, b: string): boolean {
  const x = fs.statSync(a, { throwIfNoEntry: false });
  const y = fs.statSync(b, { throwIfNoEntry: false });
  if (!x || !y) return false;
  return (x.ino === y.ino && x.dev === y.dev) || (x.size === y.size && Math.abs(x.mtimeMs - y.mtimeMs) < 2);
}

function linkTree(from: string, to: string): void {
  for (const entry of fs.readdirSync(from, { withFileTypes: true })) {
    const source = path.join(from, entry.name);
    const target = path.join(to, entry.name);
    if (entry.isDirectory()) {
      fs.mkdirSync(target);
      linkTree(source, target);
    } else if (entry.isSymbolicLink()) {
      fs.symlinkSync(fs.readlinkSync(source), target);
    } else {
      try {
        fs.linkSync(source, target);
      } catch {
        fs.copyFileSync(source, target, fs.constants.COPYFILE_FICLONE);
        const { atime, mtime } = fs.statSync(source);
        fs.utimesSync(target, atime, mtime);
      }
    }
  }
}
