import type { z } from 'zod';
import type { Contract, Handlers } from '../../shared/contract.ts';
import { CALL_NAMES, type CallError, type CallName, type Reply } from '../../shared/contract-names.ts';
import { SentenceError } from '../../shared/model/sentence-error.ts';
import type { Log } from './log.ts';
import { checkPlain } from './plain-value.ts';
import { RateCap } from './rate-cap.ts';

/** The largest input of one call. */
export const MAX_INPUT_BYTES = 1024 * 1024;
/** Calls of one procedure: far above what a person causes, far below what a runaway page does. */
const BURST = 200;
const PER_SECOND = 100;

export interface RouterOptions {
  /** The schemas are loaded once the window is on its way; it may ask before. */
  readonly contract: () => Promise<Contract>;
  /** Awaited at each call: the window may ask before the host stands. */
  readonly handlers: () => Promise<Handlers>;
  /** Development and tests check what handlers return, too. */
  readonly checkOutput: boolean;
  readonly log: Log;
  /** Monotonic, in milliseconds. */
  readonly now: () => number;
}

/** Answers a procedure. Never rejects: every failure is a reply with one plain sentence. */
export type Route = (name: CallName, args: readonly unknown[]) => Promise<Reply<unknown>>;

/** Checks rate, size and shape of each input before its handler sees it, and turns every failure into a reply. */
export function createRouter(options: RouterOptions): Route {
  const caps = new Map(
    CALL_NAMES.map((name) => [name, new RateCap({ burst: BURST, perSecond: PER_SECOND, now: options.now })]),
  );

  return async (name, args) => {
    if (!caps.get(name)?.take()) return refuse('too-many', 'That was too much at once. Wait a moment.', true);
    const [raw] = args;
    if (args.length > 1) return badInput(name);
    const plain = checkPlain(raw, MAX_INPUT_BYTES);
    if (plain === 'too-large') {
      return refuse('too-large', 'That is more than 1 MB. Shorten it and try again.', false);
    }
    if (plain === 'not-plain') return badInput(name);
    try {
      const contract = await options.contract();
      const input = contract[name].input.safeParse(raw);
      if (!input.success) return badInput(name, input.error);
      const handlers = await options.handlers();
      const handler = handlers[name] as (input: unknown) => unknown;
      const value = await handler(input.data);
      if (options.checkOutput) {
        const output = contract[name].output.safeParse(value);
        if (!output.success) {
          options.log(name, `answered out of contract at ${placesOf(output.error)}`);
          return fault();
        }
      }
      return { ok: true, value };
    } catch (error) {
      if (error instanceof SentenceError) return refuse(error.code, error.message, error.retryable);
      options.log(name, error);
      return fault();
    }
  };

  function badInput(name: CallName, error?: z.ZodError): Reply<never> {
    if (error) options.log(name, `was asked out of contract at ${placesOf(error)}`);
    return refuse('bad-input', sentenceOf(error) ?? 'Gatehouse did not understand this request.', false);
  }
}

/** The reply to a caller who is not our window. */
export const strangerReply = (): Reply<never> =>
  refuse('not-allowed', 'Only the window of Gatehouse may ask this.', false);

function refuse(code: string, message: string, retryable: boolean): Reply<never> {
  return { ok: false, error: { code, message, retryable } satisfies CallError };
}

function fault(): Reply<never> {
  return refuse('fault', 'Gatehouse could not do this because of a fault of its own. Try again.', true);
}

/** Where the first problems are, never what stands there: values may be secrets. */
function placesOf(error: z.ZodError): string {
  const places = error.issues
    .slice(0, 3)
    .map((issue) => `${issue.path.map(String).join('.') || '(top)'} ${issue.code}`);
  return places.join(', ');
}

/** Our own sentences end with a full stop; what zod says by itself does not, and is not for people. */
function sentenceOf(error: z.ZodError | undefined): string | undefined {
  const written = error?.issues.find(
    (issue) =>
      ['too_small', 'too_big', 'invalid_format', 'custom'].includes(issue.code) &&
      /\w.*\.$/.test(issue.message),
  );
  return written?.message;
}
