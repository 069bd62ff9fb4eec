import type { ModelOption, SamplingAnswerView } from '../../../shared/model/reverse-call.ts';

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
  complete(
    request: SamplingRequest,
    options: {
      readonly model: string;
      readonly signal: AbortSignal;
      readonly onText: (text: string, outputTokens: number | undefined) => void;
    },
  ): Promise<Completion>;
}

/** The sampling room, as the dispatcher uses it. */
export interface SamplingRoom {
  readonly providers: readonly Provider[];
  provider(id: string): Provider | undefined;
  models(): ModelOption[];
  /** Chooses by hints, then the default, then the first ready; with a reason in words for the screen. */
  choose(request: SamplingRequest, defaultModel: string): { option: ModelOption; reason: string } | undefined;
  /** Can any ready provider answer with tools? */
  offersTools(): boolean;
}

export type { SamplingAnswerView };
