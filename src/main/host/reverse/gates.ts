import type { AppSettings } from '../../../shared/model/app.ts';
import type { ReverseKind } from '../../../shared/model/reverse-call.ts';
import type { ServerSettings } from '../../../shared/model/server.ts';
import { asksForSecrets } from './ask-for-secrets.ts';
import { type Parsed, readReverse } from './read.ts';
import type { Decision } from './rules.ts';
import { isLargerThan } from './size.ts';
import {
  type GateName,
  type LimitName,
  type ReverseInput,
  RPC,
  type Settled,
  USER_REJECTED,
} from './types.ts';

/** What the gates look at besides the reverse call itself; a snapshot, so that each gate is a pure function. */
export interface GateContext {
  readonly settings: ServerSettings;
  readonly app: Pick<
    AppSettings,
    | 'maxOpenPerServer'
    | 'maxPerMinute'
    | 'maxRequestMb'
    | 'maxTokensPerDay'
    | 'maxRounds'
    | 'refuseSecretForms'
  >;
  readonly openNow: number;
  readonly inLastMinute: number;
  /** Model tokens of this server since local midnight. */
  readonly tokensToday: () => number;
  /** What the rules of the person say; a model is not chosen yet. */
  readonly decision: () => Decision;
}

/** Which gate refused, and how the reverse call ends by that. */
export interface Refusal {
  readonly gate: GateName;
  readonly settled: Settled;
}

const KINDS: Record<string, ReverseKind> = {
  'sampling/createMessage': 'sampling',
  'elicitation/create': 'elicitation',
  'roots/list': 'roots',
};

/** The kind of a reverse method we serve, or undefined. `Object.hasOwn`, because the method is the server's text. */
export const kindOf = (method: string): ReverseKind | undefined =>
  Object.hasOwn(KINDS, method) ? KINDS[method] : undefined;

const refuse = (gate: GateName, code: number, message: string, reason: string): Refusal => ({
  gate,
  settled: { outcome: 'refused', error: { code, message }, reason },
});

/** Gate 1. A method we serve, else -32601. */
export function known(input: ReverseInput): Refusal | undefined {
  if (kindOf(input.method)) return undefined;
  return refuse(
    'known',
    RPC.methodNotFound,
    'Method not found',
    `The server asked for "${input.method.slice(0, 80)}", which no MCP client serves.`,
  );
}

/** Gate 2. Declared for this session, else -32601; -32602 for an undeclared mode or tools in sampling. */
export function capability(input: ReverseInput): Refusal | undefined {
  const { offered } = input.session;
  const kind = kindOf(input.method);
  const off = (what: string) =>
    refuse(
      'capability',
      RPC.methodNotFound,
      'Method not found',
      `The server asked for ${what}, which is switched off for it.`,
    );
  const params = (typeof input.params === 'object' && input.params) || {};
  switch (kind) {
    case 'sampling':
      if (!offered.sampling) return off('a model answer (sampling)');
      if (('tools' in params || 'toolChoice' in params) && !offered.samplingTools) {
        return refuse(
          'capability',
          RPC.invalidParams,
          'Tools in sampling were not declared',
          'The server wants the model to use tools, which was not offered to it.',
        );
      }
      return undefined;
    case 'elicitation': {
      if (!offered.elicitation && !offered.elicitationUrl) return off('your input (elicitation)');
      const url = 'mode' in params && params.mode === 'url';
      if (url ? !offered.elicitationUrl : !offered.elicitation) {
        const mode = url ? 'url' : 'form';
        return refuse(
          'capability',
          RPC.invalidParams,
          `Elicitation mode "${mode}" was not declared`,
          `The server asked with a ${url ? 'link' : 'form'}, which was not offered to it.`,
        );
      }
      return undefined;
    }
    case 'roots':
      return offered.roots ? undefined : off('your folders (roots)');
    default:
      return undefined;
  }
}

/** Gate 3. Params valid by our own tolerant reading, else -32602 with one plain sentence. */
export function shape(
  input: ReverseInput,
): { ok: true; parsed: Parsed; repairs: readonly string[] } | { ok: false; refusal: Refusal } {
  const read = readReverse(input.method, input.params, input.session.protocolVersion);
  if (read.ok) return read;
  return { ok: false, refusal: refuse('shape', RPC.invalidParams, read.message, read.message) };
}

