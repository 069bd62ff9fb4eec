/**
 * A stand-in for the Messages API on loopback: streams prepared answers as SSE and is as strict as the real one about
 * keys, parameters, alternation, empty text, kinds of content, tool pairing, and a last turn of the assistant.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type Json = Record<string, unknown>;
interface Block extends Json {
  type: string;
}

/** One prepared answer. Without any, it says "ok". */
export interface Reply {
  /** The blocks, in order; the text of a text block is streamed in the pieces given. */
  readonly blocks?: readonly (
    | { readonly text: readonly string[] }
    | { readonly thinking: string }
    | { readonly tool: { readonly id: string; readonly name: string; readonly input: Json } }
  )[];
  readonly stopReason?: string | null;
  /** An HTTP error instead of a stream. */
  readonly error?: {
    readonly status: number;
    readonly type: string;
    readonly message?: string;
    readonly headers?: Record<string, string>;
  };
  /**
   * After the blocks: `hold` waits for `say`, `finish` or the client to go, `cut` breaks the connection, `overloaded` sends
   * an error event, `short` ends without the events that say why it stopped.
   */
  readonly ending?: 'hold' | 'cut' | 'overloaded' | 'short';
}

export interface MessagesApi {
  readonly url: string;
  /** Headers and bodies of the requests, in order. */
  readonly requests: { readonly headers: IncomingMessage['headers']; readonly body: Json }[];
  /** Requests for the list of models, in order: the path with its query. */
  readonly listed: { readonly headers: IncomingMessage['headers']; readonly path: string }[];
  /** Streams the client broke off. */
  readonly aborted: number;
  reply(...replies: Reply[]): void;
  /** What `GET /v1/models` answers, a page a call: a list of models, or any JSON. Without any, an empty list. */
  models(...pages: unknown[]): void;
  /** Streams one more piece of the last text of the stream that holds. */
  say(piece: string): void;
  /** Ends the stream that holds as one that was never held. */
  finish(): void;
  /** Resolves when a stream has sent its blocks and holds. */
  untilHeld(): Promise<void>;
  /** Resolves when the client broke off the held stream. */
  untilAborted(): Promise<void>;
  close(): Promise<void>;
}

export interface MessagesApiOptions {
  readonly key: string;
  /** The models take a temperature, or `top_p`; those of today refuse both. */
  readonly takesTemperature?: boolean;
}

