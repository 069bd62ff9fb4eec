import type { CallProgress } from '../../../shared/model/call.ts';
import type { Era, ListKind, ServerConfig, ServerList } from '../../../shared/model/server.ts';
import type { SignIn } from './auth/sign-in.ts';
import type { TaskReport } from './task.ts';
import type { ProcessRecords } from './transports/records.ts';

/** What the host can answer at all in this place; per-server switches narrow it. Nothing is offered that can hang. */
export interface OfferedCapabilities {
  readonly sampling: boolean;
  readonly samplingTools: boolean;
  readonly elicitation: boolean;
  readonly elicitationUrl: boolean;
  readonly roots: boolean;
}

/** A legacy JSON-RPC request from the server, raw: no form is lost because a library's schema is stricter. */
export interface LegacyRequest {
  readonly requestId: string | number;
  readonly method: string;
  readonly params: unknown;
  /** Aborts when the server cancels its request, when the session ends (a SessionError), or with `withdraw`. */
  readonly signal: AbortSignal;
  /** Aborts `signal` from our side; an answer is still written. */
  readonly withdraw: (reason: Error) => void;
  /** `post`: it came on the response stream of a call's POST (also when a GET resumes it), so its cause is proven. */
  readonly via:
    | { readonly stream: 'post'; readonly callId: number | undefined }
    | { readonly stream: 'shared' };
  /** Sends a keep-alive with a rising number, when the server asked for progress. */
  readonly keepAlive?: () => void;
}

/** Told with one plain sentence when an answer did not reach the server, or may not have. */
export type OnUndelivered = (sentence: string) => void;

/** The answer to a legacy request. `none`: nothing is written (the server cancelled, or is gone). */
export type LegacyAnswer =
  | {
      readonly type: 'result';
      readonly result: Record<string, unknown>;
      readonly onUndelivered?: OnUndelivered;
    }
  | {
      readonly type: 'error';
      readonly code: number;
      readonly message: string;
      readonly onUndelivered?: OnUndelivered;
    }
  | { readonly type: 'none' };

/** One leg of a call as the server answered it. */
export type Leg =
  | { readonly type: 'complete'; readonly result: Record<string, unknown> }
  | {
      readonly type: 'input_required';
      readonly inputRequests: Readonly<Record<string, unknown>>;
      /** Byte for byte; undefined means absent, '' is a value. */
      readonly requestState: string | undefined;
    }
  /** Modern `tools/call` only: the server goes on with it as a task. */
  | { readonly type: 'task'; readonly task: TaskReport };

/** The requests a person makes; a server may ask back in the midst of each. */
export type LegMethod = 'tools/call' | 'prompts/get' | 'resources/read';

/** Requests of the Tasks extension. */
export type TaskMethod = 'tasks/get' | 'tasks/update' | 'tasks/cancel';

/** What one request about a task has of its own. */
export interface TaskOptions {
  readonly signal: AbortSignal;
  readonly callId: number;
  /** For one answer, in milliseconds, then it rejects with `aborted`; a person's sign-in does not count. */
  readonly limitMs: number;
  /** A person waits for it, and may be asked to sign in. */
  readonly attended: boolean;
}

/** What one leg has of its own. */
export interface LegOptions {
  readonly signal: AbortSignal;
  /** The host's call; binds POST streams to it. */
  readonly callId: number;
  readonly onProgress?: (progress: CallProgress) => void;
  /** Called as the request is sent; once more when it goes out again, after a sign-in. */
  readonly onSending?: () => void;
  /**
   * Called as the answer is read, before the messages behind it: what the server asks next was not caused by this.
   */
  readonly onAnswered?: () => void;
  /** Called with one plain sentence about why the answer may never come, possibly more than once. */
  readonly onHint?: (sentence: string) => void;
}

/** One live connection. Discarded at reconnect. */
export interface Session {
  readonly serverId: string;
  readonly era: Era;
  readonly protocolVersion: string;
  readonly transport: 'stdio' | 'http' | 'sse';
  readonly serverInfo: { readonly name?: string; readonly title?: string; readonly version?: string };
  readonly serverCapabilities: Record<string, unknown>;
  /** Exactly what was declared to this server. */
  readonly clientCapabilities: Record<string, unknown>;
  readonly offered: OfferedCapabilities;
  /** Aborts when the session is over; the reason is a SessionError with code `closed`. */
  readonly closed: AbortSignal;
  /**
   * Runs one leg. `params` goes out as it is (retries add `inputResponses` and `requestState`); a fresh JSON-RPC id
   * each time. Rejects with SessionError: `aborted` (after telling the server), `closed`, `rpc`, `protocol`.
   * There is no time limit here: the call's clock owns that.
   */
  leg(method: LegMethod, params: Record<string, unknown>, options: LegOptions): Promise<Leg>;
  /** One request about a task of this server (modern only). Resolves with the raw result; rejects as `leg` does. */
  task(
    method: TaskMethod,
    params: { readonly taskId: string } & Record<string, unknown>,
    options: TaskOptions,
  ): Promise<Record<string, unknown>>;
  /** `completion/complete`. Resolves with the raw result; rejects as `leg` does, with a line in the server's log. */
  complete(params: Record<string, unknown>, signal: AbortSignal): Promise<Record<string, unknown>>;
  /** All pages, tolerant. A modern server says how long they hold; so long the same ones are given again. */
  list(kind: ListKind, signal?: AbortSignal): Promise<ServerList>;
  /** Tells a legacy server that the roots changed; a modern one is simply answered with the new list. */
  rootsChanged(): void;
  /** Looks whether the server is still there, where that is not known of itself; a session that is dead then ends. */
  check(): void;
  close(): Promise<void>;
}

/** Who hears of what a session brings by itself. */
export interface SessionEvents {
  /** Every request a legacy server makes, but `ping`. */
  readonly onRequest: (session: Session, request: LegacyRequest) => Promise<LegacyAnswer>;
  /** Legacy `notifications/elicitation/complete`. */
  readonly onElicitationComplete: (session: Session, elicitationId: string) => void;
  readonly onListChanged: (kind: ListKind) => void;
  /** A JSON-RPC request on a modern session: dropped, counted, shown. */
  readonly onStray: (method: string) => void;
  readonly onLog: (source: 'stderr' | 'log' | 'host' | 'garbage', text: string) => void;
  /** The session ended by itself. `detail` is one plain sentence (exit code, signal, connection lost). */
  readonly onClosed: (detail: string) => void;
}

/** All that opening one connection needs. */
export interface OpenOptions {
  readonly config: ServerConfig;
  readonly clientInfo: { readonly name: string; readonly version: string };
  /** Already narrowed by the server's switches. */
  readonly offered: OfferedCapabilities;
  readonly events: SessionEvents;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** A folder for servers without a working folder of their own. */
  readonly defaultCwd: string;
  /** What was learnt about this server before, to skip the probe. */
  readonly priorEra?: Era;
  /** Where server processes are written down while they run. */
  readonly processes?: ProcessRecords | undefined;
  /** How to sign in at this server; absent where nobody can. */
  readonly signIn?: SignIn;
  /** A person waits for this connection and may be asked to sign in. */
  readonly attended?: boolean;
  readonly signal: AbortSignal;
}
