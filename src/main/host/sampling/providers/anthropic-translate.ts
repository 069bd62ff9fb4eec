import { SentenceError } from '../../../../shared/model/sentence-error.ts';
import { base64Bytes, cleanBase64, sniffImage } from '../image.ts';
import { toStopReason } from '../stop-reason.ts';
import type { Completion, ContentBlock, SamplingRequest } from '../types.ts';
import { Names } from './names.ts';

/** A Messages API block, as far as we make or read one. */
export type ApiBlock = { type: string } & Record<string, unknown>;
/** The body of a request to the Messages API. */
export interface ApiBody {
  model: string;
  max_tokens: number;
  messages: { role: 'user' | 'assistant'; content: ApiBlock[] }[];
  [parameter: string]: unknown;
}

/** A translated request, and what had to be left out of it. */
export interface Translated {
  readonly body: ApiBody;
  /** What was left out or added, one sentence each. */
  readonly notes: readonly string[];
  /** Gives the tools their own names back. */
  readonly toolName: (apiName: string) => string;
}

/** The limit of the Messages API for one image. */
const MAX_IMAGE_BYTES = 5 * 1024 * 1024;

/**
 * An MCP sampling request as a Messages API body. Throws a SentenceError, before anything is sent, that names
 * content Claude cannot take. Optional parameters are there only when the server asked for them.
 */
export function toAnthropic(request: SamplingRequest, model: string): Translated {
  const notes = new Set<string>();
  const names = new Names(128);
  const ids = new Names(256);
  for (const { name } of request.tools ?? []) names.to(name);
  const messages = toMessages(request, notes, names, ids);
  const body: ApiBody = { model, max_tokens: request.maxTokens, messages };
  if (request.systemPrompt?.trim()) body.system = wellFormed(request.systemPrompt);
  if (request.temperature !== undefined) body.temperature = request.temperature;
  const stops = (request.stopSequences ?? []).filter((stop) => stop.trim() !== '');
  if (stops.length < (request.stopSequences ?? []).length) {
    notes.add('A stop sequence of blanks only was left out; Claude does not take one.');
  }
  if (stops.length > 0) body.stop_sequences = stops;
  addTools(body, request, names);
  if (request.metadata !== undefined) notes.add('The metadata of the request was not sent to the model.');
  return { body, notes: [...notes], toolName: (apiName) => names.from(apiName) };
}

type Messages = ApiBody['messages'];

/** Neighbours of one role become one message, since the API alternates; the order of blocks stays. */
function toMessages(request: SamplingRequest, notes: Set<string>, names: Names, ids: Names): Messages {
  const messages: Messages = [];
  for (const { role, content } of request.messages) {
    const blocks = content.flatMap((block) => toBlocks(block, names, ids));
    const last = messages.at(-1);
    if (last?.role === role) last.content.push(...blocks);
    else messages.push({ role, content: blocks });
  }
  for (const message of messages) {
    if (message.content.length > 0) continue;
    message.content.push(text('(empty)'));
    notes.add('A message without text was sent as "(empty)"; Claude takes no empty message.');
  }
  if (messages[0]?.role === 'assistant') {
    messages.unshift({ role: 'user', content: [text('(begin)')] });
    notes.add('A first message of the user, "(begin)", was added; Claude does not begin with the assistant.');
  }
  if (messages.at(-1)?.role === 'assistant') {
    messages.push({ role: 'user', content: [text('Continue.')] });
    notes.add('A last message of the user, "Continue.", was added; Claude does not end with the assistant.');
  }
  return messages;
}

function toBlocks(block: ContentBlock, names: Names, ids: Names): ApiBlock[] {
  switch (block.type) {
    case 'text':
    case 'image':
      return toPlain(block, 'a message');
    case 'tool_use':
      return [
        {
          type: 'tool_use',
          id: ids.to(String(block.id)),
          name: names.to(String(block.name)),
          input: block.input,
        },
      ];
    case 'tool_result': {
      const content = (Array.isArray(block.content) ? (block.content as ContentBlock[]) : []).flatMap((one) =>
        toPlain(one, 'a tool result'),
      );
      if (block.structuredContent !== undefined && content.length === 0) {
        content.push(text(JSON.stringify(block.structuredContent)));
      }
      return [
        {
          type: 'tool_result',
          tool_use_id: ids.to(String(block.toolUseId)),
          // An empty list is refused; none at all is taken.
          ...(content.length > 0 && { content }),
          ...(block.isError === true && { is_error: true }),
        },
      ];
    }
    default:
      throw cannotTake(block.type, 'a message');
  }
}

/** Text and images; empty texts are dropped, since the API refuses them. */
function toPlain(block: ContentBlock, where: string): ApiBlock[] {
  if (block.type === 'text') {
    const value = String(block.text);
    return value.trim() === '' ? [] : [text(value)];
  }
  if (block.type === 'image') return [toImage(block)];
  if (block.type === 'resource_link' && typeof block.uri === 'string') return [text(block.uri)];
  if (block.type === 'resource') {
    const { resource } = block as { resource?: { text?: unknown } };
    if (typeof resource?.text === 'string') return resource.text.trim() === '' ? [] : [text(resource.text)];
  }
  throw cannotTake(block.type, where);
}

