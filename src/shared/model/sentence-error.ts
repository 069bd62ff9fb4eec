/**
 * An error meant for a person: `message` is one plain sentence. Anything else that is thrown is a fault of ours
 * and is shown as such, without its text.
 */
export class SentenceError extends Error {
  readonly code: string;
  readonly retryable: boolean;
  constructor(code: string, message: string, options: { retryable?: boolean; cause?: unknown } = {}) {
    super(message, { cause: options.cause });
    this.name = 'SentenceError';
    this.code = code;
    this.retryable = options.retryable ?? false;
  }
}
