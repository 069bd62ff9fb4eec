import type { Random } from './random.ts';

/** Valid traffic of a server, both eras: what the fuzzer starts from. */
export type Message = Record<string, unknown>;

const text = (value: string) => ({ type: 'text', text: value });
const image = { type: 'image', data: 'iVBORw0KGgo=', mimeType: 'image/png' };

const SAMPLING: readonly Message[] = [
  { messages: [{ role: 'user', content: text('hi') }], maxTokens: 10 },
  {
    systemPrompt: 'Be brief.',
    messages: [
      { role: 'user', content: [text('look'), image] },
      { role: 'assistant', content: text('yes') },
    ],
    maxTokens: 500,
    temperature: 0.2,
    stopSequences: ['END'],
    modelPreferences: {
      hints: [{ name: 'claude' }],
      costPriority: 0.1,
      speedPriority: 1,
      intelligencePriority: 0,
    },
    includeContext: 'none',
    metadata: { a: [1, 2] },
  },
  {
    messages: [
      { role: 'user', content: text('weather?') },
      {
        role: 'assistant',
        content: [{ type: 'tool_use', id: 't1', name: 'weather', input: { city: 'Oslo' } }],
      },
      { role: 'user', content: [{ type: 'tool_result', toolUseId: 't1', content: [text('rain')] }] },
    ],
    tools: [
      {
        name: 'weather',
        description: 'd',
        inputSchema: { type: 'object', properties: { city: { type: 'string' } } },
      },
    ],
    toolChoice: { mode: 'auto' },
    maxTokens: 100,
  },
];

const FORMS: readonly Message[] = [
  { message: 'Name?', requestedSchema: { type: 'object', properties: { name: { type: 'string' } } } },
  {
    mode: 'form',
    message: 'Deploy?',
    requestedSchema: {
      type: 'object',
      properties: {
        env: { type: 'string', enum: ['a', 'b'], enumNames: ['A', 'B'], default: 'a' },
        count: { type: 'integer', minimum: 1, maximum: 9, default: 3 },
        ratio: { type: 'number', title: 'Ratio' },
        sure: { type: 'boolean', default: false },
        mail: { type: 'string', format: 'email', minLength: 3, maxLength: 50 },
        day: { type: 'string', format: 'date' },
        code: { type: 'string', pattern: '^[A-Z]{2}\\d+$' },
        many: { type: 'array', items: { type: 'string', enum: ['x', 'y', 'z'] }, minItems: 0, maxItems: 2 },
        titled: {
          type: 'string',
          oneOf: [
            { const: '1', title: 'One' },
            { const: '2', title: 'Two' },
          ],
        },
      },
      required: ['env', 'count'],
    },
  },
];

const LINK = { mode: 'url', message: 'Sign in', url: 'https://example.com/in?x=1', elicitationId: 'e-1' };

/** A reverse call, without its frame. */
export function reverseCall(random: Random): { method: string; params?: Message } {
  const roll = random.next();
  if (roll < 0.35) return { method: 'sampling/createMessage', params: random.pick(SAMPLING) };
  if (roll < 0.7) return { method: 'elicitation/create', params: random.pick(FORMS) };
  if (roll < 0.85) return { method: 'elicitation/create', params: LINK };
  return random.chance(0.5) ? { method: 'roots/list' } : { method: 'roots/list', params: {} };
}

export function request(random: Random, id: unknown): Message {
  const frame = { jsonrpc: '2.0', id };
  if (random.chance(0.08)) return { ...frame, method: 'ping' };
  if (random.chance(0.08))
    return { ...frame, method: random.pick(['tasks/get', 'foo/bar', 'tools/call']), params: {} };
  const { method, params } = reverseCall(random);
  if (random.chance(0.2)) {
    return { ...frame, method, params: { ...params, _meta: { progressToken: random.pick(['p', 7]) } } };
  }
  return { ...frame, method, ...(params === undefined ? {} : { params }) };
}

export function notification(
  random: Random,
  forwardIds: readonly unknown[],
  ownIds: readonly unknown[],
): Message {
  const id = (from: readonly unknown[]) => (from.length > 0 ? random.pick(from) : 1);
  const [method, params] = random.pick<readonly [string, Message?]>([
    ['notifications/cancelled', { requestId: id(ownIds), reason: 'changed my mind' }],
    [
      'notifications/progress',
      { progressToken: id(forwardIds), progress: random.int(0, 100), total: 100, message: 'm' },
    ],
    ['notifications/progress', { progressToken: 'unknown', progress: 1 }],
    ['notifications/message', { level: 'info', logger: 'l', data: { a: 1 } }],
    ['notifications/tools/list_changed'],
    ['notifications/prompts/list_changed', {}],
    ['notifications/resources/list_changed'],
    ['notifications/resources/updated', { uri: 'file:///a' }],
    ['notifications/elicitation/complete', { elicitationId: 'e-1' }],
    ['notifications/tasks/status', { taskId: 't', status: 'working' }],
    ['notifications/subscriptions/acknowledged', {}],
    ['notifications/initialized'],
  ]);
  return { jsonrpc: '2.0', method, ...(params === undefined ? {} : { params }) };
}

