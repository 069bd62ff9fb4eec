import { isObject } from '../../../../shared/json.ts';
import type { Cause } from '../../../../shared/model/reverse-call.ts';
import type { Session } from '../../sessions/types.ts';
import { asksForSecrets, draftToKeep } from '../ask-for-secrets.ts';
import type { Admitted, Dispatcher } from '../dispatcher.ts';
import type { Parsed } from '../read.ts';
import type { ReverseCall, Settled, Withdrawal } from '../types.ts';
import { Withdrawn } from '../withdrawn.ts';

/** The `inputRequests` of an `input_required` result (MRTR, SEP-2322), or of a task that waits for input. */
export interface Round {
  readonly serverId: string;
  readonly session: Pick<Session, 'era' | 'protocolVersion' | 'offered' | 'transport'>;
  readonly callId: number;
  readonly trace: string;
  readonly road: 'input_required' | 'task';
  readonly number: number;
  readonly inputRequests: Readonly<Record<string, unknown>>;
  readonly openedUrls: Set<string>;
  readonly signal: AbortSignal;
  /** Results and drafts from an earlier life of the app. */
  readonly answered: Readonly<Record<string, Record<string, unknown>>>;
  readonly drafts: Readonly<Record<string, unknown>>;
  /** The person was asked this round before, in an earlier life of the app. */
  readonly waited?: boolean;
  /** Told of what may be kept on disk: never the answer to a form that asks for a secret, nor a secret in a draft. */
  readonly onAnswered: (key: string, result: Record<string, unknown>) => void;
  readonly onDraft: (key: string, draft: unknown) => void;
}

/** How one key of a round was answered. */
export type RoundAnswer =
  | { readonly ok: true; readonly inputResponses: Record<string, Record<string, unknown>> }
  /** Nothing is sent and the call ends locally. */
  | { readonly ok: false; readonly outcome: 'refused' | 'denied' | 'failed'; readonly reason: string };

/**
 * Answers a whole round or nothing. Every entry is gated before anything is asked; when one is denied the others
 * are withdrawn. Rejects with the signal's Withdrawn reason when the call is cancelled meanwhile.
 */
export async function answerRound(round: Round, dispatcher: Dispatcher): Promise<RoundAnswer> {
  const cause: Cause = { callId: round.callId, certainty: 'proven', candidates: [] };
  const entries = Object.entries(round.inputRequests);
  const admitted: [string, Admitted][] = [];
  let refusal: string | undefined;
  const ready = new Map<string, Record<string, unknown>>();
  for (const [key, entry] of entries) {
    if (Object.hasOwn(round.answered, key)) {
      ready.set(key, round.answered[key] as Record<string, unknown>);
      continue;
    }
    const request = isObject(entry) ? entry : {};
    const admission = dispatcher.admit({
      serverId: round.serverId,
      session: round.session,
      road: round.road,
      method: typeof request.method === 'string' ? request.method : '',
      params: request.params,
      cause,
      trace: round.trace,
      round: round.number,
      roundSize: entries.length,
      ...(round.waited ? { waited: true } : {}),
      key,
    });
    if (admission.ok) admitted.push([key, admission.admitted]);
    else if (admission.settled.result) ready.set(key, admission.settled.result);
    else refusal ??= admission.settled.reason ?? 'One of its questions was refused.';
  }
  if (refusal !== undefined) {
    for (const [, one] of admitted) dispatcher.abandon(one);
    return { ok: false, outcome: 'refused', reason: `${refusal} Nothing was sent.` };
  }

  const leaving: [ReverseCall, Settled][] = [];
  const siblings = new AbortController();
  const signal = AbortSignal.any([round.signal, siblings.signal]);
  let ended: Exclude<RoundAnswer, { ok: true }> | undefined;
  await Promise.all(
    admitted.map(async ([key, one]) => {
      const mayKeep = mayBeKept(one.parsed);
      const settled = await dispatcher.perform(one, {
        signal,
        openedUrls: round.openedUrls,
        draft: round.drafts[key],
        onDraft: (draft: unknown) => round.onDraft(key, draftToKeep(one.parsed, draft)),
      });
      if (settled.result) {
        ready.set(key, settled.result);
        leaving.push([one.call, settled]);
        if (mayKeep) round.onAnswered(key, settled.result);
      } else if (!ended && settled.outcome !== 'withdrawn') {
        const outcome =
          settled.outcome === 'denied' || settled.outcome === 'refused' ? settled.outcome : 'failed';
        ended = { ok: false, outcome, reason: settled.reason ?? 'One of its questions was not answered.' };
        siblings.abort(new Withdrawn('sibling-refused' satisfies Withdrawal));
      }
    }),
  );
  round.signal.throwIfAborted();
  if (ended) return ended;
  for (const [call, settled] of leaving) dispatcher.leaves(call, settled);
  // In the order the server asked.
  const inputResponses: Record<string, Record<string, unknown>> = Object.create(null);
  for (const [key] of entries) {
    const result = ready.get(key);
    if (result) inputResponses[key] = result;
  }
  return { ok: true, inputResponses };
}

/** Folders are looked up anew each time; what a person typed as a secret never reaches the disk. */
const mayBeKept = (parsed: Parsed): boolean => parsed.kind !== 'roots' && !asksForSecrets(parsed);
