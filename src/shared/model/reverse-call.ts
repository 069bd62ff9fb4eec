import { z } from 'zod';
import { ModelFacts } from './models.ts';

export const ReverseKind = z.enum(['sampling', 'elicitation', 'roots']);
export type ReverseKind = z.infer<typeof ReverseKind>;

/** How a reverse call arrived: legacy request, MRTR result, Tasks extension, legacy error -32042. */
export const Road = z.enum(['request', 'input_required', 'task', 'url_required']);
export type Road = z.infer<typeof Road>;

export const Certainty = z.enum(['proven', 'inferred', 'unknown', 'none']);
export type Certainty = z.infer<typeof Certainty>;

/** The forward call a reverse call belongs to, and how sure that is. */
export const Cause = z.object({
  callId: z.number().optional(),
  certainty: Certainty,
  candidates: z.array(z.number()),
});
export type Cause = z.infer<typeof Cause>;

export const Outcome = z.enum([
  'accepted',
  'declined',
  'cancelled',
  'denied',
  'refused',
  'withdrawn',
  'failed',
]);
export type Outcome = z.infer<typeof Outcome>;

/** One check of a form answer that did not pass; `field` is the property name, '' for the whole form. */
export const FieldErrorView = z.object({ field: z.string(), message: z.string() });

/** A content block of a sampling message, as text a person can read. Binary data never reaches the window but images. */
export const SamplingBlock = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({
    type: z.literal('image'),
    mimeType: z.string(),
    bytes: z.number(),
    dataUrl: z.string().optional(),
  }),
  z.object({ type: z.literal('audio'), mimeType: z.string(), bytes: z.number() }),
  z.object({ type: z.literal('tool_use'), id: z.string(), name: z.string(), input: z.string() }),
  z.object({
    type: z.literal('tool_result'),
    toolUseId: z.string(),
    text: z.string(),
    isError: z.boolean(),
  }),
  z.object({ type: z.literal('other'), json: z.string() }),
]);
export type SamplingBlock = z.infer<typeof SamplingBlock>;

export const SamplingMessageView = z.object({
  role: z.enum(['user', 'assistant']),
  blocks: z.array(SamplingBlock),
});
export type SamplingMessageView = z.infer<typeof SamplingMessageView>;

export const ModelOption = z.object({
  /** `connection/model`; unique. */
  id: z.string(),
  /** The connection, or `manual`. */
  provider: z.string(),
  model: z.string(),
  label: z.string(),
  facts: ModelFacts.optional(),
});
export type ModelOption = z.infer<typeof ModelOption>;

export const SamplingPromptView = z.object({
  systemPrompt: z.string().optional(),
  messages: z.array(SamplingMessageView),
  maxTokens: z.number(),
  temperature: z.number().optional(),
  stopSequences: z.array(z.string()),
  tools: z.array(z.object({ name: z.string(), description: z.string(), schema: z.string() })),
  toolChoice: z.string().optional(),
  includeContext: z.string().optional(),
  hints: z.array(z.string()),
  metadata: z.string().optional(),
  /** An estimate: say "about". */
  inputTokens: z.number(),
});
export type SamplingPromptView = z.infer<typeof SamplingPromptView>;

export const SamplingAnswerView = z.object({
  text: z.string(),
  /** Blocks besides text (tool use), as JSON the person can read. */
  extra: z.array(z.object({ type: z.string(), json: z.string() })),
  model: z.string(),
  stopReason: z.string().optional(),
  inputTokens: z.number().optional(),
  outputTokens: z.number().optional(),
  /** What was dropped or changed on the way to the model, one sentence each. */
  notes: z.array(z.string()),
});
export type SamplingAnswerView = z.infer<typeof SamplingAnswerView>;

