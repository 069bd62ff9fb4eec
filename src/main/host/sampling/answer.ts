import type { QuestionAnswer, SamplingAnswerView } from '../../../shared/model/reverse-call.ts';
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

/** What a server is told where no model could answer: neutral, and nothing of why (client/sampling, error handling). */
export const SAMPLING_FAILED = { code: -32603, message: 'Sampling failed' } as const;

/** What the person (or a script) sends of a completion: their text, without the blocks they withhold. */
export function asAnswered(
  completion: Completion,
  { text, content, model, stopReason, withhold = [] }: Extract<QuestionAnswer, { type: 'send' }>,
): Completion {
  let final = withhold.length > 0 ? without(completion, new Set(withhold)) : completion;
  if (text !== undefined) final = withText(final, text);
  if (content) final = { ...final, content: content as Completion['content'] };
  if (model !== undefined) final = { ...final, model };
  if (stopReason !== undefined) final = { ...final, stopReason };
  return final;
}

/** `withheld` counts the blocks besides text. A reply that said it stopped for tools and has none left just ended. */
function without(completion: Completion, withheld: ReadonlySet<number>): Completion {
  let index = 0;
  const content = completion.content.filter((block) => block.type === 'text' || !withheld.has(index++));
  const tools = content.some(({ type }) => type === 'tool_use');
  return {
    ...completion,
    content: content.length > 0 ? content : [{ type: 'text', text: '' }],
    ...(completion.stopReason === 'toolUse' && !tools && { stopReason: 'endTurn' }),
  };
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
