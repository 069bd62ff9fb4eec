import {
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  type CreateMessageRequest,
  createRequestStateCodec,
  type ElicitRequestFormParams,
  type InputRequest,
  type InputRequests,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  type McpServer,
  ProtocolError,
  type RequestStateCodec,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { stateKey } from './home.ts';

export type Era = 'legacy' | 'modern';

/** One answer to a question of the last round. `refused` carries the client's error and exists on legacy only. */
export type Answer =
  | { kind: 'missing' }
  | { kind: 'elicit'; action: 'accept' | 'decline' | 'cancel'; content?: Record<string, unknown> }
  | { kind: 'sampling'; result: { model: string; stopReason?: string | undefined; content: unknown } }
  | { kind: 'roots'; roots: { uri: string; name?: string | undefined }[] }
  | { kind: 'refused'; code: number; message: string };

/** What a tool does after a round: it is finished, or it asks again and remembers `state`. */
export type Step<S> = { done: CallToolResult } | { ask: InputRequests; state: S };

/** A tool as a pure stepper. `state` is undefined in the first round; answers are those of the last round only. */
export type Turn<S> = (state: S | undefined, answer: (key: string) => Answer) => Step<S> | Promise<Step<S>>;

interface Sealed {
  tool: string;
  args: string;
  state: unknown;
}

/** Bounds that a person can live with: a question may wait for a day, a suspended one for a month. */
const QUESTION_MS = 24 * 60 * 60 * 1000;
const STATE_SECONDS = 30 * 24 * 60 * 60;

let codec: RequestStateCodec<Sealed> | undefined;

/** Seals and verifies `requestState`; it passes through the client, so it is signed (MRTR, server requirements). */
export function stateCodec(): RequestStateCodec<Sealed> {
  codec ??= createRequestStateCodec<Sealed>({
    key: stateKey(),
    ttlSeconds: STATE_SECONDS,
    bind: (ctx) => ctx.mcpReq.method,
  });
  return codec;
}

/** What a handler needs to know about the connection that it serves. */
export interface Caller {
  era: Era;
  server: McpServer;
  ctx: ServerContext;
  /** The capabilities that the client declared: with this request (modern) or at `initialize` (legacy). */
  capabilities: ClientCapabilities;
}

export function callerOf(era: Era, server: McpServer, ctx: ServerContext): Caller {
  const envelope = ctx.mcpReq.envelope as Record<string, unknown> | undefined;
  const declared =
    era === 'modern'
      ? (envelope?.[CLIENT_CAPABILITIES_META_KEY] as ClientCapabilities | undefined)
      : server.server.getClientCapabilities();
  return { era, server, ctx, capabilities: declared ?? {} };
}

/** `elicitation: {}` means form mode only. */
export const canForm = ({ elicitation }: ClientCapabilities): boolean =>
  elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined);
export const canLink = ({ elicitation }: ClientCapabilities): boolean => elicitation?.url !== undefined;
export const canSample = ({ sampling }: ClientCapabilities): boolean => sampling !== undefined;
export const canRoots = ({ roots }: ClientCapabilities): boolean => roots !== undefined;

export const form = (
  message: string,
  requestedSchema: ElicitRequestFormParams['requestedSchema'],
): InputRequest => inputRequired.elicit({ message, requestedSchema });

export const sampling = (params: CreateMessageRequest['params']): InputRequest =>
  inputRequired.createMessage(params);

export const roots = (): InputRequest => inputRequired.listRoots();

/** `elicitationId` exists on legacy only; modern correlates through `requestState`. */
export function link(
  era: Era,
  params: { message: string; url: string; elicitationId: string },
): InputRequest {
  const { message, url, elicitationId } = params;
  if (era === 'modern') return inputRequired.elicitUrl({ message, url });
  return { method: 'elicitation/create', params: { mode: 'url', message, url, elicitationId } };
}

/** Runs a stepper in the caller's era: as `input_required` rounds, or as requests in parallel inside the call. */
export async function converse<S>(
  caller: Caller,
  tool: string,
  args: Record<string, unknown>,
  turn: Turn<S>,
): Promise<CallToolResult | InputRequiredResult> {
  return caller.era === 'modern'
    ? await converseModern(caller, tool, args, turn)
    : await converseLegacy(caller, turn);
}

const none = (): Answer => ({ kind: 'missing' });

/** Takes turns until something has to be asked; a round with no question is not worth a round trip. */
async function advance<S>(
  turn: Turn<S>,
  state: S | undefined,
  answer: (key: string) => Answer,
): Promise<Step<S>> {
  let step = await turn(state, answer);
  while ('ask' in step && Object.keys(step.ask).length === 0) step = await turn(step.state, none);
  return step;
}

async function converseModern<S>(
  { ctx }: Caller,
  tool: string,
  args: Record<string, unknown>,
  turn: Turn<S>,
): Promise<CallToolResult | InputRequiredResult> {
  const sealed = ctx.mcpReq.requestState<Sealed>();
  const given = JSON.stringify(args);
  if (sealed && (sealed.tool !== tool || sealed.args !== given)) {
    throw new ProtocolError(-32602, 'The requestState belongs to another call.');
  }
  const step = await advance(turn, sealed?.state as S | undefined, (key) =>
    inputResponse(ctx.mcpReq.inputResponses, key),
  );
  if ('done' in step) return step.done;
  const requestState = await stateCodec().mint({ tool, args: given, state: step.state }, ctx);
  return inputRequired({ inputRequests: step.ask, requestState });
}

async function converseLegacy<S>({ ctx }: Caller, turn: Turn<S>): Promise<CallToolResult> {
  let step = await advance(turn, undefined, none);
  while ('ask' in step) {
    const entries = Object.entries(step.ask).map(
      async ([key, request]) => [key, await ask(ctx, request)] as const,
    );
    const answers = new Map(await Promise.all(entries));
    step = await advance(turn, step.state, (key) => answers.get(key) ?? none());
  }
  return step.done;
}

async function ask(ctx: ServerContext, request: InputRequest): Promise<Answer> {
  const options = {
    timeout: QUESTION_MS,
    // A progress handler makes the request carry a token, so that a patient client can show that it is alive.
    onprogress: () => {},
    resetTimeoutOnProgress: true,
    signal: ctx.mcpReq.signal,
  };
  try {
    switch (request.method) {
      case 'elicitation/create':
        return { kind: 'elicit', ...(await ctx.mcpReq.send(request, options)) };
      case 'sampling/createMessage':
        return { kind: 'sampling', result: await ctx.mcpReq.send(request, options) };
      case 'roots/list':
        return { kind: 'roots', roots: (await ctx.mcpReq.send(request, options)).roots };
    }
  } catch (error) {
    if (error instanceof ProtocolError && !ctx.mcpReq.signal.aborted) {
      return { kind: 'refused', code: error.code, message: error.message };
    }
    throw error;
  }
}