export async function startMessagesApi(options: MessagesApiOptions): Promise<MessagesApi> {
  const requests: MessagesApi['requests'] = [];
  const listed: MessagesApi['listed'] = [];
  const replies: Reply[] = [];
  let pages: unknown[] = [];
  let aborted = 0;
  let held = Promise.withResolvers<void>();
  let gone = Promise.withResolvers<void>();
  let holding: { response: ServerResponse; index: number } | undefined;

  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    if (request.method === 'GET' && request.url?.startsWith('/v1/models')) {
      listed.push({ headers: request.headers, path: request.url });
      answerModels(request, response, options.key, pages);
      return;
    }
    let text = '';
    for await (const chunk of request) text += chunk;
    const body = JSON.parse(text) as Json;
    requests.push({ headers: request.headers, body });
    const reply = replies.shift() ?? {};
    const fault =
      request.url !== '/v1/messages'
        ? { status: 404, type: 'not_found_error' }
        : keysOf(request).some((key) => key !== options.key) || keysOf(request).length === 0
          ? { status: 401, type: 'authentication_error', message: `invalid key ${keysOf(request).join()}` }
          : (reply.error ?? refuse(body, options.takesTemperature ?? false));
    if (fault) {
      const { status, type, message = type } = fault;
      response.writeHead(status, {
        'content-type': 'application/json',
        ...('headers' in fault ? fault.headers : {}),
      });
      response.end(JSON.stringify({ type: 'error', error: { type, message } }));
      return;
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const event of eventsOf(body, reply)) send(response, event);
    if (reply.ending === 'cut') response.destroy();
    else if (reply.ending === 'hold') {
      holding = { response, index: (reply.blocks?.length ?? 1) - 1 };
      response.on('close', () => {
        if (response.writableEnded) return;
        aborted += 1;
        gone.resolve();
        gone = Promise.withResolvers();
      });
      held.resolve();
      held = Promise.withResolvers();
    } else response.end();
  };

  const server = createServer((request, response) => void handle(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    listed,
    models: (...more) => {
      pages = more;
    },
    get aborted() {
      return aborted;
    },
    reply: (...more) => void replies.push(...more),
    say: (text) => {
      if (!holding) throw new Error('No stream holds.');
      const { response, index } = holding;
      send(response, { type: 'content_block_delta', index, delta: { type: 'text_delta', text } });
    },
    finish: () => {
      if (!holding) throw new Error('No stream holds.');
      const { response, index } = holding;
      send(response, { type: 'content_block_stop', index });
      for (const event of endOf('end_turn')) send(response, event);
      response.end();
      holding = undefined;
    },
    untilHeld: () => held.promise,
    untilAborted: () => gone.promise,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** The key may come as a bearer token, in a header of its own, or both. */
function keysOf({ headers }: IncomingMessage): string[] {
  const bearer = headers.authorization?.replace(/^Bearer /, '');
  return [bearer, headers['x-api-key']].filter((key) => typeof key === 'string');
}

/** Pages are told apart by the last id of the one before, as the real API does. */
function answerModels(
  request: IncomingMessage,
  response: ServerResponse,
  key: string,
  pages: readonly unknown[],
): void {
  const keys = keysOf(request);
  const write = (status: number, body: unknown) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body));
  };
  if (keys.length === 0 || keys.some((one) => one !== key)) {
    write(401, {
      type: 'error',
      error: { type: 'authentication_error', message: `invalid key ${keys.join()}` },
    });
    return;
  }
  const after = new URL(request.url ?? '', 'http://x').searchParams.get('after_id');
  const index = after === null ? 0 : Number(after.slice('page-'.length)) + 1;
  const page = pages[index] ?? [];
  const more = { has_more: index + 1 < pages.length, first_id: null, last_id: `page-${index}` };
  write(200, Array.isArray(page) ? { data: page, ...more } : page);
}

function send(response: ServerResponse, event: Json): void {
  response.write(`event: ${String(event.type)}\ndata: ${JSON.stringify(event)}\n\n`);
}

function* eventsOf(body: Json, reply: Reply): Generator<Json> {
  const usage = {
    input_tokens: 7,
    cache_read_input_tokens: 3,
    cache_creation_input_tokens: 0,
    output_tokens: 1,
  };
  const message = {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: `${String(body.model)}-really`,
    content: [],
    stop_reason: null,
    usage,
  };
  yield { type: 'message_start', message };
  for (const [index, block] of (reply.blocks ?? [{ text: ['o', 'k'] }]).entries()) {
    if ('text' in block) {
      yield { type: 'content_block_start', index, content_block: { type: 'text', text: '' } };
      for (const text of block.text)
        yield { type: 'content_block_delta', index, delta: { type: 'text_delta', text } };
    } else if ('thinking' in block) {
      yield {
        type: 'content_block_start',
        index,
        content_block: { type: 'thinking', thinking: '', signature: '' },
      };
      yield {
        type: 'content_block_delta',
        index,
        delta: { type: 'thinking_delta', thinking: block.thinking },
      };
    } else {
      const { id, name, input } = block.tool;
      yield { type: 'content_block_start', index, content_block: { type: 'tool_use', id, name, input: {} } };
      const json = JSON.stringify(input);
      for (const part of [json.slice(0, 3), json.slice(3)]) {
        yield { type: 'content_block_delta', index, delta: { type: 'input_json_delta', partial_json: part } };
      }
    }
    if (reply.ending !== undefined && reply.ending !== 'short') continue;
    yield { type: 'content_block_stop', index };
  }
  if (reply.ending === 'overloaded')
    yield { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } };
  if (reply.ending !== undefined) return;
  yield* endOf(reply.stopReason === undefined ? 'end_turn' : reply.stopReason);
}

