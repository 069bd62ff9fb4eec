import fs from 'node:fs';
import path from 'node:path';
import { PROJECT_ROOT } from './project.ts';
import { capture } from './run.ts';
import { say, Trouble } from './trouble.ts';

const SOURCES = ['src', 'resources', 'electron.vite.config.ts', 'package.json'];
const OUTPUTS = [
  'out/main/index.js',
  'out/main/headless.js',
  'out/preload/index.cjs',
  'out/renderer/index.html',
];

/** Newest change (ms) under a file or folder; tests do not count, they are not built. */
function newest(target: string): number {
  const stat = fs.statSync(target, { throwIfNoEntry: false });
  if (!stat || /\.test\.tsx?$/.test(target)) return 0;
  if (!stat.isDirectory()) return stat.mtimeMs;
  return Math.max(0, ...fs.readdirSync(target).map((name) => newest(path.join(target, name))));
}

/** True when an output is missing or older than a source. */
export function isStale(root: string = PROJECT_ROOT): boolean {
  const built = OUTPUTS.map(
    (file) => fs.statSync(path.join(root, file), { throwIfNoEntry: false })?.mtimeMs ?? 0,
  );
  return Math.min(...built) < Math.max(...SOURCES.map((name) => newest(path.join(root, name))));
}

/** Builds the app when it has to be. */
export async function ensureBuilt(): Promise<void> {
  if (!isStale()) return;
  say('Building the app.');
  const cli = path.join(PROJECT_ROOT, 'node_modules', 'electron-vite', 'bin', 'electron-vite.js');
  const built = await capture(process.execPath, [cli, 'build'], { cwd: PROJECT_ROOT });
  if (built.code === 0) return;
  process.stderr.write(built.stdout + built.stderr);
  throw new Trouble(
    'The app could not be built; the reason stands above.',
    'Mend it, then run `npm run build` to check.',
  );
}
