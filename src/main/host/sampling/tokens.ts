import type { ContentBlock, SamplingRequest } from './types.ts';

/** An image or a sound takes about so many, whatever its size in bytes. */
const MEDIA = 2000;

/** Rather too many: most texts take one token for three to four bytes. */
const ofText = (text: string): number => Math.ceil(Buffer.byteLength(text) / 3);

/** The tokens a prompt takes, roughly and rather too many, where no provider has counted them. */
export function inputTokens(request: SamplingRequest): number {
  const { systemPrompt = '', messages, tools } = request;
  const blocks = messages.flatMap(({ content }) => content).map(ofBlock);
  const offered = tools === undefined ? 0 : ofText(JSON.stringify(tools));
  return ofText(systemPrompt) + blocks.reduce((sum, one) => sum + one, 0) + offered;
}

/** The most that answering may take: the prompt, and the longest answer it allows. */
export const tokensAtMost = (request: SamplingRequest): number => inputTokens(request) + request.maxTokens;

/** What an answer that was broken off has taken. */
export const tokensOfPart = (
  request: SamplingRequest,
  partial: string,
  counted: number | undefined,
): number => inputTokens(request) + (counted ?? ofText(partial));

function ofBlock(block: ContentBlock): number {
  if (block.type === 'text' && typeof block.text === 'string') return ofText(block.text);
  if (block.type === 'image' || block.type === 'audio') return MEDIA;
  return ofText(JSON.stringify(block));
}