const endOf = (stopReason: string | null): Json[] => [
  {
    type: 'message_delta',
    delta: { stop_reason: stopReason, stop_sequence: null },
    usage: { output_tokens: 42 },
  },
  { type: 'message_stop' },
];

/** What a sampling request can become; the real API takes more, and nothing it does not know. */
const PARAMETERS = [
  ...['model', 'max_tokens', 'messages', 'stream', 'system', 'stop_sequences', 'tools', 'tool_choice'],
  ...['temperature', 'top_p'],
];
const IMAGES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];

/** What the real API answers with 400, as an error; undefined when the body is fine. */
function refuse(
  body: Json,
  takesTemperature: boolean,
): { status: number; type: string; message: string } | undefined {
  const bad = (message: string) => ({ status: 400, type: 'invalid_request_error', message });
  const unknown = Object.keys(body).find((key) => !PARAMETERS.includes(key));
  if (unknown !== undefined) return bad(`${unknown}: Extra inputs are not permitted`);
  if ('temperature' in body && 'top_p' in body)
    return bad('`temperature` and `top_p` cannot both be specified for this model.');
  for (const parameter of ['temperature', 'top_p']) {
    if (parameter in body && !takesTemperature)
      return bad(`\`${parameter}\` is not supported by this model.`);
  }
  if (!(Number(body.max_tokens) >= 1)) return bad('max_tokens: Field required');
  if ('system' in body && String(body.system).trim() === '') return bad('system: text must be non-empty');
  if ((body.stop_sequences as string[] | undefined)?.some((stop) => stop.trim() === ''))
    return bad('stop_sequences: each stop sequence must contain non-whitespace');
  if ('tool_choice' in body && !('tools' in body)) return bad('tool_choice may only be specified with tools');
  const messages = body.messages as { role: string; content: Block[] }[];
  let open: string[] = [];
  for (const [index, { role, content }] of messages.entries()) {
    if (role !== (index % 2 === 0 ? 'user' : 'assistant'))
      return bad(`messages.${index}: roles must alternate`);
    if (content.length === 0) return bad(`messages.${index}: content must be non-empty`);
    for (const block of content) {
      if (block.type === 'text' && String(block.text).trim() === '')
        return bad('text content blocks must be non-empty');
      if (Array.isArray(block.content) && block.content.length === 0)
        return bad('tool_result content must be non-empty');
      for (const one of [block, ...((block.content ?? []) as Block[])]) {
        if (!['text', 'image', 'tool_use', 'tool_result'].includes(one.type))
          return bad(`messages.${index}: Input tag '${one.type}' does not match any of the expected tags`);
        const { media_type } = (one.source ?? {}) as { media_type?: string };
        if (one.type === 'image' && !IMAGES.includes(media_type ?? ''))
          return bad(`messages.${index}: media_type: Input should be ${IMAGES.join(', ')}`);
      }
    }
    const answered = content.flatMap((block) =>
      block.type === 'tool_result' ? [String(block.tool_use_id)] : [],
    );
    if (answered.sort().join() !== open.sort().join()) return bad('tool_use ids without tool_result blocks');
    if (
      content.slice(0, answered.length).some((block) => answered.length > 0 && block.type !== 'tool_result')
    ) {
      return bad('tool_result blocks must come first');
    }
    open = content.flatMap((block) => (block.type === 'tool_use' ? [String(block.id)] : []));
    const names = ((body.tools ?? []) as Json[]).map(({ name }) => name);
    for (const block of content) {
      if (block.type === 'tool_use' && !names.includes(block.name)) return bad('tools must be defined');
    }
  }
  if (messages.at(-1)?.role !== 'user') return bad('The conversation must end with a user message.');
  for (const { name } of (body.tools ?? []) as { name: string }[]) {
    if (!/^[a-zA-Z0-9_-]{1,128}$/.test(name)) return bad('tools.0.name: String should match pattern');
  }
  return undefined;
}
