import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type MessagesApi, type Reply, startMessagesApi } from '../../../../../e2e/servers/messages-api.ts';
import { SentenceError } from '../../../../shared/model/sentence-error.ts';
import type { ContentBlock, SamplingRequest } from '../types.ts';
import { createAnthropic } from './anthropic.ts';

const KEY = 'sk-canary-7f3a';
let api: MessagesApi;
let printed: string[];
beforeEach(async () => {
  api = await startMessagesApi({ key: KEY });
  printed = [];
  for (const method of ['log', 'info', 'warn', 'error', 'debug'] as const) {
    vi.spyOn(console, method).mockImplementation((...all) => void printed.push(all.map(String).join(' ')));
  }
});
afterEach(async () => {
  vi.restoreAllMocks();
  await api.close();
});

const text = (value: string): ContentBlock => ({ type: 'text', text: value });
const hello: SamplingRequest = { messages: [{ role: 'user', content: [text('hello')] }], maxTokens: 50 };
const ask = (
  request: SamplingRequest = hello,
  options: { signal?: AbortSignal; key?: string; url?: string } = {},
) => {
  const seen: [string, number | undefined][] = [];
  const { key = KEY, url = api.url } = options;
  const provider = createAnthropic({
    name: 'Anthropic',
    baseUrl: url,
    builtIn: true,
    key: async () => key,
    keyAdvice: 'check ANTHROPIC_API_KEY and start again',
  });
  const completion = provider.complete(request, {
    model: 'claude-x',
    signal: options.signal ?? new AbortController().signal,
    onText: (whole, tokens) => seen.push([whole, tokens]),
  });
  return { completion, seen };
};
const failure = async (
  request?: SamplingRequest,
  options?: { key?: string; url?: string },
): Promise<SentenceError> => {
  const error: unknown = await ask(request, options).completion.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(SentenceError);
  const { message } = error as SentenceError;
  expect(message).toMatch(/^[A-Z].*[.!?…]$/s);
  expect(message).not.toContain(KEY);
  return error as SentenceError;
};

