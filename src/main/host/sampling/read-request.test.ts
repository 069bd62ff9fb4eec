import { describe, expect, it } from 'vitest';
import { readSamplingRequest } from './read-request.ts';

const read = (params: unknown, protocolVersion = '2025-11-25') =>
  readSamplingRequest(params, { protocolVersion });
const user = (content: unknown) => ({ role: 'user', content });
const assistant = (content: unknown) => ({ role: 'assistant', content });
const text = (value: string) => ({ type: 'text', text: value });
const use = (id: string) => ({ type: 'tool_use', id, name: 't', input: {} });
const result = (toolUseId: string) => ({ type: 'tool_result', toolUseId, content: [text('r')] });
const ok = (params: unknown, version?: string) => {
  const reading = read(params, version);
  if (!reading.ok) throw new Error(reading.message);
  return reading;
};
const message = (params: unknown) => {
  const reading = read(params);
  if (reading.ok) throw new Error('was taken');
  return reading.message;
};

describe('readSamplingRequest', () => {
  it('reads everything the specification has, and ignores what it has not', () => {
    const { request, repairs } = ok({
      messages: [
        user(text('a')),
        assistant([text('b'), { type: 'image', data: 'AA==', mimeType: 'image/png' }]),
      ],
      systemPrompt: 'sys',
      maxTokens: 10,
      temperature: 0.5,
      stopSequences: ['x'],
      includeContext: 'thisServer',
      modelPreferences: { hints: [{ name: 'h' }], costPriority: 1, speedPriority: 0 },
      tools: [{ name: 't', description: 'd', inputSchema: { type: 'object' }, annotations: {} }],
      toolChoice: { mode: 'required' },
      metadata: { a: 1 },
      _meta: { progressToken: 1 },
      extra: true,
    });
    expect(repairs).toEqual([]);
    expect(request).toEqual({
      messages: [
        { role: 'user', content: [text('a')] },
        { role: 'assistant', content: [text('b'), { type: 'image', data: 'AA==', mimeType: 'image/png' }] },
      ],
      systemPrompt: 'sys',
      maxTokens: 10,
      temperature: 0.5,
      stopSequences: ['x'],
      includeContext: 'thisServer',
      modelPreferences: { hints: [{ name: 'h' }], costPriority: 1, speedPriority: 0 },
      tools: [{ name: 't', description: 'd', inputSchema: { type: 'object' } }],
      toolChoice: { mode: 'required' },
      metadata: { a: 1 },
    });
  });

  it('mends small faults and names each once', () => {
    const { request, repairs } = ok({
      messages: [user('bare'), user({ type: 'image', data: 'AA==' })],
      maxTokens: 10.9,
      systemPrompt: null,
      temperature: 'hot',
      stopSequences: 'x',
      modelPreferences: { hints: ['haiku', { name: 5 }], costPriority: 7 },
      tools: [{ name: 'a' }, { name: 'b', inputSchema: 'x' }],
    });
    expect(request).toMatchObject({
      messages: [{ content: [text('bare')] }, { content: [{ mimeType: 'application/octet-stream' }] }],
      maxTokens: 10,
      modelPreferences: { hints: [{ name: 'haiku' }] },
      tools: [{ inputSchema: { type: 'object' } }, { inputSchema: { type: 'object' } }],
    });
    expect(request).not.toHaveProperty('temperature');
    expect(repairs).toHaveLength(10);
    expect(new Set(repairs).size).toBe(repairs.length);
  });

  it.each([
    ['no object', 5, 'must be an object'],
    ['no params', undefined, 'must be an object'],
    ['no messages', { maxTokens: 1 }, 'no list of messages'],
    ['an empty list', { messages: [], maxTokens: 1 }, 'no messages'],
    ['no maxTokens', { messages: [user(text('a'))] }, 'no maxTokens'],
    ['maxTokens 0', { messages: [user(text('a'))], maxTokens: 0 }, '1 or more'],
    ['maxTokens as text', { messages: [user(text('a'))], maxTokens: '5' }, '1 or more'],
    [
      'a wrong role',
      { messages: [{ role: 'system', content: text('a') }], maxTokens: 1 },
      'role of message 1',
    ],
    ['no content', { messages: [{ role: 'user' }], maxTokens: 1 }, 'without a type'],
    ['text without text', { messages: [user({ type: 'text' })], maxTokens: 1 }, 'without its text'],
    ['image without data', { messages: [user({ type: 'image' })], maxTokens: 1 }, 'without its data'],
    ['a tool used by the user', { messages: [user(use('1'))], maxTokens: 1 }, 'only the assistant'],
    ['a result of the assistant', { messages: [assistant(result('1'))], maxTokens: 1 }, 'only the user'],
    [
      'a systemPrompt that is no text',
      { messages: [user(text('a'))], maxTokens: 1, systemPrompt: {} },
      'systemPrompt',
    ],
    ['tools that are no list', { messages: [user(text('a'))], maxTokens: 1, tools: {} }, 'must be a list'],
    [
      'an unknown toolChoice',
      { messages: [user(text('a'))], maxTokens: 1, toolChoice: { mode: 'x' } },
      'toolChoice',
    ],
  ])('refuses %s with one plain sentence', (_name, params, part) => {
    const sentence = message(params);
    expect(sentence).toContain(part);
    expect(sentence).toMatch(/^[A-Z][^\n]*\.$/);
  });

  it.each([
    ['no result', [user(text('q')), assistant(use('1'))], 'has no tool result'],
    [
      'another message between',
      [assistant(use('1')), user(text('x')), user(result('1'))],
      'has no tool result',
    ],
    ['a result mixed with text', [assistant(use('1')), user([result('1'), text('x')])], 'mixes'],
    ['one of two results', [assistant([use('1'), use('2')]), user([result('1')])], '"2" has no tool result'],
    [
      'results in two messages',
      [assistant([use('1'), use('2')]), user(result('1')), user(result('2'))],
      '"2" has no',
    ],
    ['a stray result', [user(text('q')), user(result('9'))], 'does not answer'],
    ['a result twice', [assistant(use('1')), user([result('1'), result('1')])], 'does not answer'],
    ['one id twice', [assistant([use('1'), use('1')]), user([result('1')])], 'twice'],
  ])('B15 refuses tool use and results that do not pair: %s', (_name, messages, part) => {
    expect(message({ messages, maxTokens: 1 })).toContain(part);
  });

  it('B15 takes parallel tools answered in one message, in any order', () => {
    const messages = [
      user(text('q')),
      assistant([text('thinking'), use('1'), use('2')]),
      user([result('2'), { ...result('1'), content: [] }]),
      assistant(text('done')),
    ];
    expect(ok({ messages, maxTokens: 1 }).repairs).toEqual([]);
  });

  it('B21 takes lists and audio of older revisions, and says so', () => {
    const params = {
      messages: [user([text('a')]), user({ type: 'audio', data: 'AA==', mimeType: 'audio/wav' })],
      maxTokens: 1,
    };
    expect(ok(params).repairs).toEqual([]);
    expect(ok(params, '2025-06-18').repairs).toEqual([
      'The content of message 1 was a list, which 2025-06-18 does not have.',
    ]);
    expect(ok(params, '2024-11-05').repairs).toHaveLength(2);
  });

  it('a name every object has is only data', () => {
    const params = JSON.parse(
      '{"messages":[{"role":"user","content":{"type":"__proto__","x":1}}],"maxTokens":1,"__proto__":{"tools":1}}',
    );
    expect(ok(params).request).toEqual({
      messages: [{ role: 'user', content: [{ type: '__proto__', x: 1 }] }],
      maxTokens: 1,
    });
  });
});
