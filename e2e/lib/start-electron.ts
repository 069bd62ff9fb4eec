import { _electron, type ElectronApplication, errors } from '@playwright/test';
import { STEADY_EVALUATE } from './steady-evaluate.ts';

type Options = Parameters<typeof _electron.launch>[0];

/** A start takes about two seconds, and ten on a machine that is busy with other things. */
const TRIES_MS = [15_000, 20_000, 30_000];

/**
 * Starts Electron, and again when Playwright waits in vain: about one start in thirty on a busy machine, it attaches
 * just when the first page takes over from the empty one, sees the empty one and waits for a page that is already
 * there. Only that wait is tried again; everything else that goes wrong fails at once.
 */
export async function startElectron(given: Options): Promise<ElectronApplication> {
  const options = { ...given, args: [...(given?.args ?? []), STEADY_EVALUATE] };
  for (const timeout of TRIES_MS.slice(0, -1)) {
    try {
      return await _electron.launch({ ...options, timeout });
    } catch (error) {
      const attached = error instanceof errors.TimeoutError && /<ws connected>.*devtools/.test(error.message);
      if (!attached) throw error;
    }
  }
  return _electron.launch({ ...options, timeout: TRIES_MS.at(-1) ?? 0 });
}
