import nodePath from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * The one spelling of a folder as a root (client/roots: `file://` only): an upper-case drive, nothing encoded that
 * a path may hold plainly (`file:///C:/temp`, never `c%3A`), no slash at the end.
 */
export function folderUri(folder: string, windows = process.platform === 'win32'): string {
  return pathToFileURL(canonical(folder, windows), { windows }).href;
}

/** The last part of the path; the whole of it for a drive or the top folder. */
export function folderName(folder: string, windows = process.platform === 'win32'): string {
  const { basename } = windows ? nodePath.win32 : nodePath.posix;
  return basename(folder) || folder;
}

/** The path as it was chosen, but for a slash at the end and the case of a drive letter. */
export function canonical(folder: string, windows = process.platform === 'win32'): string {
  const { normalize, parse, sep } = windows ? nodePath.win32 : nodePath.posix;
  let plain = normalize(folder);
  const { root } = parse(plain);
  while (plain.length > root.length && plain.endsWith(sep)) plain = plain.slice(0, -1);
  return windows ? plain.replace(/^[a-z]:/, (drive) => drive.toUpperCase()) : plain;
}

/** Equal for paths that a person would call the same folder: composed or not, and on Windows in any case. */
export function samenessKey(folder: string, windows = process.platform === 'win32'): string {
  const key = canonical(folder, windows).normalize('NFC');
  return windows ? key.toLowerCase() : key;
}

/** A folder of a Linux subsystem seen from Windows: programs inside do not know it by this path. */
export function isWslPath(folder: string): boolean {
  return /^\\\\(wsl\$|wsl\.localhost)\\/i.test(folder);
}
