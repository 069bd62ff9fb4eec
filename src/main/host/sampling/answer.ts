import type { SamplingAnswerView } from '../../../shared/model/reverse-call.ts';
import type { Completion, ContentBlock } from './types.ts';

/**
 * The result as it goes back (CreateMessageResult). A list of blocks only when tools were asked for and the
 * revision has lists (2025-11-25, SEP-1577); else exactly one block, texts joined.
 */
export function toResult(
  completion: Completion,
  options: { toolsRequested: boolean; protocolVersion: string },
): Record<string, unknown> {
  const lists = options.toolsRequested && options.protocolVersion >= '2025-11-25';
  const single = completion.content.length === 1 && completion.content[0]?.type !== 'tool_use';
  return {
    role: 'assistant',
    content:
      lists && !single ? [...completion.content] : oneBlock(completion.content, options.protocolVersion),
    model: completion.model,
    ...(completion.stopReason !== undefined && { stopReason: completion.stopReason }),
  };
}

/** What the person sees of a completion: its text to edit, and every other block as JSON. */
export function toAnswerView(completion: Completion): SamplingAnswerView {
  const { model, stopReason, inputTokens, outputTokens } = completion;
  return {
    text: textOf(completion.content),
    extra: completion.content
      .filter((block) => block.type !== 'text')
      .map((block) => ({ type: block.type, json: JSON.stringify(block, null, 2) })),
    model,
    ...(stopReason !== undefined && { stopReason }),
    ...(inputTokens !== undefined && { inputTokens }),
    ...(outputTokens !== undefined && { outputTokens }),
    notes: [...(completion.notes ?? [])],
  };
}

/** The completion with an edited text; other blocks stay in their order after it. */
export function withText(completion: Completion, text: string): Completion {
  if (text === textOf(completion.content)) return completion;
  const others = completion.content.filter((block) => block.type !== 'text');
  const content: ContentBlock[] =
    text === '' && others.length > 0 ? others : [{ type: 'text', text }, ...others];
  return { ...completion, content };
}

const textOf = (content: readonly ContentBlock[]) =>
  content
    .filter((block) => block.type === 'text')
    .map((block) => String(block.text))
    .join('\n');

/** Text wins: a peer that did not ask for tools has no use for a tool use, and 2024-11-05 none for audio. */
function oneBlock(content: readonly ContentBlock[], protocolVersion: string): ContentBlock {
  const texts = content.filter((block) => block.type === 'text');
  const [first] = texts;
  if (texts.length === 1 && first) return first;
  if (texts.length > 1) return { type: 'text', text: textOf(texts) };
  const kinds = protocolVersion < '2025-03-26' ? ['image'] : ['image', 'audio'];
  return content.find((block) => kinds.includes(block.type)) ?? { type: 'text', text: '' };
}
