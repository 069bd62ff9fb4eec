import type { Cause, Outcome, ReverseKind, Road } from '../../../shared/model/reverse-call.ts';
import type { Rule } from '../../../shared/model/rule.ts';
import type { Session } from '../sessions/types.ts';
import type { Decision } from './rules.ts';

/** A reverse call as a road hands it over, before any gate. */
export interface ReverseInput {
  readonly serverId: string;
  /** The session it came on: what was declared there decides, also when that session is gone by now. */
  readonly session: Pick<Session, 'era' | 'protocolVersion' | 'offered' | 'transport'>;
  readonly road: Road;
  readonly method: string;
  readonly params: unknown;
  readonly cause: Cause;
  readonly round: number;
  readonly roundSize: number;
  /** The trace of the call it belongs to (SEP-414), 32 hex digits. */
  readonly trace?: string | undefined;
  /** The person was asked this before: a rule made since does not answer it in their place. */
  readonly waited?: boolean;
  /** The key in `inputRequests`. */
  readonly key?: string;
}

/** A reverse call that passed the gates up to `shape`. */
export interface ReverseCall extends ReverseInput {
  /** `r-<n>`, unique in the journal. */
  readonly id: string;
  readonly kind: ReverseKind;
  readonly receivedAt: number;
  /** What our tolerant reading mended, one sentence each. */
  readonly repairs: readonly string[];
}

/**
 * How a reverse call ended. `result` is what goes back where something goes back; `error` is for road `request`
 * only. `reason` is one plain sentence for the person, never for the server.
 */
export interface Settled {
  readonly outcome: Outcome;
  readonly result?: Record<string, unknown>;
  readonly error?: { readonly code: number; readonly message: string };
  readonly reason?: string;
  /** The rule that decided, as it was then, for the journal. */
  readonly rule?: Rule;
  /** The limit that refused. */
  readonly limit?: LimitName;
  /** The rule that made it a question, and why. */
  readonly asked?: Decision;
  /** `connection/model` that was asked, and the tokens it used, also for what was not sent. */
  readonly model?: string;
  readonly tokens?: number;
}

/** Names the gate in the journal. */
export type GateName = 'known' | 'capability' | 'shape' | 'association' | 'limits' | 'secrets' | 'rules';

/** Names the limit in the journal; the rounds of a modern call end it and stand with its end. */
export type LimitName = 'open' | 'minute' | 'bytes' | 'tokens' | 'rounds';

/** Why a reverse call's signal aborts: decides what, if anything, goes back. */
export type Withdrawal =
  | 'server-cancelled'
  | 'call-cancelled'
  | 'call-ended'
  | 'call-timed-out'
  | 'session-gone'
  | 'sibling-refused'
  | 'hard-limit'
  | 'binding-changed'
  | 'app-quits';

/** JSON-RPC and MCP error codes we send. -1: "User rejected sampling request" (client/sampling, error handling). */
export const RPC = {
  methodNotFound: -32601,
  invalidParams: -32602,
  userRejected: -1,
  internalError: -32603,
} as const;

/** The person, or a rule or limit of theirs, denied a sampling request. */
export const USER_REJECTED = {
  code: RPC.userRejected,
  message: 'User rejected sampling request',
} as const;
export const INTERNAL_ERROR = { code: RPC.internalError, message: 'Internal error' } as const;
