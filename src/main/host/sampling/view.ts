import { madeOnce } from '../../../shared/made-once.ts';
import type { PromptEdits, SamplingBlock, SamplingPromptView } from '../../../shared/model/reverse-call.ts';
import { estimateTokens } from './estimate.ts';
import { base64Bytes, cleanBase64, sniffImage } from './image.ts';
import type { ContentBlock, SamplingRequest } from './types.ts';

/** Larger images are named, not shown. */
const MAX_IMAGE_BYTES = 4 * 1024 * 1024;

/**
 * The request as a person reads it: everything is there as text, images as pictures where that is safe. Made once for
 * each request; it is looked at before, during and after the model is asked.
 */
export const toPromptView = madeOnce((request: SamplingRequest): SamplingPromptView => {
  const { systemPrompt, temperature, toolChoice, includeContext, metadata } = request;
  return {
    ...(systemPrompt !== undefined && { systemPrompt }),
    messages: request.messages.map(({ role, content }) => ({ role, blocks: content.map(toBlock) })),
    maxTokens: request.maxTokens,
    ...(temperature !== undefined && { temperature }),
    stopSequences: [...(request.stopSequences ?? [])],
    tools: (request.tools ?? []).map((tool) => ({
      name: tool.name,
      description: tool.description ?? '',
      schema: json(tool.inputSchema),
    })),
    ...(toolChoice && { toolChoice: toolChoice.mode ?? 'auto' }),
    ...(includeContext !== undefined && { includeContext }),
    hints: (request.modelPreferences?.hints ?? []).flatMap(({ name }) => (name ? [name] : [])),
    ...(metadata !== undefined && { metadata: json(metadata) }),
    inputTokens: estimateTokens(request),
  };
});

/**
 * The request with the person's edits. Texts of blocks that are not text are left alone; an emptied system prompt
 * is left out; maxTokens may be lowered, never raised.
 */
export function applyEdits(request: SamplingRequest, edits: PromptEdits | undefined): SamplingRequest {
  if (!edits) return request;
  const { systemPrompt: _old, ...rest } = request;
  const systemPrompt = edits.systemPrompt ?? request.systemPrompt;
  const texts = edits.texts ?? {};
  return {
    ...rest,
    ...(systemPrompt !== undefined &&
      (systemPrompt !== '' || request.systemPrompt === '') && { systemPrompt }),
    maxTokens: Math.min(request.maxTokens, edits.maxTokens ?? request.maxTokens),
    messages: request.messages.map((message, i) => ({
      role: message.role,
      content: message.content.map((block, j) => {
        const key = `${i}.${j}`;
        return block.type === 'text' && Object.hasOwn(texts, key) ? { ...block, text: texts[key] } : block;
      }),
    })),
  };
}

function toBlock(block: ContentBlock): SamplingBlock {
  switch (block.type) {
    case 'text':
      return { type: 'text', text: String(block.text) };
    case 'image':
      return toImage(String(block.data), String(block.mimeType));
    case 'audio':
      return { type: 'audio', mimeType: String(block.mimeType), bytes: base64Bytes(String(block.data)) };
    case 'tool_use':
      return { type: 'tool_use', id: String(block.id), name: String(block.name), input: json(block.input) };
    case 'tool_result':
      return {
        type: 'tool_result',
        toolUseId: String(block.toolUseId),
        text: toolText(block),
        isError: block.isError === true,
      };
    default:
      return { type: 'other', json: json(shorten(block)) };
  }
}

function toImage(data: string, named: string): SamplingBlock {
  const bytes = base64Bytes(data);
  const base64 = bytes <= MAX_IMAGE_BYTES ? cleanBase64(data) : undefined;
  const mimeType = base64 === undefined ? undefined : sniffImage(base64);
  if (mimeType === undefined) return { type: 'image', mimeType: named, bytes };
  return { type: 'image', mimeType, bytes, dataUrl: `data:${mimeType};base64,${base64}` };
}

/** The content of a tool result in one text; what is not text is shown as JSON, without its binary data. */
function toolText(block: ContentBlock): string {
  const content = Array.isArray(block.content) ? (block.content as ContentBlock[]) : [];
  const parts = content.map((one) =>
    one.type === 'text' && typeof one.text === 'string' ? one.text : json(shorten(one)),
  );
  if (block.structuredContent !== undefined) parts.push(json(block.structuredContent));
  return parts.join('\n');
}

function shorten(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(shorten);
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) =>
      (key === 'data' || key === 'blob') && typeof inner === 'string'
        ? [key, `(${base64Bytes(inner)} bytes)`]
        : [key, shorten(inner)],
    ),
  );
}

function json(value: unknown): string {
  return JSON.stringify(value, null, 2) ?? '';
}
