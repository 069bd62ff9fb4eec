import os from 'node:os';
import path from 'node:path';

/** The checkout these scripts belong to. */
export const PROJECT_ROOT = path.resolve(import.meta.dirname, '..', '..');

/** True for the superuser of a POSIX system. Chromium has no sandbox there, so windows never run as root. */
export function isRoot(): boolean {
  return process.platform !== 'win32' && process.getuid?.() === 0;
}

interface Surroundings {
  platform: NodeJS.Platform;
  home: string;
  root: boolean;
  env: Readonly<Record<string, string | undefined>>;
}

/**
 * Where downloads are kept: outside the checkout, so that a second clone does not download again.
 * `GATEHOUSE_CACHE` wins; root shares one folder that every user may read.
 */
export function cacheFolder(
  where: Surroundings = { platform: process.platform, home: os.homedir(), root: isRoot(), env: process.env },
): string {
  const { platform, home, env } = where;
  if (env.GATEHOUSE_CACHE) return path.resolve(env.GATEHOUSE_CACHE);
  if (platform === 'win32')
    return path.join(env.LOCALAPPDATA ?? path.join(home, 'AppData', 'Local'), 'gatehouse', 'Cache');
  if (platform === 'darwin') return path.join(home, 'Library', 'Caches', 'gatehouse');
  if (where.root) return '/var/cache/gatehouse';
  const xdg = env.XDG_CACHE_HOME;
  return path.join(xdg && path.isAbsolute(xdg) ? xdg : path.join(home, '.cache'), 'gatehouse');
}

/** True when a window could appear on the person's own screen. */
export function hasDisplay(
  platform: NodeJS.Platform = process.platform,
  env: Readonly<Record<string, string | undefined>> = process.env,
): boolean {
  if (platform === 'darwin' || platform === 'win32') return true;
  return Boolean(env.DISPLAY || env.WAYLAND_DISPLAY);
}