function toImage(block: ContentBlock): ApiBlock {
  const data = cleanBase64(String(block.data));
  const mediaType = data === undefined ? undefined : sniffImage(data);
  if (data === undefined || mediaType === undefined) {
    throw new SentenceError(
      'content-not-taken',
      `Claude takes PNG, JPEG, GIF and WebP images, and this one (${String(block.mimeType)}) is none of them; choose another model or write the answer yourself.`,
    );
  }
  if (base64Bytes(data) > MAX_IMAGE_BYTES) {
    throw new SentenceError(
      'content-not-taken',
      'An image is larger than the 5 MB Claude takes; choose another model or write the answer yourself.',
    );
  }
  return { type: 'image', source: { type: 'base64', media_type: mediaType, data } };
}

function cannotTake(type: string, where: string): SentenceError {
  return new SentenceError(
    'content-not-taken',
    `Claude cannot take the ${type} in ${where}; choose another model or write the answer yourself.`,
  );
}

const CHOICES = { auto: 'auto', required: 'any', none: 'none' } as const;

function addTools(body: ApiBody, request: SamplingRequest, names: Names): void {
  const tools = (request.tools ?? []).map((tool) => ({
    name: names.to(tool.name),
    ...(tool.description?.trim() && { description: wellFormed(tool.description) }),
    input_schema: { type: 'object', ...(tool.inputSchema as object) },
  }));
  if (tools.length > 0) {
    body.tools = tools;
    const mode = request.toolChoice?.mode;
    if (mode !== undefined) body.tool_choice = { type: CHOICES[mode] };
    return;
  }
  // The API wants every tool named in the messages declared, also where none may be used any more.
  const used = new Set(
    request.messages.flatMap(({ content }) =>
      content.flatMap((block) => (block.type === 'tool_use' ? [names.to(String(block.name))] : [])),
    ),
  );
  if (used.size === 0) return;
  body.tools = [...used].map((name) => ({ name, input_schema: { type: 'object' } }));
  body.tool_choice = { type: 'none' };
}

/** Half a surrogate pair is no UTF-8, and the API refuses the whole request for it. */
const wellFormed = (value: string) => value.replace(/\p{Surrogate}/gu, '\uFFFD');

const text = (value: string): ApiBlock => ({ type: 'text', text: wellFormed(value) });

/** What the API answered, as far as it is used here. */
export interface ApiMessage {
  readonly content: readonly { readonly type: string }[];
  readonly model: string;
  readonly stop_reason: string | null;
  readonly usage?: {
    readonly input_tokens?: number | null;
    readonly cache_creation_input_tokens?: number | null;
    readonly cache_read_input_tokens?: number | null;
    readonly output_tokens?: number | null;
  };
}

/**
 * The API's message as a completion. Thinking is dropped: it has no place in MCP. Throws a SentenceError for an
 * answer with nothing in it, which is never passed off as success.
 */
export function fromAnthropic(
  message: ApiMessage,
  translated: Pick<Translated, 'notes' | 'toolName'>,
): Completion {
  const notes = [...translated.notes];
  const content = message.content.flatMap((raw): ContentBlock[] => {
    const block = raw as ApiBlock;
    if (block.type === 'text') return block.text === '' ? [] : [{ type: 'text', text: String(block.text) }];
    if (block.type === 'tool_use') {
      const { id, name, input } = block;
      return [
        { type: 'tool_use', id: String(id), name: translated.toolName(String(name)), input: input ?? {} },
      ];
    }
    if (!/thinking$/.test(block.type))
      notes.push(`A part of the answer (${block.type}) has no place in MCP and was left out.`);
    return [];
  });
  if (content.length === 0) throw emptyAnswer(message.stop_reason);
  const stopReason = toStopReason(message.stop_reason);
  const { usage } = message;
  const input = sum(usage?.input_tokens, usage?.cache_creation_input_tokens, usage?.cache_read_input_tokens);
  const output = usage?.output_tokens ?? undefined;
  return {
    content,
    model: message.model,
    ...(stopReason !== undefined && { stopReason }),
    ...(input !== undefined && { inputTokens: input }),
    ...(output !== undefined && { outputTokens: output }),
    ...(notes.length > 0 && { notes }),
  };
}

function emptyAnswer(stopReason: string | null): SentenceError {
  const why =
    stopReason === 'max_tokens'
      ? 'The model used up its tokens before it wrote anything; ask again or choose another model.'
      : stopReason === 'refusal'
        ? 'The model declined to answer this prompt; edit it, or choose another model.'
        : 'The model answered with nothing; ask again or choose another model.';
  return new SentenceError('empty-answer', why, { retryable: true });
}

function sum(...parts: (number | null | undefined)[]): number | undefined {
  const numbers = parts.filter((part) => typeof part === 'number');
  return numbers.length > 0 ? numbers.reduce((total, part) => total + part, 0) : undefined;
}
