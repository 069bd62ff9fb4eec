/** What went wrong with a session, or with one request on it. */
export type SessionErrorCode =
  | 'connect-failed'
  | 'not-trusted'
  | 'needs-sign-in'
  | 'closed'
  | 'aborted'
  | 'protocol'
  | 'rpc';

/** `code` is ours; `rpcCode` and `rpcData` carry a JSON-RPC error of the server. `message` is one plain sentence. */
export class SessionError extends Error {
  readonly code: SessionErrorCode;
  readonly rpcCode: number | undefined;
  readonly rpcData: unknown;
  constructor(
    code: SessionErrorCode,
    message: string,
    options: { rpcCode?: number; rpcData?: unknown; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
    this.name = 'SessionError';
    this.code = code;
    this.rpcCode = options.rpcCode;
    this.rpcData = options.rpcData;
  }

  /** The same error in other words. */
  worded(message: string): SessionError {
    const { rpcCode, rpcData, cause } = this;
    return new SessionError(this.code, message, {
      cause,
      ...(rpcCode === undefined ? {} : { rpcCode, rpcData }),
    });
  }
}
