import type Anthropic from '@anthropic-ai/sdk';
import type { MessageCreateParamsStreaming } from '@anthropic-ai/sdk/resources/messages';
import { SentenceError } from '../../../../shared/model/sentence-error.ts';
import { audioFormat } from '../audio.ts';
import { base64Bytes } from '../image.ts';
import type { Backend, CompleteOptions, Completion, ContentBlock, Place, SamplingRequest } from '../types.ts';
import { refuses, toSentence } from './anthropic-errors.ts';
import { readModels } from './anthropic-models.ts';
import { type ApiBody, fromAnthropic, toAnthropic } from './anthropic-translate.ts';
import { boundedFetch } from './bounded-fetch.ts';

/** Of one answer, with all that streaming puts around its text. */
const MAX_ANSWER_BYTES = 64 * 1024 * 1024;

/** Where the Messages API is, unless the person says otherwise. */
export const ANTHROPIC_URL = 'https://api.anthropic.com';

/**
 * Claude, or anything that speaks the Messages API. The SDK is loaded at the first request; the key goes into the
 * request header and nowhere else.
 */
export function createAnthropic(place: Place): Backend {
  return {
    tools: true,
    obstacles,
    complete: async (request, options) => {
      options.signal.throwIfAborted();
      const key = await place.key();
      return complete(await connect(place, key), request, options).catch((error: unknown) => {
        options.signal.throwIfAborted();
        const tools = request.tools?.map(({ name }) => name);
        throw toSentence(error, { secret: key, place, ...(tools && { tools }) });
      });
    },
    readModels: async (signal) => {
      const key = await place.key();
      return readModels(await connect(place, key), signal).catch((error: unknown) => {
        throw toSentence(error, { secret: key, place });
      });
    },
  };
}

async function connect({ baseUrl, builtIn }: Place, key: string): Promise<Anthropic> {
  const { default: Client } = await import('@anthropic-ai/sdk');
  // Everything explicit: the SDK would look for keys, profiles, logs and traces in the environment itself.
  // No retries of its own: the person sees the error and the wait, and decides.
  return new Client({
    apiKey: key,
    webhookKey: null,
    baseURL: baseUrl,
    maxRetries: 0,
    logLevel: 'off',
    openTelemetry: false,
    fetch: boundedFetch(MAX_ANSWER_BYTES),
    // A redirect would take the key to a place it was not given for.
    fetchOptions: { redirect: 'manual' },
    defaultHeaders: {
      ...(builtIn ? {} : withoutEnvironment()),
      // The SDK sends a bearer token; endpoints that only speak like Anthropic often know the older header alone.
      ...(baseUrl !== ANTHROPIC_URL && { 'x-api-key': key }),
    },
  });
}

/** The SDK adds these to every request; they were set for the place in the environment, not for this one. */
function withoutEnvironment(): Record<string, null> {
  const lines = (process.env.ANTHROPIC_CUSTOM_HEADERS ?? '').split('\n').filter((line) => line.includes(':'));
  return Object.fromEntries(lines.map((line) => [line.slice(0, line.indexOf(':')).trim(), null]));
}

async function complete(
  client: Anthropic,
  request: SamplingRequest,
  { model, signal, onText }: CompleteOptions,
): Promise<Completion> {
  const translated = toAnthropic(request, model);
  const attempt = async (body: ApiBody, notes: readonly string[]): Promise<Completion> => {
    const stream = client.messages.stream(body as unknown as MessageCreateParamsStreaming, { signal });
    const blocks: string[] = [];
    let outputTokens: number | undefined;
    stream.on('streamEvent', (event) => {
      if (event.type === 'message_delta') outputTokens = event.usage.output_tokens;
      if (event.type !== 'content_block_delta' || event.delta.type !== 'text_delta') return;
      blocks[event.index] = (blocks[event.index] ?? '') + event.delta.text;
      onText(blocks.filter((block) => block !== undefined).join('\n'), outputTokens);
    });
    return fromAnthropic(await stream.finalMessage(), { notes, toolName: translated.toolName });
  };
  let body = translated.body;
  const notes = [...translated.notes];
  for (;;) {
    try {
      return await attempt(body, notes);
    } catch (error) {
      const refused = OPTIONAL.find(([name]) => body[name] !== undefined && refuses(error, name));
      if (!refused) throw error;
      const [name, words] = refused;
      const { [name]: _refused, ...rest } = body;
      body = rest as ApiBody;
      notes.push(`The model does not take ${words}, so it was left out.`);
    }
  }
}

/** What only tunes an answer, and is left out where a model refuses it; each once. */
const OPTIONAL = [
  ['temperature', 'a temperature'],
  ['stop_sequences', 'a list of stop sequences'],
] as const;

function audioNotTaken({ mimeType, data }: ContentBlock): string {
  const format = audioFormat(String(mimeType), String(data))?.toUpperCase() ?? 'of an unknown format';
  const size = `${Math.max(1, Math.round(base64Bytes(String(data)) / 1000))} kB`;
  return `Claude cannot take audio (${format}, ${size}); choose another model or write the answer yourself.`;
}

/** Each block by itself is held against the very translation that would send it. */
function obstacles({ messages }: SamplingRequest): string[] {
  const found = new Set<string>();
  for (const { role, content } of messages) {
    for (const block of content) {
      if (block.type === 'audio') {
        found.add(audioNotTaken(block));
        continue;
      }
      try {
        toAnthropic({ messages: [{ role, content: [block] }], maxTokens: 1 }, '');
      } catch (error) {
        if (!(error instanceof SentenceError)) throw error;
        found.add(error.message);
      }
    }
  }
  return [...found];
}
