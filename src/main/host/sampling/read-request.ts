import { isObject } from '../../../shared/json.ts';
import { BadRequest, checkToolPairs, readMessage } from './read-blocks.ts';
import type { ModelPreferences, SamplingRequest, SamplingTool } from './types.ts';

/** A request that could be read, or why not. */
export type SamplingReading =
  | { readonly ok: true; readonly request: SamplingRequest; readonly repairs: string[] }
  | { readonly ok: false; readonly message: string };

/**
 * Reads the params of `sampling/createMessage` tolerantly: unknown keys are ignored, small faults are mended and
 * named in `repairs`, anything that changes the meaning is refused with one plain sentence (for -32602).
 */
export function readSamplingRequest(params: unknown, options: { protocolVersion: string }): SamplingReading {
  const repairs = new Set<string>();
  const reading = {
    protocolVersion: options.protocolVersion,
    repair: (text: string) => void repairs.add(text),
  };
  try {
    return { ok: true, request: read(params, reading), repairs: [...repairs] };
  } catch (error) {
    if (error instanceof BadRequest) return { ok: false, message: error.message };
    throw error;
  }
}

type Reading = Parameters<typeof readMessage>[2];

function read(raw: unknown, reading: Reading): SamplingRequest {
  if (!isObject(raw)) throw new BadRequest('The params of sampling/createMessage must be an object.');
  const params = Object.values(raw).includes(null) ? withoutNulls(raw, reading) : raw;
  if (!Array.isArray(params.messages)) throw new BadRequest('The sampling request has no list of messages.');
  if (params.messages.length === 0) throw new BadRequest('The sampling request has no messages.');
  const messages = params.messages.map((message: unknown, index) =>
    readMessage(message, `Message ${index + 1}`, reading),
  );
  checkToolPairs(messages);
  const systemPrompt = params.systemPrompt;
  if (systemPrompt !== undefined && typeof systemPrompt !== 'string') {
    throw new BadRequest('The systemPrompt must be text.');
  }
  const tools = readTools(params.tools, reading);
  const toolChoice = readToolChoice(params.toolChoice, reading);
  const modelPreferences = readPreferences(params.modelPreferences, reading);
  const temperature = optional(params, 'temperature', isNumber, reading);
  const stopSequences = optional(params, 'stopSequences', isTexts, reading);
  const includeContext = optional(params, 'includeContext', isText, reading);
  return {
    messages,
    maxTokens: readMaxTokens(params.maxTokens, reading),
    ...(systemPrompt !== undefined && { systemPrompt }),
    ...(temperature !== undefined && { temperature }),
    ...(stopSequences !== undefined && { stopSequences }),
    ...(modelPreferences && { modelPreferences }),
    ...(includeContext !== undefined && { includeContext }),
    ...(tools && { tools }),
    ...(toolChoice && { toolChoice }),
    ...(params.metadata !== undefined && { metadata: params.metadata }),
  };
}

function withoutNulls(raw: Record<string, unknown>, reading: Reading): Record<string, unknown> {
  for (const key of OPTIONAL) {
    if (raw[key] === null) reading.repair(`${key} was null and counts as absent.`);
  }
  // fromEntries defines own keys, so that a key called __proto__ is only a key.
  return Object.fromEntries(Object.entries(raw).filter(([, value]) => value !== null));
}

const OPTIONAL = [
  'systemPrompt',
  'temperature',
  'stopSequences',
  'modelPreferences',
  'includeContext',
  'tools',
  'toolChoice',
  'metadata',
];

const isText = (value: unknown): value is string => typeof value === 'string';
const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);
const isTexts = (value: unknown): value is string[] => Array.isArray(value) && value.every(isText);

/** A parameter that only tunes the answer: a wrong one is left out, and said so. */
function optional<T>(
  params: Record<string, unknown>,
  key: string,
  is: (value: unknown) => value is T,
  reading: Reading,
): T | undefined {
  const value = params[key];
  if (value === undefined || is(value)) return value as T | undefined;
  reading.repair(`${key} was not of the right type and is left out.`);
  return undefined;
}

function readMaxTokens(value: unknown, reading: Reading): number {
  if (value === undefined) throw new BadRequest('The sampling request has no maxTokens.');
  if (!isNumber(value) || value < 1)
    throw new BadRequest('The maxTokens of the sampling request must be 1 or more.');
  if (Number.isInteger(value)) return value;
  reading.repair('maxTokens was not a whole number.');
  return Math.floor(value);
}

function readTools(raw: unknown, reading: Reading): SamplingTool[] | undefined {
  if (raw === undefined) return undefined;
  if (!Array.isArray(raw)) throw new BadRequest('The tools of the sampling request must be a list.');
  return raw.map((tool: unknown, index) => {
    if (!isObject(tool) || !isText(tool.name) || tool.name === '') {
      throw new BadRequest(`Tool ${index + 1} of the sampling request has no name.`);
    }
    let inputSchema = tool.inputSchema;
    if (!isObject(inputSchema)) {
      reading.repair(`Tool ${index + 1} had no inputSchema; it takes any object.`);
      inputSchema = { type: 'object' };
    }
    return {
      name: tool.name,
      inputSchema,
      ...(isText(tool.description) && { description: tool.description }),
    };
  });
}

function readToolChoice(raw: unknown, reading: Reading): SamplingRequest['toolChoice'] {
  if (raw === undefined) return undefined;
  const mode = isObject(raw) ? raw.mode : raw;
  if (mode === 'auto' || mode === 'required' || mode === 'none') {
    if (!isObject(raw)) reading.repair('toolChoice was a bare text.');
    return { mode };
  }
  if (isObject(raw) && (mode === undefined || mode === null)) return {};
  throw new BadRequest('The mode of toolChoice must be "auto", "required" or "none".');
}

function readPreferences(raw: unknown, reading: Reading): ModelPreferences | undefined {
  if (raw === undefined) return undefined;
  if (!isObject(raw)) {
    reading.repair('modelPreferences was not an object and is left out.');
    return undefined;
  }
  const preferences: { -readonly [K in keyof ModelPreferences]: ModelPreferences[K] } = {};
  if (raw.hints !== undefined && raw.hints !== null) {
    const list = Array.isArray(raw.hints) ? (raw.hints as unknown[]) : [raw.hints];
    const hints = list.flatMap((hint) => {
      const name = isObject(hint) ? hint.name : hint;
      return isText(name) ? [{ name }] : [];
    });
    if (hints.length < list.length || list.some((hint) => !isObject(hint))) {
      reading.repair('A model hint was not of the form {"name": "…"}.');
    }
    preferences.hints = hints;
  }
  for (const key of ['costPriority', 'speedPriority', 'intelligencePriority'] as const) {
    const value = raw[key];
    if (value === undefined || value === null) continue;
    if (isNumber(value) && value >= 0 && value <= 1) preferences[key] = value;
    else reading.repair(`${key} was not a number from 0 to 1 and is left out.`);
  }
  return preferences;
}
