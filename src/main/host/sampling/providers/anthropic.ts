import type { MessageCreateParamsStreaming } from '@anthropic-ai/sdk/resources/messages';
import { SentenceError } from '../../../../shared/model/sentence-error.ts';
import { listedModels } from '../model-list.ts';
import type { Completion, Provider } from '../types.ts';
import { refuses, toSentence } from './anthropic-errors.ts';
import { type ApiBody, fromAnthropic, toAnthropic } from './anthropic-translate.ts';

const DEFAULT_URL = 'https://api.anthropic.com';
const NO_KEY = 'Set ANTHROPIC_API_KEY and start Gatehouse again to use Claude.';

/**
 * Claude, or anything that speaks the Messages API: the key from ANTHROPIC_API_KEY, the place from
 * ANTHROPIC_BASE_URL. The SDK is loaded at the first request; the key goes into the request header and nowhere else.
 */
export function createAnthropic(env: Readonly<Record<string, string | undefined>>): Provider {
  const key = () => env.ANTHROPIC_API_KEY?.trim() ?? '';
  const baseURL = env.ANTHROPIC_BASE_URL?.trim() || DEFAULT_URL;
  const place = /^https?:\/\//i.test(baseURL) && URL.canParse(baseURL) ? new URL(baseURL).host : undefined;

  const connect = async () => {
    const { default: Anthropic } = await import('@anthropic-ai/sdk');
    // Everything explicit: the SDK would look for keys, profiles, logs and traces in the environment itself.
    // No retries of its own: the person sees the error and the wait, and decides.
    return new Anthropic({
      apiKey: key(),
      webhookKey: null,
      baseURL,
      maxRetries: 0,
      logLevel: 'off',
      openTelemetry: false,
      // The SDK sends a bearer token; endpoints that only speak like Anthropic often know the older header alone.
      ...(baseURL !== DEFAULT_URL && { defaultHeaders: { 'x-api-key': key() } }),
    });
  };

  return {
    id: 'anthropic',
    label: 'Anthropic',
    tools: true,
    manual: false,
    status: () => {
      if (place === undefined)
        return {
          ready: false,
          detail: 'ANTHROPIC_BASE_URL is not an http or https address; mend it and start Gatehouse again.',
        };
      if (key() === '') return { ready: false, detail: NO_KEY };
      return { ready: true, detail: `Prompts you approve go to ${place}.` };
    },
    models: () =>
      listedModels('anthropic').map(({ id, label }) => ({
        id: `anthropic/${id}`,
        provider: 'anthropic',
        model: id,
        label,
      })),
    complete: async (request, { model, signal, onText }) => {
      signal.throwIfAborted();
      if (key() === '') throw new SentenceError('no-key', NO_KEY);
      const translated = toAnthropic(request, model);
      const client = await connect();
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
      try {
        try {
          return await attempt(translated.body, translated.notes);
        } catch (error) {
          if (translated.body.temperature === undefined || !refuses(error, 'temperature')) throw error;
          const { temperature: _refused, ...body } = translated.body;
          return await attempt(body as ApiBody, [
            ...translated.notes,
            'The model does not take a temperature, so it was left out.',
          ]);
        }
      } catch (error) {
        signal.throwIfAborted();
        throw toSentence(
          error,
          key(),
          request.tools?.map(({ name }) => name),
        );
      }
    },
  };
}