/** What the person looks at now. A sampling question goes prompt -> running -> answer. */
export const QuestionBody = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('sampling-prompt'),
    prompt: SamplingPromptView,
    models: z.array(ModelOption),
    chosen: z.string(),
    chosenReason: z.string(),
    notes: z.array(z.string()),
    /** By model (the id of its option): content it cannot take, which blocks Approve for that model. */
    obstacles: z.array(z.object({ model: z.string(), sentences: z.array(z.string()) })),
    error: z.string().optional(),
    /** With an error: when to try again at the earliest, as the provider says. */
    retryAfterAt: z.number().optional(),
  }),
  z.object({
    type: z.literal('sampling-running'),
    prompt: SamplingPromptView,
    model: z.string(),
    partial: z.string(),
    /** An estimate, as in the prompt. */
    inputTokens: z.number().optional(),
    outputTokens: z.number().optional(),
  }),
  z.object({
    type: z.literal('sampling-answer'),
    prompt: SamplingPromptView,
    answer: SamplingAnswerView,
    /** The person writes the completion: no model was asked. */
    manual: z.boolean(),
  }),
  z.object({
    type: z.literal('form'),
    message: z.string(),
    /** `requestedSchema` as received. */
    schema: z.unknown(),
    errors: z.array(FieldErrorView),
  }),
  z.object({
    type: z.literal('link'),
    message: z.string(),
    url: z.string(),
    elicitationId: z.string().optional(),
    /** `opened`: the person consented and the browser was asked to open it. */
    phase: z.enum(['ask', 'opened']),
    error: z.string().optional(),
  }),
  /** Answers were on their way when the app or the server ended: `answers` is their JSON. */
  z.object({ type: z.literal('resend'), answers: z.string() }),
  /** Roots and refused calls have nothing to fill in. */
  z.object({ type: z.literal('none'), method: z.string() }),
]);
export type QuestionBody = z.infer<typeof QuestionBody>;

export const QuestionState = z.enum(['waiting', 'working', 'suspended', 'closed']);
export type QuestionState = z.infer<typeof QuestionState>;

/**
 * A reverse call as a person sees it. `state: 'closed'` keeps the card (why it was withdrawn or refused, the text
 * for copying) until it is dismissed.
 */
export const QuestionView = z.object({
  id: z.string(),
  serverId: z.string(),
  serverName: z.string(),
  /** The server's own title: untrusted. */
  serverTitle: z.string().optional(),
  era: z.enum(['legacy', 'modern']),
  kind: ReverseKind,
  road: Road,
  method: z.string(),
  /** The key in `inputRequests` on modern roads. */
  key: z.string().optional(),
  round: z.number(),
  /** Other questions of the same round: an answer leaves only when all are answered. */
  roundSize: z.number(),
  cause: Cause,
  /** The cause in words, with the call's name: "deploy · call 12 · certain". */
  causeText: z.string(),
  state: QuestionState,
  outcome: Outcome.optional(),
  /** One plain sentence: why it was refused, withdrawn or failed. */
  reason: z.string().optional(),
  receivedAt: z.number(),
  endedAt: z.number().optional(),
  /** Asked, and ended the same way, so often; absent is once. */
  count: z.number().optional(),
  /** When it is withdrawn at the latest; stands still while suspended. */
  hardLimitAt: z.number().optional(),
  repairs: z.array(z.string()),
  body: QuestionBody,
  draft: z.unknown().optional(),
});
export type QuestionView = z.infer<typeof QuestionView>;

/** Edits of a prompt: the changed text of `messages[i].blocks[j]` under the key `i.j`. */
export const PromptEdits = z.strictObject({
  systemPrompt: z.string().optional(),
  texts: z.record(z.string(), z.string()).optional(),
  maxTokens: z.number().int().min(1).optional(),
  model: z.string().optional(),
});
export type PromptEdits = z.infer<typeof PromptEdits>;

/** What a person (or a script, or a rule) answers. Which types fit depends on the question's body. */
export const QuestionAnswer = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('approve'), edits: PromptEdits.optional() }),
  z.strictObject({ type: z.literal('deny') }),
  z.strictObject({
    type: z.literal('send'),
    text: z.string().optional(),
    /** Scripts only: the whole content, for answers that are not one text. */
    content: z.array(z.unknown()).optional(),
    model: z.string().optional(),
    stopReason: z.string().optional(),
    /** Blocks of `extra`, by their index, that the person does not send. */
    withhold: z.array(z.number().int().min(0)).max(10_000).optional(),
  }),
  z.strictObject({ type: z.literal('dont-send') }),
  z.strictObject({ type: z.literal('again') }),
  z.strictObject({ type: z.literal('stop') }),
  z.strictObject({ type: z.literal('submit'), values: z.record(z.string(), z.unknown()) }),
  z.strictObject({ type: z.literal('decline') }),
  z.strictObject({ type: z.literal('cancel') }),
  z.strictObject({ type: z.literal('open') }),
  z.strictObject({ type: z.literal('finished') }),
  z.strictObject({ type: z.literal('open-again') }),
  z.strictObject({ type: z.literal('resend') }),
]);
export type QuestionAnswer = z.infer<typeof QuestionAnswer>;

/** The `Wire` tab: JSON texts, pretty-printed. */
export const WireView = z.object({
  received: z.string(),
  repairs: z.array(z.string()),
  /** The exact answer as it would leave, or null where nothing would be sent. */
  answer: z.string().nullable(),
  /** An entry for an answers file (YAML), or null. */
  answersFile: z.string().nullable(),
});
export type WireView = z.infer<typeof WireView>;
