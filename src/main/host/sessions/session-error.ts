/** What went wrong with a session, or with one request on it. */
export type SessionErrorCode =
  | 'connect-failed'
  | 'not-trusted'
  | 'needs-sign-in'
  | 'closed'
  | 'aborted'
  | 'protocol'
  | 'rpc';

/** A failure that may pass by itself. `afterMs`: what the server wants to be left alone for, in milliseconds. */
export interface Passing {
  readonly afterMs?: number | undefined;
}

/** `code` is ours; `rpcCode` and `rpcData` carry a JSON-RPC error of the server. `message` is one plain sentence. */
export class SessionError extends Error {
  readonly code: SessionErrorCode;
  readonly rpcCode: number | undefined;
  readonly rpcData: unknown;
  /** Set for a failure to reach the server that may pass by itself. */
  readonly passing: Passing | undefined;
  /** The request certainly did not reach the server, so nothing was done with it. */
  readonly unsent: boolean;
  constructor(
    code: SessionErrorCode,
    message: string,
    options: {
      rpcCode?: number;
      rpcData?: unknown;
      cause?: unknown;
      passing?: Passing | undefined;
      unsent?: boolean;
    } = {},
  ) {
    super(message, { cause: options.cause });
    this.name = 'SessionError';
    this.code = code;
    this.rpcCode = options.rpcCode;
    this.rpcData = options.rpcData;
    this.passing = options.passing;
    this.unsent = options.unsent ?? false;
  }

  /** The same error in other words. */
  worded(message: string): SessionError {
    const { rpcCode, rpcData, cause, passing, unsent } = this;
    return new SessionError(this.code, message, {
      cause,
      passing,
      unsent,
      ...(rpcCode === undefined ? {} : { rpcCode, rpcData }),
    });
  }
}

/** The server does not know its session any more (2025-11-25, Streamable HTTP, Session Management): nothing was done. */
export class SessionForgotten extends Error {
  constructor(cause: unknown) {
    super('The server answered 404 to its session.', { cause });
    this.name = 'SessionForgotten';
  }
}
