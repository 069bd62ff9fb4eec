import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { isObject } from '../../../shared/json.ts';
import { withoutSecrets } from '../../../shared/without-secrets.ts';
import { newTraceId } from '../reverse/trace.ts';

/**
 * Values under keys that a server chose. Without a prototype, so that `constructor` has no value until it is given one,
 * and `__proto__` is a key like any other.
 */
export function keyed<T>(entries: Iterable<readonly [string, T]> = []): Record<string, T> {
  const record: Record<string, T> = Object.create(null);
  for (const [key, value] of entries) record[key] = value;
  return record;
}

/** The same out of JSON, where each value fits; `z.record` would leave `__proto__` out. */
const Keyed = <T>(value: z.ZodType<T>) =>
  z
    .custom<object>(
      (object) => isObject(object) && Object.values(object).every((v) => value.safeParse(v).success),
    )
    .transform((object) => keyed<T>(Object.entries(object)));

/** What was declared on the session a round came on: its gates decide by it, also when that session is gone. */
const SessionFacts = z.object({
  era: z.enum(['legacy', 'modern']),
  protocolVersion: z.string(),
  transport: z.enum(['stdio', 'http', 'sse']),
  offered: z.object({
    sampling: z.boolean(),
    samplingTools: z.boolean(),
    elicitation: z.boolean(),
    elicitationUrl: z.boolean(),
    roots: z.boolean(),
  }),
});
export type SessionFacts = z.infer<typeof SessionFacts>;

const OpenRound = z.object({
  session: SessionFacts,
  inputRequests: Keyed(z.unknown()),
  /** Byte for byte; absent is not ''. */
  requestState: z.string().optional(),
  /** Results that are ready, by key; nothing of them has left. */
  answers: Keyed(z.record(z.string(), z.unknown())),
  drafts: Keyed(z.unknown()),
});
export type OpenRound = z.infer<typeof OpenRound>;

const TaskState = z.object({
  id: z.string(),
  /** Between two looks, in milliseconds, within our limits. */
  pollMs: z.number(),
  /** Questions that have their answer, so that they are not asked again while the server lists them still. */
  answered: z.array(z.tuple([z.string(), z.string()])),
});
export type TaskState = z.infer<typeof TaskState>;

/** All that a call needs to go on in another life of the app: plain data. */
export const StepperState = z.object({
  callId: z.number(),
  serverId: z.string(),
  /** What the answers may go to: command, URL, authentication. */
  binding: z.string(),
  method: z.enum(['tools/call', 'prompts/get', 'resources/read']),
  params: z.record(z.string(), z.unknown()),
  /** The schema of the tool says that its arguments hold a secret; their names and values may say so besides. */
  secretArguments: z.boolean().optional(),
  /** 32 hex digits: the trace of the call and everything it causes (SEP-414, W3C Trace Context). */
  traceId: z.string(),
  startedAt: z.number(),
  round: z.number(),
  /** Rounds outside the cap: the same URL again. */
  repeats: z.number(),
  openedUrls: z.array(z.string()),
  /**
   * `running`: a leg without answers is in flight, or none. `asking`: the round waits for the person. `sending`: its
   * answers are on their way, and whether they arrived is not known until the reply is.
   */
  phase: z.enum(['running', 'asking', 'sending']),
  open: OpenRound.optional(),
  /** What the server made of the call; from then on nothing but the task is spoken of. */
  task: TaskState.optional(),
  /** It was taken up again after the app went away. */
  resumed: z.boolean(),
  /** A leg was issued a second time because its stream broke. */
  repeated: z.boolean(),
});
export type StepperState = z.infer<typeof StepperState>;

/** A call before its first leg, with a trace of its own. */
export function newState(
  call: Pick<StepperState, 'callId' | 'serverId' | 'binding' | 'method' | 'params' | 'secretArguments'>,
): StepperState {
  return {
    ...call,
    traceId: newTraceId(),
    startedAt: Date.now(),
    round: 0,
    repeats: 0,
    openedUrls: [],
    phase: 'running',
    resumed: false,
    repeated: false,
  };
}

/** Whether it can go on in another life of the app. */
export const canBeKept = (state: StepperState): boolean =>
  state.task !== undefined ||
  (state.open !== undefined && state.phase !== 'running' && stateToKeep(state) !== undefined);

/**
 * What may reach the disk of a call. A task needs its arguments no more, so they go without what looks like a secret. A
 * call that would have to be sent again with one cannot be kept: undefined.
 */
export function stateToKeep(state: StepperState): StepperState | undefined {
  const args = state.params.arguments;
  if (!isObject(args)) return state;
  const kept = state.secretArguments ? {} : withoutSecrets(args);
  if (!state.secretArguments && isDeepStrictEqual(kept, args)) return state;
  return state.task ? { ...state, params: { ...state.params, arguments: kept } } : undefined;
}

/** Calls that wait for a person or run as a task, kept over a restart. */
export interface KeptCalls {
  /** Keeps of it what may be kept (`stateToKeep`). */
  save(state: StepperState): void;
  remove(callId: number): void;
  /** What can be read; a state of another version of the app that cannot be is dropped. */
  all(): StepperState[];
}

/** For tests, and where nothing is to survive. */
export const nothingKept: KeptCalls = { save: () => {}, remove: () => {}, all: () => [] };
