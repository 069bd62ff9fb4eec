import type { ModelFacts } from '../../../shared/model/models.ts';
import type { ModelOption, SamplingAnswerView } from '../../../shared/model/reverse-call.ts';
import { SentenceError } from '../../../shared/model/sentence-error.ts';
import type { Connections } from './connections/connections.ts';

/** A sampling request in MCP's own shape (client/sampling), after our tolerant reading; binary data is still in it. */
export interface SamplingRequest {
  readonly systemPrompt?: string;
  readonly messages: readonly SamplingMessage[];
  readonly maxTokens: number;
  readonly temperature?: number;
  readonly stopSequences?: readonly string[];
  readonly modelPreferences?: ModelPreferences;
  readonly includeContext?: string;
  readonly tools?: readonly SamplingTool[];
  readonly toolChoice?: { readonly mode?: 'auto' | 'required' | 'none' };
  readonly metadata?: unknown;
}

/** A message after our reading: its content is always a list. */
export interface SamplingMessage {
  readonly role: 'user' | 'assistant';
  readonly content: readonly ContentBlock[];
}

/** A content block as MCP defines it; unknown types are kept. */
export type ContentBlock = { readonly type: string } & Readonly<Record<string, unknown>>;

/** A tool the server offers to the model. */
export interface SamplingTool {
  readonly name: string;
  readonly description?: string;
  readonly inputSchema: unknown;
}

/** What the server wishes for in a model (client/sampling, model preferences). */
export interface ModelPreferences {
  readonly hints?: readonly { readonly name?: string }[];
  readonly costPriority?: number;
  readonly speedPriority?: number;
  readonly intelligencePriority?: number;
}

/** What a provider made: MCP content blocks (text, tool_use), the model really used, why it stopped. */
export interface Completion {
  readonly content: readonly ContentBlock[];
  readonly model: string;
  readonly stopReason?: string;
  readonly inputTokens?: number;
  readonly outputTokens?: number;
  /** What was dropped or changed on the way, one sentence each. */
  readonly notes?: readonly string[];
}

/** An error of a provider that knows when to try again at the earliest. */
export class ProviderError extends SentenceError {
  /** Milliseconds since 1970. */
  readonly retryAfterAt: number | undefined;
  constructor(
    code: string,
    message: string,
    options: { retryable?: boolean; retryAfterAt?: number | undefined } = {},
  ) {
    super(code, message, options);
    this.retryAfterAt = options.retryAfterAt;
  }
}

/** What asking a model has of its own. */
export interface CompleteOptions {
  readonly model: string;
  readonly signal: AbortSignal;
  /** Receives the whole text so far. */
  readonly onText: (text: string, outputTokens: number | undefined) => void;
}

/** A place as a provider's client needs it: the person's connection, without what it is called elsewhere. */
export interface Place {
  /** As sentences name it. */
  readonly name: string;
  readonly baseUrl: string;
  /** The person's environment made it, so what else is set there for the same client may go with it. */
  readonly builtIn: boolean;
  /** The key; rejects with a SentenceError that says what to do where there is none. */
  key(): Promise<string>;
  /** What to do when the key is refused: "check …". */
  readonly keyAdvice: string;
}

/** A model as its provider's endpoint names it. */
export interface FoundModel {
  readonly id: string;
  readonly facts: ModelFacts;
}

/** How one kind of provider is spoken to. Adding one is a file with this, and a line in providers/kinds.ts. */
export interface Backend {
  /** Its models can answer with tool_use, as far as is known. */
  readonly tools: boolean;
  /** Rejects as `Provider.complete` does. */
  complete(request: SamplingRequest, options: CompleteOptions): Promise<Completion>;
  /** Content its models cannot take, a sentence each. */
  obstacles(request: SamplingRequest): readonly string[];
  /** Asks the models endpoint; bounded. Rejects with a SentenceError. */
  readModels(signal: AbortSignal): Promise<readonly FoundModel[]>;
}

/** Where completions come from. */
export interface Provider {
  readonly id: string;
  readonly label: string;
  /** Ready now, and if not, why and what to do. */
  status(): { readonly ready: boolean; readonly detail: string };
  models(): readonly ModelOption[];
  /** Can it answer with tool_use? */
  readonly tools: boolean;
  /** No model is asked: the person writes the answer. */
  readonly manual: boolean;
  /**
   * Rejects with a SentenceError a person can act on; with the signal's reason when aborted. `onText` receives the
   * whole text so far.
   */
  complete(request: SamplingRequest, options: CompleteOptions): Promise<Completion>;
  /** Content its models cannot take, a sentence each. */
  obstacles?(request: SamplingRequest): readonly string[];
}

/** The sampling room, as the dispatcher uses it. */
export interface SamplingRoom {
  readonly providers: readonly Provider[];
  readonly connections: Connections;
  provider(id: string): Provider | undefined;
  /** What can be asked now. `allowed`: the ids a server may be answered with; the person can always write. */
  models(allowed?: readonly string[]): ModelOption[];
  /** Chooses by hints, priorities, the default, else the first; with a reason in words for the screen. */
  choose(
    request: SamplingRequest,
    defaultModel: string,
    allowed?: readonly string[],
  ): { option: ModelOption; reason: string } | undefined;
  /** By model, what it cannot take of a request. */
  obstacles(
    request: SamplingRequest,
    models: readonly ModelOption[],
  ): { model: string; sentences: string[] }[];
  /** Can the model that is asked when nobody wishes for another answer with tools? */
  offersTools(defaultModel: string, allowed?: readonly string[]): boolean;
}

export type { SamplingAnswerView };
