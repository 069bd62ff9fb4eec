import { SentenceError } from '../../../../shared/model/sentence-error.ts';

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

/**
 * An error of the provider as a sentence a person can act on. `secret` (not empty) never appears in it, whatever
 * the other side sent back. The API names a tool by its place in the request; the person knows it by its name.
 */
export function toSentence(error: unknown, secret: string, tools: readonly string[] = []): SentenceError {
  if (error instanceof SentenceError) return error;
  const { status, headers, type, apiMessage } = error as ApiError;
  const make = (code: string, message: string, retryable = false) =>
    new SentenceError(code, message, { retryable });
  const named = apiMessage?.replace(/\btools\.(\d+)\b/g, (place, index: string) => {
    const name = tools[Number(index)];
    return name === undefined ? place : `the tool "${name.slice(0, 80)}"`;
  });
  const said = named ? ` It said: ${named.replaceAll(secret, '…').slice(0, 300)}` : '';
  if (status === 401)
    return make('key-refused', 'Anthropic refused the key; check ANTHROPIC_API_KEY and start again.');
  if (status === 402 || type === 'billing_error' || /credit balance/i.test(apiMessage ?? '')) {
    return make('no-credit', 'The Anthropic account has no credit left; add some, or choose another model.');
  }
  if (status === 403) return make('not-allowed', `The key may not use this model; choose another.${said}`);
  if (status === 404) return make('no-model', `Anthropic does not have this model; choose another.${said}`);
  if (status === 413)
    return make('too-large', 'The prompt is too large for Anthropic; shorten it or choose another model.');
  if (status === 429 || type === 'rate_limit_error') {
    return make('rate-limited', `Anthropic's limit is reached; try again ${wait(headers)}.`, true);
  }
  if (status === 529 || type === 'overloaded_error') {
    return make('overloaded', `Anthropic is overloaded; try again ${wait(headers)}.`, true);
  }
  if (status === 400 || type === 'invalid_request_error') {
    return make(
      'request-refused',
      `Anthropic refused the request; change the prompt or choose another model.${said}`,
    );
  }
  if (status !== undefined && status >= 500) {
    return make(
      'provider-failed',
      `Anthropic had a fault of its own (${status}); try again in a moment.`,
      true,
    );
  }
  if (status !== undefined || type) {
    return make(
      'provider-failed',
      `Anthropic could not answer; try again or choose another model.${said}`,
      true,
    );
  }
  return make(
    'network',
    'Anthropic could not be reached, or the connection broke; check the network and try again.',
    true,
  );
}

/** `retry-after` in words: seconds, or a date. */
function wait(headers: ApiError['headers']): string {
  const raw = headers?.get('retry-after');
  if (!raw) return 'in a moment';
  const seconds = /^\d+(\.\d+)?$/.test(raw) ? Number(raw) : (Date.parse(raw) - Date.now()) / 1000;
  if (!(seconds > 0)) return 'in a moment';
  if (seconds < 90) return `in ${Math.ceil(seconds)} s`;
  return `in ${Math.ceil(seconds / 60)} min`;
}
