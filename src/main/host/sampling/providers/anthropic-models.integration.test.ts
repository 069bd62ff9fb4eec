import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type MessagesApi, startMessagesApi } from '../../../../../e2e/servers/messages-api.ts';
import { createAnthropic } from './anthropic.ts';

const KEY = 'sk-canary-90ab';
let api: MessagesApi;
let other: Server | undefined;
beforeEach(async () => {
  api = await startMessagesApi({ key: KEY });
});
afterEach(async () => {
  await api.close();
  other?.closeAllConnections();
  other?.close();
  other = undefined;
});

const read = (options: { baseUrl?: string; key?: string } = {}) =>
  createAnthropic({
    name: 'Ours',
    baseUrl: options.baseUrl ?? api.url,
    builtIn: false,
    key: async () => options.key ?? KEY,
    keyAdvice: 'take another key in Settings, under Models',
  }).readModels(new AbortController().signal);

const model = (id: string, more = {}) => ({ type: 'model', id, display_name: `The ${id}`, ...more });

/** A place that answers every request in one way. */
async function place(
  answer: (url: string) => { status: number; headers?: Record<string, string>; body: string },
) {
  const server = createServer((request, response) => {
    const { status, headers = {}, body } = answer(request.url ?? '');
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(body);
  });
  other = server;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('the models endpoint', () => {
  it('is read page after page, with what it says of each model', async () => {
    api.models(
      [
        model('a', { max_input_tokens: 200_000, capabilities: { image_input: { supported: false } } }),
        model('b', { max_input_tokens: null, capabilities: null }),
      ],
      [model('c')],
      [],
    );
    expect(await read()).toEqual([
      { id: 'a', facts: { label: 'The a', contextTokens: 200_000, images: false } },
      { id: 'b', facts: { label: 'The b' } },
      { id: 'c', facts: { label: 'The c' } },
    ]);
    expect(api.listed.map(({ path }) => path)).toEqual([
      '/v1/models?limit=100',
      '/v1/models?limit=100&after_id=page-0',
      '/v1/models?limit=100&after_id=page-1',
    ]);
    expect(api.listed[0]?.headers['x-api-key']).toBe(KEY);
  });

  it('names no model by what is no name, and takes only facts of a known form', async () => {
    api.models([
      null,
      'a',
      {},
      model('two words'),
      model('inv\u200bisible'),
      model(''),
      model('x'.repeat(201)),
      {
        id: '__proto__',
        display_name: { a: 1 },
        max_input_tokens: 'many',
        capabilities: { image_input: 'no' },
      },
      model('long', { display_name: `<img src=x>${'y'.repeat(500)}`, max_input_tokens: -5 }),
    ]);
    const [proto, long, ...more] = await read();
    expect(proto).toEqual({ id: '__proto__', facts: {} });
    expect(long?.facts.label).toMatch(/^<img src=x>y+$/);
    expect(long?.facts.label).toHaveLength(200);
    expect(long?.facts).not.toHaveProperty('contextTokens');
    expect(more).toEqual([]);
  });

  it('stops, however many models there are', async () => {
    api.models(
      ...Array.from({ length: 60 }, (_, n) => Array.from({ length: 100 }, (_, i) => model(`m-${n}-${i}`))),
    );
    expect(await read()).toHaveLength(500);
    expect(api.listed.length).toBeLessThanOrEqual(20);
  });

  it.each([[[]], ['null'], ['"text"'], [{ data: 'x' }], [{ data: [{}] }], [{}]])(
    'an answer that is no list of models is said to be none: %j',
    async (page) => {
      const body = typeof page === 'string' ? page : JSON.stringify(page);
      const url = await place(() => ({ status: 200, body }));
      await expect(read({ baseUrl: url })).rejects.toMatchObject({ code: 'not-models' });
    },
  );

  it('a refused key is not in the sentence, which says where to take another', async () => {
    await expect(read({ key: 'sk-wrong-key' })).rejects.toMatchObject({
      code: 'key-refused',
      message: 'Ours refused the key; take another key in Settings, under Models.',
    });
  });

  it('an answer without end is broken off', async () => {
    const url = await place(() => ({
      status: 200,
      body: `{"data": [], "x": "${'y'.repeat(70 * 1024 * 1024)}"}`,
    }));
    await expect(read({ baseUrl: url })).rejects.toMatchObject({
      code: expect.stringMatching(/network|provider/),
    });
  });

  it('a redirect does not take the key to another place', async () => {
    const url = await place((path) => ({
      status: 307,
      headers: { location: `${api.url}${path}` },
      body: '',
    }));
    await expect(read({ baseUrl: url })).rejects.toMatchObject({ code: 'moved' });
    expect(api.listed).toEqual([]);
  });

  it('what the environment adds for another place is not sent along', async () => {
    process.env.ANTHROPIC_CUSTOM_HEADERS = 'X-Team: secret-team\nX-Other: 1';
    process.env.ANTHROPIC_AUTH_TOKEN = 'token-of-another-place';
    try {
      api.models([model('a')]);
      await read();
    } finally {
      delete process.env.ANTHROPIC_CUSTOM_HEADERS;
      delete process.env.ANTHROPIC_AUTH_TOKEN;
    }
    expect(JSON.stringify(api.listed)).not.toMatch(/secret-team|x-other|another-place/);
  });
});
