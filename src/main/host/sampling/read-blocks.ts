import { isObject } from '../../../shared/json.ts';
import type { ContentBlock, SamplingMessage } from './types.ts';

/** Thrown inside the reading only: one plain sentence about what is wrong, safe to send to the server. */
export class BadRequest extends Error {}

/** The revision that the blocks are of, and who hears what was mended. */
export interface Reading {
  readonly protocolVersion: string;
  readonly repair: (sentence: string) => void;
}

/** One message; content may be one block, a list of blocks, or (mended) a bare text. `where` is "Message 2". */
export function readMessage(raw: unknown, where: string, reading: Reading): SamplingMessage {
  if (!isObject(raw)) throw new BadRequest(`${where} is not an object.`);
  const { role, content } = raw;
  if (role !== 'user' && role !== 'assistant') {
    throw new BadRequest(`The role of ${lower(where)} must be "user" or "assistant".`);
  }
  if (typeof content === 'string') {
    reading.repair(`The content of ${lower(where)} was a bare text.`);
    return { role, content: [{ type: 'text', text: content }] };
  }
  if (Array.isArray(content)) {
    if (reading.protocolVersion < '2025-11-25') {
      reading.repair(
        `The content of ${lower(where)} was a list, which ${reading.protocolVersion} does not have.`,
      );
    }
    return { role, content: content.map((block: unknown) => readBlock(block, where, role, reading)) };
  }
  return { role, content: [readBlock(content, where, role, reading)] };
}

function readBlock(raw: unknown, where: string, role: string, reading: Reading): ContentBlock {
  if (!isObject(raw) || typeof raw.type !== 'string' || raw.type === '') {
    throw new BadRequest(`${where} has content without a type.`);
  }
  const block = raw as ContentBlock;
  switch (block.type) {
    case 'text':
      if (typeof block.text !== 'string') throw new BadRequest(`${where} has text content without its text.`);
      return block;
    case 'image':
    case 'audio': {
      if (typeof block.data !== 'string')
        throw new BadRequest(`${where} has ${block.type} content without its data.`);
      if (block.type === 'audio' && reading.protocolVersion < '2025-03-26') {
        reading.repair(`${where} has audio, which ${reading.protocolVersion} does not have.`);
      }
      if (typeof block.mimeType === 'string') return block;
      reading.repair(`The ${block.type} of ${lower(where)} had no mimeType.`);
      return { ...block, mimeType: 'application/octet-stream' };
    }
    case 'tool_use': {
      if (role !== 'assistant')
        throw new BadRequest(`${where} uses a tool, which only the assistant may do.`);
      if (typeof block.id !== 'string' || typeof block.name !== 'string') {
        throw new BadRequest(`${where} has a tool use without its id or name.`);
      }
      if (isObject(block.input)) return block;
      if (block.input !== undefined && block.input !== null) {
        throw new BadRequest(`The input of a tool use in ${lower(where)} is not an object.`);
      }
      reading.repair(`A tool use in ${lower(where)} had no input.`);
      return { ...block, input: {} };
    }
    case 'tool_result': {
      if (role !== 'user') throw new BadRequest(`${where} has a tool result, which only the user may send.`);
      if (typeof block.toolUseId !== 'string')
        throw new BadRequest(`${where} has a tool result without its toolUseId.`);
      return { ...block, content: readToolContent(block.content, where, reading) };
    }
    default:
      return block;
  }
}

function readToolContent(raw: unknown, where: string, reading: Reading): ContentBlock[] {
  if (Array.isArray(raw)) {
    return raw.map((one: unknown) => {
      if (isObject(one) && typeof one.type === 'string') return one as ContentBlock;
      throw new BadRequest(`A tool result in ${lower(where)} has content without a type.`);
    });
  }
  if (raw === undefined || raw === null) return [];
  reading.repair(`The content of a tool result in ${lower(where)} was not a list.`);
  if (typeof raw === 'string') return [{ type: 'text', text: raw }];
  if (isObject(raw) && typeof raw.type === 'string') return [raw as ContentBlock];
  throw new BadRequest(`The content of a tool result in ${lower(where)} is neither text nor a list.`);
}

/**
 * Every tool use is answered in the very next message, which holds tool results and nothing else (client/sampling,
 * SEP-1577). Providers refuse anything else, so it is said before one is asked.
 */
export function checkToolPairs(messages: readonly SamplingMessage[]): void {
  let open: string[] = [];
  for (const [index, { content }] of messages.entries()) {
    const results = content.filter((block) => block.type === 'tool_result');
    if (results.length > 0 && results.length < content.length) {
      throw new BadRequest(`Message ${index + 1} mixes tool results with other content.`);
    }
    const answered = results.map((block) => String(block.toolUseId));
    const missing = open.find((id) => !answered.includes(id));
    if (missing !== undefined) {
      throw new BadRequest(`The tool use ${show(missing)} has no tool result in the message after it.`);
    }
    const stray = answered.find((id, at) => !open.includes(id) || answered.indexOf(id) !== at);
    if (stray !== undefined) {
      throw new BadRequest(
        `The tool result ${show(stray)} does not answer a tool use of the message before it.`,
      );
    }
    open = content.filter((block) => block.type === 'tool_use').map((block) => String(block.id));
    if (new Set(open).size < open.length)
      throw new BadRequest(`Message ${index + 1} uses one tool id twice.`);
  }
  if (open[0] !== undefined) throw new BadRequest(`The tool use ${show(open[0])} has no tool result.`);
}

/** Ids come from the server and go into a sentence: short, and quoted as JSON. */
const show = (id: string) => JSON.stringify(id.length > 40 ? `${id.slice(0, 40)}…` : id);
const lower = (where: string) => where.charAt(0).toLowerCase() + where.slice(1);
