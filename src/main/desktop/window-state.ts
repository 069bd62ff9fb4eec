import fs from 'node:fs';
import { z } from 'zod';
import { DEFAULT_SIZE, MIN_SIZE } from './window-options.ts';

const Bounds = z.object({ x: z.int(), y: z.int(), width: z.int(), height: z.int() });
export type Bounds = z.infer<typeof Bounds>;

const WindowState = z.object({
  bounds: Bounds.optional(),
  maximized: z.boolean().default(false),
  /** The last theme setting, known here before the host is, so that the first paint has the right ground. */
  theme: z.enum(['auto', 'light', 'dark']).default('auto'),
});
export type WindowState = z.infer<typeof WindowState>;

/** Reads `window.json`. A missing or damaged file costs nothing but the remembered place. */
export function readWindowState(file: string): WindowState {
  try {
    const read = WindowState.safeParse(JSON.parse(fs.readFileSync(file, 'utf8')));
    if (read.success) return read.data;
  } catch {
    // Not there yet, or not ours.
  }
  return { maximized: false, theme: 'auto' };
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
