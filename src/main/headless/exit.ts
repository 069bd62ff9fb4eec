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
 * The exit code of a call that came to its end. `strict`: what was asked must be in order, and prepared, also where the
 * tool gets over it: a repaired request, one that no entry matched, or an entry that does not fit it.
 */
export function exitOf(view: Pick<CallView, 'error' | 'isError'>, tally: Tally, strict: boolean): number {
  if (strict && (tally.repaired || tally.misfit || tally.unmatched.size > 0)) return EXIT.unmatched;
  const failed = view.error !== undefined || view.isError === true;
  if (failed && (tally.refused || tally.unmatched.size > 0)) return EXIT.unmatched;
  return failed ? EXIT.failed : EXIT.ok;
}
