import { SentenceError } from '../../../../shared/model/sentence-error.ts';
import { type Place, ProviderError } from '../types.ts';

/** What is read of an error of the SDK (core/error.d.ts). */
interface ApiError {
  readonly status?: number | undefined;
  readonly headers?: { get(name: string): string | null } | undefined;
  readonly type?: string | null;
  readonly apiMessage?: string | null;
}

/** Did the API refuse exactly this parameter? */
export function refuses(error: unknown, parameter: string): boolean {
  const { status, apiMessage } = error as ApiError;
  return status === 400 && typeof apiMessage === 'string' && apiMessage.includes(parameter);
}

/** What a sentence about a failure speaks of. */
export interface ErrorContext {
  /** The key, not empty. */
  readonly secret: string;
  readonly place: Pick<Place, 'name' | 'keyAdvice'>;
  /** The tools of the request, in order. */
  readonly tools?: readonly string[];
}

/**
 * An error of the provider as a sentence a person can act on. The key never appears in it, whatever the other side sent
 * back. The API names a tool by its place in the request; the person knows it by its name.
 */
export function toSentence(error: unknown, { secret, place, tools = [] }: ErrorContext): SentenceError {
  if (error instanceof SentenceError) return error;
  const { status, headers, type, apiMessage } = error as ApiError;
  const { name } = place;
  const make = (code: string, message: string, retryable = false, retryAfterAt?: number) =>
    new ProviderError(code, message, { retryable, retryAfterAt });
  const named = apiMessage?.replace(/\btools\.(\d+)\b/g, (place, index: string) => {
    const name = tools[Number(index)];
    return name === undefined ? place : `the tool "${name.slice(0, 80)}"`;
  });
  const said = named ? ` It said: ${named.replaceAll(secret, '…').slice(0, 300)}` : '';
  if (status === 401) return make('key-refused', `${name} refused the key; ${place.keyAdvice}.`);
  if (status === 402 || type === 'billing_error' || /credit balance/i.test(apiMessage ?? '')) {
    return make(
      'no-credit',
      `The account with ${name} has no credit left; add some, or choose another model.`,
    );
  }
  if (status === 403) return make('not-allowed', `The key may not use this model; choose another.${said}`);
  if (status === 404) return make('no-model', `${name} does not have this model; choose another.${said}`);
  if (status === 413)
    return make('too-large', `The prompt is too large for ${name}; shorten it or choose another model.`);
  if (status === 429 || type === 'rate_limit_error') {
    const at = retryAfter(headers);
    return make('rate-limited', `The limit of ${name} is reached; try again ${inWords(at)}.`, true, at);
  }
  if (status === 529 || type === 'overloaded_error') {
    const at = retryAfter(headers);
    return make('overloaded', `${name} is overloaded; try again ${inWords(at)}.`, true, at);
  }
  if (status === 400 || type === 'invalid_request_error') {
    return make(
      'request-refused',
      `${name} refused the request; change the prompt or choose another model.${said}`,
    );
  }
  if (status !== undefined && status >= 300 && status < 400) {
    return make('moved', `${name} answers from another address; mend the address of the connection.`);
  }
  if (status !== undefined && status >= 500) {
    return make(
      'provider-failed',
      `${name} had a fault of its own (${status}); try again in a moment.`,
      true,
    );
  }
  if (status !== undefined || type) {
    return make(
      'provider-failed',
      `${name} could not answer; try again or choose another model.${said}`,
      true,
    );
  }
  return make(
    'network',
    `${name} could not be reached, or the connection broke; check the network and try again.`,
    true,
  );
}

/** Nobody is made to wait longer, whatever the header says. */
const MAX_WAIT_MS = 24 * 3_600_000;

/** `retry-after` (seconds, or a date) as a time, or undefined where it says none or none to come. */
function retryAfter(headers: ApiError['headers']): number | undefined {
  const raw = headers?.get('retry-after')?.trim();
  if (!raw) return undefined;
  const ms = /^\d+(\.\d+)?$/.test(raw) ? Number(raw) * 1000 : Date.parse(raw) - Date.now();
  return ms > 0 ? Date.now() + Math.min(ms, MAX_WAIT_MS) : undefined;
}

function inWords(at: number | undefined): string {
  if (at === undefined) return 'in a moment';
  const seconds = (at - Date.now()) / 1000;
  return seconds < 90 ? `in ${Math.max(1, Math.ceil(seconds))} s` : `in ${Math.ceil(seconds / 60)} min`;
}
