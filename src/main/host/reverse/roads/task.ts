import { createHash } from 'node:crypto';
import type { TaskReport } from '../../sessions/task.ts';

/**
 * Road `task`: a task that waits for input lists all that is outstanding each time it is looked at, also what was
 * answered a moment ago. This tells what of it is new; the questions themselves are those of a round (`answerRound`).
 */

/** What was answered: the key and a digest of the request it stood for. */
export type Answered = [key: string, digest: string];

const digestOf = (request: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify(request) ?? '')
    .digest('base64url')
    .slice(0, 22);

/**
 * The outstanding requests that have no answer yet, in the server's order. A key is never used twice in the life of a
 * task; a server that does so all the same is asking something new where the request under it is another.
 */
export function freshRequests(
  report: Pick<TaskReport, 'inputRequests'>,
  answered: readonly Answered[],
): Record<string, unknown> {
  const done = new Map<string, Set<string>>();
  for (const [key, digest] of answered) done.set(key, (done.get(key) ?? new Set()).add(digest));
  // fromEntries defines properties, so that even a "__proto__" key stays one.
  return Object.fromEntries(
    Object.entries(report.inputRequests).filter(([key, request]) => !done.get(key)?.has(digestOf(request))),
  );
}

/** What to remember of a round whose answers the server has. */
export function answeredBy(requests: Readonly<Record<string, unknown>>): Answered[] {
  return Object.entries(requests).map(([key, request]) => [key, digestOf(request)]);
}

/** Whether the task still waits for any of these. */
export function stillWants(report: TaskReport, requests: Readonly<Record<string, unknown>>): boolean {
  return (
    report.status === 'input_required' &&
    Object.keys(requests).some((key) => Object.hasOwn(report.inputRequests, key))
  );
}
