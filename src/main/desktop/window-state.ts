import fs from 'node:fs';
import { isObject } from '../../shared/json.ts';
import type { AppSettings } from '../../shared/model/app.ts';
import { DEFAULT_SIZE, MIN_SIZE } from './window-options.ts';

/** In DIP, whole numbers. */
export interface Bounds {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** What is remembered of the window. */
export interface WindowState {
  readonly bounds?: Bounds;
  readonly maximized: boolean;
  /** The last theme setting, known here before the host is, so that the first paint has the right ground. */
  readonly theme: AppSettings['theme'];
}

/** Reads `window.json`. A missing or damaged file, or part of it, costs nothing but what it remembered. */
export function readWindowState(file: string): WindowState {
  const read = readJson(file);
  const { bounds, maximized, theme } = isObject(read) ? read : {};
  return {
    ...(isBounds(bounds) && { bounds }),
    maximized: maximized === true,
    theme: theme === 'light' || theme === 'dark' ? theme : 'auto',
  };
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8'));
  } catch {
    // Not there yet, or not ours.
    return undefined;
  }
}

// By hand: zod is loaded once the window is on its way.
function isBounds(value: unknown): value is Bounds {
  const { x, y, width, height } = isObject(value) ? value : {};
  return [x, y, width, height].every(Number.isInteger);
}

/** Writes `window.json` whole or not at all; a failure is not worth a word to the person. */
export function writeWindowState(file: string, state: WindowState): void {
  const temp = `${file}.new`;
  try {
    fs.writeFileSync(temp, `${JSON.stringify(state)}\n`, { mode: 0o600 });
    fs.renameSync(temp, file);
  } catch {
    fs.rmSync(temp, { force: true });
  }
}

/**
 * Where the window opens. The remembered place counts only while its title bar can be reached on one of the
 * screens there are now; else the size is kept and the system chooses the place. All in DIP.
 */
export function placeWindow(
  saved: Bounds | undefined,
  screens: readonly Bounds[],
): { width: number; height: number; x?: number; y?: number } {
  if (!saved) return { ...DEFAULT_SIZE };
  const width = Math.max(saved.width, MIN_SIZE.width);
  const height = Math.max(saved.height, MIN_SIZE.height);
  const reachable = screens.some((screen) => {
    const overlap = Math.min(saved.x + width, screen.x + screen.width) - Math.max(saved.x, screen.x);
    return overlap >= 120 && saved.y >= screen.y && saved.y <= screen.y + screen.height - 40;
  });
  return reachable ? { x: saved.x, y: saved.y, width, height } : { width, height };
}
