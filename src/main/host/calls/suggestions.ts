import { isObject } from '../../../shared/json.ts';
import type { CompletionRequest, Completions } from '../../../shared/model/completion.ts';
import type { Session } from '../sessions/types.ts';
import { withLimit } from '../sessions/with-limit.ts';

/** As many as the specification lets a server send. */
const MOST = 100;
/** A longer text is no suggestion for a field of one line. */
const LONGEST = 4000;
const LIMIT_MS = 15_000;
const NONE: Completions = { values: [], hasMore: false };

/**
 * Values for the argument a person types (server/utilities/completion). A person types in one field at a time, so a new
 * question to a server ends the one before. Nobody waits for an answer: whatever goes wrong, nothing is offered.
 */
export class Suggestions {
  readonly #session: (serverId: string) => Session | undefined;
  readonly #running = new Map<string, AbortController>();

  constructor(session: (serverId: string) => Session | undefined) {
    this.#session = session;
  }

  /** Never rejects; trouble stands in the server's log. */
  async of({ serverId, ref, argument, context }: CompletionRequest): Promise<Completions> {
    this.#running.get(serverId)?.abort();
    const session = this.#session(serverId);
    if (session?.serverCapabilities.completions === undefined) return NONE;
    const mine = new AbortController();
    this.#running.set(serverId, mine);
    const params = {
      ref,
      argument,
      ...(Object.keys(context).length > 0 ? { context: { arguments: context } } : {}),
    };
    try {
      return readCompletions(
        await withLimit(LIMIT_MS, mine.signal, (limited) => session.complete(params, limited)),
      );
    } catch {
      return NONE;
    } finally {
      if (this.#running.get(serverId) === mine) this.#running.delete(serverId);
    }
  }
}

/** Tolerant: what is no text of one line is left out, and no text comes twice. */
export function readCompletions(result: Record<string, unknown>): Completions {
  const { completion } = result;
  if (!isObject(completion) || !Array.isArray(completion.values)) return NONE;
  const sent = completion.values;
  const values = new Set<string>();
  for (const value of sent) {
    if (values.size >= MOST) break;
    if (typeof value === 'string' && value.length <= LONGEST && !/[\r\n]/.test(value)) values.add(value);
  }
  const { total } = completion;
  const hasMore =
    completion.hasMore === true || sent.length > MOST || (typeof total === 'number' && total > sent.length);
  return { values: [...values], hasMore };
}
