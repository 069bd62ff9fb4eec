import type { CallView } from '../../shared/model/call.ts';
import type { Tally } from './report.ts';

/** Exit codes, strongest first (design, headless contract). */
export const EXIT = {
  interrupted: 130,
  usage: 2,
  connect: 3,
  unmatched: 4,
  failed: 1,
  ok: 0,
} as const;

/**
 * The exit code of a call that came to its end. `strict`: what was asked must be in order and answered as prepared, also
 * where the tool gets over it.
 */
export function exitOf(view: Pick<CallView, 'error' | 'isError'>, tally: Tally, strict: boolean): number {
  const unprepared = tally.failed || tally.unmatched.size > 0;
  if (strict && (tally.repaired || unprepared)) return EXIT.unmatched;
  const failed = view.error !== undefined || view.isError === true;
  if (failed && (tally.refused || unprepared)) return EXIT.unmatched;
  return failed ? EXIT.failed : EXIT.ok;
}