describe('anthropic against a stand-in of the Messages API', () => {
  it('streams the text as it is made, and sends exactly the request', async () => {
    api.reply({ blocks: [{ thinking: 'hm' }, { text: ['Hel', 'lo', '!'] }, { text: ['More'] }] });
    const { completion, seen } = ask();
    expect(await completion).toEqual({
      content: [text('Hello!'), text('More')],
      model: 'claude-x-really',
      stopReason: 'endTurn',
      inputTokens: 10,
      outputTokens: 42,
    });
    expect(seen.map(([whole]) => whole)).toEqual(['Hel', 'Hello', 'Hello!', 'Hello!\nMore']);
    expect(api.requests).toHaveLength(1);
    expect(api.requests[0]?.body).toEqual({
      model: 'claude-x',
      max_tokens: 50,
      messages: [{ role: 'user', content: [{ type: 'text', text: 'hello' }] }],
      stream: true,
    });
    expect(api.requests[0]?.headers['x-api-key']).toBe(KEY);
    expect(api.requests[0]?.headers.authorization).toBe(`Bearer ${KEY}`);
    expect(JSON.stringify(api.requests[0]?.body)).not.toContain(KEY);
    expect(printed).toEqual([]);
  });

  it('F19 goes a whole round of tools, with names the API does not take', async () => {
    api.reply({
      blocks: [{ tool: { id: 'toolu_1', name: 'db_query', input: { sql: 'x' } } }],
      stopReason: 'tool_use',
    });
    const tools = [{ name: 'db/query', inputSchema: { type: 'object' } }];
    const first = await ask({ ...hello, tools }).completion;
    expect(first).toMatchObject({
      content: [{ type: 'tool_use', id: 'toolu_1', name: 'db/query', input: { sql: 'x' } }],
      stopReason: 'toolUse',
    });
    const second = await ask({
      ...hello,
      tools,
      messages: [
        ...hello.messages,
        { role: 'assistant', content: first.content },
        { role: 'user', content: [{ type: 'tool_result', toolUseId: 'toolu_1', content: [] }] },
      ],
    }).completion;
    expect(second.content).toEqual([text('ok')]);
  });

  it('B27 B29 messages the API would refuse are taken after translation', async () => {
    const messages = [
      { role: 'assistant', content: [text('a')] },
      { role: 'assistant', content: [text(' ')] },
      { role: 'user', content: [text('')] },
      { role: 'assistant', content: [text('z')] },
    ] as const;
    expect((await ask({ messages, maxTokens: 5 }).completion).notes).toHaveLength(3);
  });

  it('B23 asks once more without a refused temperature, and says so', async () => {
    api.reply({}, {});
    const { completion } = ask({ ...hello, temperature: 0.7 });
    expect((await completion).notes).toEqual(['The model does not take a temperature, so it was left out.']);
    expect(api.requests.map(({ body }) => body.temperature)).toEqual([0.7, undefined]);
  });

  it('B35 an abort reaches the server, and rejects with its reason', async () => {
    api.reply({ blocks: [{ text: ['par', 'tial'] }], ending: 'hold' });
    const controller = new AbortController();
    const { completion, seen } = ask(hello, { signal: controller.signal });
    const rejected = expect(completion).rejects.toBe('server-cancelled');
    await api.untilHeld();
    await vi.waitFor(() => expect(seen.at(-1)?.[0]).toBe('partial'));
    const gone = api.untilAborted();
    controller.abort('server-cancelled');
    await rejected;
    await gone;
    expect(api.aborted).toBe(1);
  });

  it('B35 an abort before the start asks nobody', async () => {
    await expect(ask(hello, { signal: AbortSignal.abort('gone') }).completion).rejects.toBe('gone');
    expect(api.requests).toEqual([]);
  });

  it('a refused key, without the key in the sentence', async () => {
    expect(await failure(hello, { key: 'sk-wrong' })).toMatchObject({
      code: 'key-refused',
      retryable: false,
    });
  });

  it('each optional parameter that is refused is left out, and said so; another refusal stays one', async () => {
    const refusal = (message: string): Reply => ({
      error: { status: 400, type: 'invalid_request_error', message },
    });
    const request = { ...hello, temperature: 1, stopSequences: ['END'] };
    api.reply(refusal('stop_sequences: not supported'), refusal('`temperature` is not supported.'));
    expect((await ask(request).completion).notes).toEqual([
      'The model does not take a list of stop sequences, so it was left out.',
      'The model does not take a temperature, so it was left out.',
    ]);
    expect(api.requests.map(({ body }) => Object.keys(body).length)).toEqual([6, 5, 4]);
    api.reply(refusal('stop_sequences: not supported.'), refusal('stop_sequences: no.'));
    expect((await failure({ ...hello, stopSequences: ['END'] })).code).toBe('request-refused');
  });

  it.each([
    ['12', 'in 12 s'],
    ['300', 'in 5 min'],
    ['', 'in a moment'],
  ])('a limit, with the wait: retry-after %s', async (after, words) => {
    api.reply({
      error: { status: 429, type: 'rate_limit_error', headers: after ? { 'retry-after': after } : {} },
    });
    const error = await failure();
    expect(error).toMatchObject({ code: 'rate-limited', retryable: true });
    expect(error.message).toContain(words);
    expect(api.requests).toHaveLength(1);
  });

  it.each([
    [402, 'billing_error', 'no-credit'],
    [403, 'permission_error', 'not-allowed'],
    [404, 'not_found_error', 'no-model'],
    [413, 'request_too_large', 'too-large'],
    [400, 'invalid_request_error', 'request-refused'],
    [500, 'api_error', 'provider-failed'],
    [529, 'overloaded_error', 'overloaded'],
  ])('HTTP %s becomes a sentence', async (status, type, code) => {
    api.reply({ error: { status, type, message: `because ${KEY}` } });
    expect((await failure()).code).toBe(code);
    expect(api.requests).toHaveLength(1);
  });

  it('F11 a tool that is refused is called by its name', async () => {
    const message = 'tools.279.custom.input_schema: JSON schema is invalid.';
    api.reply({ error: { status: 400, type: 'invalid_request_error', message } });
    const tools = Array.from({ length: 300 }, (_, i) => ({
      name: `tool_${i}`,
      inputSchema: { type: 'object' },
    }));
    expect((await failure({ ...hello, tools })).message).toContain(
      'It said: the tool "tool_279".custom.input_schema: JSON schema is invalid',
    );
  });

  it('an error in the middle of the stream, and a broken connection', async () => {
    api.reply(
      { blocks: [{ text: ['a'] }], ending: 'overloaded' },
      { blocks: [{ text: ['a'] }], ending: 'cut' },
    );
    expect((await failure()).code).toBe('overloaded');
    expect(await failure()).toMatchObject({ code: 'network', retryable: true });
  });

  it('a place that does not answer', async () => {
    const { url } = api;
    await api.close();
    expect((await failure(hello, { url })).code).toBe('network');
    api = await startMessagesApi({ key: KEY });
  });

  it('B17 audio is refused before anything is sent', async () => {
    const audio = { type: 'audio', data: 'UklGRg==', mimeType: 'audio/wav' };
    expect(
      (await failure({ messages: [{ role: 'user', content: [audio] }], maxTokens: 5 })).message,
    ).toContain('audio');
    expect(api.requests).toEqual([]);
  });

  it('B33 an answer with nothing in it is a failure', async () => {
    api.reply({ blocks: [], stopReason: 'end_turn' });
    expect(await failure()).toMatchObject({ code: 'empty-answer', retryable: true });
  });
});