/** Gate 4. SEP-2260: sampling and elicitation belong to a call; `roots/list` is answered whatever its cause. */
export function association(input: ReverseInput, settings: ServerSettings): Refusal | undefined {
  if (input.cause.certainty !== 'none' || settings.allowUnassociated || kindOf(input.method) === 'roots') {
    return undefined;
  }
  return refuse(
    'association',
    RPC.invalidParams,
    'Requests to the client must belong to a call of the client (SEP-2260)',
    'The server asked out of the blue: no call of yours was running.',
  );
}

/** What a limit or a rule answers: elicitation has a result for it, sampling the error -1 (client/sampling). */
function turnedAway(kind: ReverseKind | undefined, action: 'decline' | 'cancel', reason: string): Settled {
  if (kind === 'elicitation') return { outcome: 'refused', result: { action }, reason };
  return {
    outcome: 'refused',
    error: USER_REJECTED,
    reason,
  };
}

/** Gate 5. Roots cost nothing to answer and are not limited. */
export function limits(input: ReverseInput, context: GateContext): Refusal | undefined {
  const kind = kindOf(input.method);
  if (kind === 'roots') return undefined;
  const over: readonly [LimitName, string] | undefined =
    context.openNow >= context.app.maxOpenPerServer
      ? ['open', `The server already has ${context.openNow} questions open, the most you allow.`]
      : context.inLastMinute >= context.app.maxPerMinute
        ? ['minute', `The server asked ${context.inLastMinute} times within a minute, the most you allow.`]
        : isLargerThan(input.params, context.app.maxRequestMb * 1_000_000)
          ? [
              'bytes',
              `What the server sent is larger than ${context.app.maxRequestMb} MB, the most you allow.`,
            ]
          : kind === 'sampling' && context.tokensToday() >= context.app.maxTokensPerDay
            ? ['tokens', `The server used ${context.app.maxTokensPerDay} tokens today, the most you allow.`]
            : undefined;
  if (!over) return undefined;
  const [limit, reason] = over;
  return { gate: 'limits', settled: { ...turnedAway(kind, 'cancel', reason), limit } };
}

/**
 * Gate 5, too. A loop of tools in sampling has so many rounds (client/sampling, "iteration limits"): each is a request of
 * its own, which carries those before it.
 */
export function toolRounds(parsed: Parsed, maxRounds: number): Refusal | undefined {
  if (parsed.kind !== 'sampling') return undefined;
  const rounds = parsed.request.messages.filter(
    ({ role, content }) => role === 'assistant' && content.some(({ type }) => type === 'tool_use'),
  ).length;
  if (rounds < maxRounds) return undefined;
  const reason = `The model has used tools in ${rounds} rounds of this conversation, the most you allow.`;
  return { gate: 'limits', settled: { ...turnedAway('sampling', 'cancel', reason), limit: 'rounds' } };
}

/** What a card says of a form that the person's settings turn away. */
export const SECRETS_REFUSED =
  'It asks for what looks like a password, key or card number. MCP forbids that in a form, and your settings decline it.';

/** Gate 6. What the person decided for every server: a form that asks for a secret is declined (client/elicitation). */
export function secrets(parsed: Parsed, app: GateContext['app']): Refusal | undefined {
  if (!app.refuseSecretForms || !asksForSecrets(parsed)) return undefined;
  return { gate: 'secrets', settled: turnedAway('elicitation', 'decline', SECRETS_REFUSED) };
}

/** What a card says of a question a rule denied. */
export const RULE_DENIES = 'A rule of yours turns this away.';

/** Gate 6. A rule that denies; `allow` and `ask` let pass. Denied folders are an empty list: that says nothing. */
export function rules(input: ReverseInput, context: GateContext): Refusal | undefined {
  const kind = kindOf(input.method);
  const { decision, rule } = context.decision();
  if (decision !== 'deny') return undefined;
  const reason = RULE_DENIES;
  const settled: Settled =
    kind === 'roots'
      ? { outcome: 'refused', result: { roots: [] }, reason }
      : turnedAway(kind, 'decline', reason);
  return { gate: 'rules', settled: { ...settled, ...(rule && { rule }) } };
}

/** All gates in order: the reading of the call, or the first refusal. */
export function passGates(
  input: ReverseInput,
  context: GateContext,
): { ok: true; parsed: Parsed; repairs: readonly string[] } | { ok: false; refusal: Refusal } {
  const early = known(input) ?? capability(input);
  if (early) return { ok: false, refusal: early };
  const read = shape(input);
  if (!read.ok) return read;
  const late =
    association(input, context.settings) ??
    limits(input, context) ??
    toolRounds(read.parsed, context.app.maxRounds) ??
    secrets(read.parsed, context.app) ??
    rules(input, context);
  return late ? { ok: false, refusal: late } : read;
}
