import { textTokens } from '../../../shared/text-tokens.ts';
import { cleanBase64 } from './image.ts';
import { imageSize } from './image-size.ts';
import type { ContentBlock, SamplingRequest } from './types.ts';

/** What role, order and kind of a message take besides its content. */
const PER_MESSAGE = 4;
/** The published rule for images: width times height over this; larger ones are scaled down first. */
const PIXELS_PER_TOKEN = 750;
const MAX_IMAGE = 1600;

/**
 * About how many tokens a prompt takes, for a person to read: a character in four for most scripts, one each for those
 * without spaces (Chinese, Japanese, Korean, ...), images by their size in pixels, sounds not at all known. Limits are
 * not held against this but against tokens.ts, which rather counts too many.
 */
export function estimateTokens({ systemPrompt = '', messages, tools }: SamplingRequest): number {
  let total = textTokens(systemPrompt);
  for (const { content } of messages) {
    total += PER_MESSAGE;
    for (const block of content) total += ofBlock(block);
  }
  if (tools !== undefined) total += textTokens(JSON.stringify(tools));
  return Math.ceil(total);
}

function ofBlock(block: ContentBlock): number {
  switch (block.type) {
    case 'text':
      return textTokens(String(block.text));
    case 'image':
    case 'audio':
      return ofMedia(block);
    case 'tool_result': {
      const content = Array.isArray(block.content) ? (block.content as ContentBlock[]) : [];
      const parts = content.reduce((sum, one) => sum + ofBlock(one), 0);
      return parts > 0 || block.structuredContent === undefined
        ? parts
        : textTokens(JSON.stringify(block.structuredContent));
    }
    default:
      return textTokens(JSON.stringify(block));
  }
}

function ofMedia(block: ContentBlock): number {
  const data = block.type === 'image' ? cleanBase64(String(block.data)) : undefined;
  const size = data === undefined ? undefined : imageSize(data);
  if (!size) return MAX_IMAGE;
  return Math.min(MAX_IMAGE, Math.ceil((size.width * size.height) / PIXELS_PER_TOKEN));
}