const TOOL = {
  name: 't',
  title: 'T',
  description: 'd',
  inputSchema: { type: 'object', properties: { a: { type: 'string' } } },
  outputSchema: { type: 'object' },
  annotations: { readOnlyHint: true },
  icons: [{ src: 'https://example.com/i.png' }],
};

function completeResult(random: Random): Message {
  return random.pick<Message>([
    { content: [text('ok')] },
    {
      content: [text('ok'), image, { type: 'resource_link', uri: 'file:///a', name: 'a' }],
      structuredContent: { a: 1 },
    },
    { content: [text('no')], isError: true },
    { tools: [TOOL, { ...TOOL, name: 'u' }], nextCursor: 'c' },
    { prompts: [{ name: 'p', arguments: [{ name: 'a', required: true }] }] },
    { resources: [{ uri: 'file:///a', name: 'a', mimeType: 'text/plain', size: 3 }], resourceTemplates: [] },
    { messages: [{ role: 'user', content: text('hello') }], description: 'd' },
    { contents: [{ uri: 'file:///a', mimeType: 'text/plain', text: 'hello' }] },
  ]);
}

function inputRequired(random: Random): Message {
  const inputRequests = Object.fromEntries(
    Array.from({ length: random.int(1, 3) }, (_, i) => [`q${i}`, { id: i, ...reverseCall(random) }]),
  );
  // A state alone is paced by the client, so it is rare here.
  if (random.chance(0.01)) return { resultType: 'input_required', requestState: 's' };
  return random.chance(0.7)
    ? { resultType: 'input_required', inputRequests, requestState: random.pick(['', 's-1', 'ä\u0000']) }
    : { resultType: 'input_required', inputRequests };
}

const ERRORS: readonly Message[] = [
  { code: -32603, message: 'Internal error' },
  { code: -32602, message: 'Bad', data: { a: 1 } },
  { code: -32042, message: 'Visit', data: { elicitations: [LINK] } },
  { code: -32042, message: 'Visit', data: { elicitations: [] } },
  { code: -32001, message: 'Request timed out' },
  { code: -32022, message: 'Unsupported protocol version', data: { supported: [], requested: '' } },
];

/** An answer to a request of the client. */
export function answer(random: Random, era: 'legacy' | 'modern', id: unknown): Message {
  const frame = { jsonrpc: '2.0', id };
  if (random.chance(0.2)) return { ...frame, error: random.pick(ERRORS) };
  if (era === 'legacy') return { ...frame, result: completeResult(random) };
  const roll = random.next();
  if (roll < 0.6) return { ...frame, result: inputRequired(random) };
  if (roll < 0.62) {
    return {
      ...frame,
      result: { resultType: 'task', taskId: 't-1', status: 'working', pollIntervalMs: 1, ttlMs: 1000 },
    };
  }
  return {
    ...frame,
    result: { resultType: 'complete', ...completeResult(random), ttlMs: 0, cacheScope: 'private' },
  };
}

/** An answer that ends whatever asks. */
export function plainAnswer(era: 'legacy' | 'modern', method: string, id: unknown): Message {
  const frame = { jsonrpc: '2.0', id };
  const result = {
    content: [],
    tools: [],
    prompts: [],
    resources: [],
    resourceTemplates: [],
    messages: [],
    contents: [],
  };
  if (method.startsWith('tasks/')) return { ...frame, error: { code: -32602, message: 'Unknown task' } };
  return { ...frame, result: era === 'modern' ? { resultType: 'complete', ...result } : result };
}

export function anyMessage(
  random: Random,
  era: 'legacy' | 'modern',
  ids: { readonly next: unknown; readonly forward: readonly unknown[]; readonly own: readonly unknown[] },
): Message {
  const roll = random.next();
  const forward = ids.forward.length > 0 && random.chance(0.8) ? random.pick(ids.forward) : random.int(1, 50);
  if (roll < (era === 'legacy' ? 0.6 : 0.2)) return request(random, ids.next);
  if (roll < (era === 'legacy' ? 0.8 : 0.8)) return answer(random, era, forward);
  return notification(random, ids.forward, ids.own);
}
