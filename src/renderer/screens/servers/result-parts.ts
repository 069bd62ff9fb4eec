import { isObject } from '../../../shared/json.ts';
import type { CallView } from '../../../shared/model/call.ts';

/** One thing of a result to draw. Whatever is not understood is `json`: nothing a server sent is hidden. */
export type Part =
  | { readonly type: 'text'; readonly text: string; readonly label?: string }
  | { readonly type: 'image'; readonly src: string; readonly mimeType: string; readonly bytes: number }
  | { readonly type: 'binary'; readonly mimeType: string; readonly bytes: number; readonly label?: string }
  | { readonly type: 'json'; readonly value: unknown; readonly label?: string };

const IMAGES = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;
/** A picture above this many base64 characters is named, not drawn. */
const LARGEST_IMAGE = 20_000_000;

const bytesOf = (base64: string): number => Math.floor((base64.replace(/=+$/, '').length * 3) / 4);

const binary = (data: unknown, mimeType: unknown, label?: string): Part | undefined => {
  if (typeof data !== 'string') return undefined;
  const kind = typeof mimeType === 'string' ? mimeType.toLowerCase() : 'unknown kind';
  const base64 = data.replace(/\s+/g, '');
  const bytes = bytesOf(base64);
  if (IMAGES.has(kind) && base64.length <= LARGEST_IMAGE && BASE64.test(base64)) {
    return { type: 'image', src: `data:${kind};base64,${base64}`, mimeType: kind, bytes };
  }
  return { type: 'binary', mimeType: kind, bytes, ...(label ? { label } : {}) };
};

const resourcePart = (value: unknown): Part => {
  if (!isObject(value)) return { type: 'json', value };
  const label = typeof value.uri === 'string' ? value.uri : undefined;
  if (typeof value.text === 'string') return { type: 'text', text: value.text, ...(label ? { label } : {}) };
  return binary(value.blob, value.mimeType, label) ?? { type: 'json', value };
};

/** A content block of a tool result or prompt message. */
export const contentPart = (block: unknown): Part => {
  if (!isObject(block)) return { type: 'json', value: block };
  switch (block.type) {
    case 'text':
      return typeof block.text === 'string'
        ? { type: 'text', text: block.text }
        : { type: 'json', value: block };
    case 'image':
    case 'audio':
      return binary(block.data, block.mimeType) ?? { type: 'json', value: block };
    case 'resource':
      return resourcePart(block.resource);
    default:
      return { type: 'json', value: block };
  }
};

const list = (value: unknown): unknown[] =>
  Array.isArray(value) ? value : value === undefined ? [] : [value];

/** The parts of a call's result in order, by the shape its method gives. */
export const resultParts = ({ method, result }: Pick<CallView, 'method' | 'result'>): Part[] => {
  if (result === undefined) return [];
  if (!isObject(result)) return [{ type: 'json', value: result }];
  switch (method) {
    case 'tools/call': {
      const parts = list(result.content).map(contentPart);
      if (result.structuredContent !== undefined) {
        parts.push({ type: 'json', value: result.structuredContent, label: 'Structured content' });
      }
      return parts;
    }
    case 'prompts/get': {
      const about: Part[] =
        typeof result.description === 'string'
          ? [{ type: 'text', text: result.description, label: 'Description' }]
          : [];
      return about.concat(
        list(result.messages).flatMap((message) => {
          if (!isObject(message)) return [{ type: 'json' as const, value: message }];
          const role = typeof message.role === 'string' ? message.role : 'unknown role';
          return list(message.content).map((block) => ({ label: role, ...contentPart(block) }) as Part);
        }),
      );
    }
    case 'resources/read':
      return list(result.contents).map(resourcePart);
  }
};
