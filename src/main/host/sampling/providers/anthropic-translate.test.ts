import { describe, expect, it } from 'vitest';
import { SentenceError } from '../../../../shared/model/sentence-error.ts';
import type { ContentBlock, SamplingMessage, SamplingRequest } from '../types.ts';
import { fromAnthropic, toAnthropic } from './anthropic-translate.ts';

const png = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(10)]).toString('base64');
const text = (value: string): ContentBlock => ({ type: 'text', text: value });
const user = (...content: ContentBlock[]): SamplingMessage => ({ role: 'user', content });
const assistant = (...content: ContentBlock[]): SamplingMessage => ({ role: 'assistant', content });
const translate = (messages: SamplingMessage[], more: Partial<SamplingRequest> = {}) =>
  toAnthropic({ messages, maxTokens: 9, ...more }, 'm');
const use = (id: string, name = 't'): ContentBlock => ({ type: 'tool_use', id, name, input: {} });
const result = (toolUseId: string, ...content: ContentBlock[]): ContentBlock => ({
  type: 'tool_result',
  toolUseId,
  content,
});
const plain = { notes: [], toolName: (name: string) => name };

describe('toAnthropic', () => {
  it('sends exactly what was asked, and no parameter that was not', () => {
    expect(translate([user(text('hi'))])).toMatchObject({
      body: {
        model: 'm',
        max_tokens: 9,
        messages: [{ role: 'user', content: [{ type: 'text', text: 'hi' }] }],
      },
      notes: [],
    });
    expect(Object.keys(translate([user(text('hi'))]).body)).toEqual(['model', 'max_tokens', 'messages']);
    const { body, notes } = translate([user(text('hi'))], {
      systemPrompt: 'sys',
      temperature: 0,
      stopSequences: ['END', ' '],
      tools: [{ name: 't', description: 'd', inputSchema: { type: 'object', properties: {} } }],
      toolChoice: { mode: 'required' },
      metadata: { user: 'x' },
      includeContext: 'allServers',
    });
    expect(body).toEqual({
      model: 'm',
      max_tokens: 9,
      messages: [{ role: 'user', content: [{ type: 'text', text: 'hi' }] }],
      system: 'sys',
      temperature: 0,
      stop_sequences: ['END'],
      tools: [{ name: 't', description: 'd', input_schema: { type: 'object', properties: {} } }],
      tool_choice: { type: 'any' },
    });
    expect(notes).toHaveLength(2);
  });

  it('B27 any sequence of roles alternates, keeps its order, begins and ends with the user', () => {
    for (let bits = 0; bits < 2 ** 6; bits++) {
      const messages = Array.from({ length: 6 }, (_none, n) =>
        ((bits >> n) & 1 ? user : assistant)(text(`${n}`)),
      );
      const { body, notes } = translate(messages);
      const roles = body.messages.map(({ role }) => role);
      expect(roles.every((role, n) => role === (n % 2 === 0 ? 'user' : 'assistant'))).toBe(true);
      expect(roles.at(-1)).toBe('user');
      const all = body.messages.flatMap(({ content }) => content.map((block) => String(block.text)));
      expect(all.filter((one) => /^\d$/.test(one)).join('')).toBe('012345');
      expect(notes).toHaveLength(all.length - 6);
    }
  });

  it('B29 leaves out empty texts and the content of an empty result, and says when a message was empty', () => {
    const { body, notes } = translate(
      [user(text(''), text('q')), assistant(text(' \n'), use('1')), user(result('1', text('')))],
      { tools: [{ name: 't', inputSchema: {} }] },
    );
    expect(body.messages).toEqual([
      { role: 'user', content: [{ type: 'text', text: 'q' }] },
      { role: 'assistant', content: [{ type: 'tool_use', id: '1', name: 't', input: {} }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: '1' }] },
    ]);
    expect(notes).toEqual([]);
    const empty = translate([user(text(''))]);
    expect(empty.body.messages[0]?.content).toEqual([{ type: 'text', text: '(empty)' }]);
    expect(empty.notes).toHaveLength(1);
  });

  it('B15 keeps parallel tools and their results together', () => {
    const { body } = translate([
      user(text('q')),
      assistant(text('a'), use('1'), use('2')),
      user(
        { ...result('2', text('two')), isError: true },
        result('1', { type: 'image', data: png, mimeType: 'x' }),
      ),
    ]);
    expect(body.messages[2]?.content).toEqual([
      { type: 'tool_result', tool_use_id: '2', content: [{ type: 'text', text: 'two' }], is_error: true },
      {
        type: 'tool_result',
        tool_use_id: '1',
        content: [{ type: 'image', source: { type: 'base64', media_type: 'image/png', data: png } }],
      },
    ]);
    // Tools named in the messages are declared even when none may be used any more.
    expect(body.tools).toEqual([{ name: 't', input_schema: { type: 'object' } }]);
    expect(body.tool_choice).toEqual({ type: 'none' });
  });

  it('names of tools that the API does not take go there and back', () => {
    const names = ['files/read', 'files.read', 'files_read', 'ü', 'x'.repeat(200), `${'x'.repeat(200)}y`];
    const translated = translate(
      [user(text('q')), assistant(use('a:1', 'files.read')), user(result('a:1', text('r')))],
      {
        tools: names.map((name) => ({ name, inputSchema: { type: 'object' } })),
      },
    );
    const made = (translated.body.tools as { name: string }[]).map(({ name }) => name);
    expect(new Set(made).size).toBe(names.length);
    for (const [index, name] of made.entries()) {
      expect(name).toMatch(/^[a-zA-Z0-9_-]{1,128}$/);
      expect(translated.toolName(name)).toBe(names[index]);
    }
    expect(translated.body.messages[1]?.content[0]).toMatchObject({ id: 'a_1', name: made[1] });
    expect(translated.body.messages[2]?.content[0]).toMatchObject({ tool_use_id: 'a_1' });
  });

  it('types images by their bytes, and takes base64 with line breaks or without padding', () => {
    for (const [head, type] of [
      ['89504e470d0a1a0a', 'image/png'],
      ['ffd8ffe0', 'image/jpeg'],
      ['474946383961', 'image/gif'],
      ['524946460000000057454250', 'image/webp'],
    ] as const) {
      const data = Buffer.concat([Buffer.from(head, 'hex'), Buffer.alloc(20, 1)]).toString('base64');
      const odd = data.replace(/=+$/, '').replace(/(.{8})/g, '$1\n');
      const { body } = translate([user({ type: 'image', data: odd, mimeType: 'image/bmp' })]);
      expect(body.messages[0]?.content[0]).toEqual({
        type: 'image',
        source: { type: 'base64', media_type: type, data },
      });
    }
  });

  it.each([
    ['audio', user({ type: 'audio', data: 'UklGRg==', mimeType: 'audio/wav' }), 'audio in a message'],
    [
      'audio in a result',
      user(result('1', { type: 'audio', data: 'AA', mimeType: 'a/b' })),
      'audio in a tool result',
    ],
    ['an unknown type', user({ type: 'hologram' }), 'hologram'],
    ['an image that is none', user({ type: 'image', data: 'AAAA', mimeType: 'image/png' }), 'PNG, JPEG'],
    ['no base64', user({ type: 'image', data: '?', mimeType: 'image/tiff' }), 'image/tiff'],
    [
      'a large image',
      user({ type: 'image', data: png.slice(0, 20) + 'A'.repeat(8e6), mimeType: 'x' }),
      '5 MB',
    ],
  ])('B17 refuses %s by name before anything is sent', (_name, message, part) => {
    expect(() => translate([message])).toThrow(SentenceError);
    expect(() => translate([message])).toThrow(part);
  });

  it('sends no half of a surrogate pair', () => {
    const { body } = translate([user(text('a\ud83d b \u{1f600}'))], { systemPrompt: '\udc00' });
    expect(body.messages[0]?.content[0]?.text).toBe('a\ufffd b \u{1f600}');
    expect(body.system).toBe('\ufffd');
  });
});

describe('fromAnthropic', () => {
  it('gives text and tool use, the real model, the stop reason, all tokens; drops thinking', () => {
    const message = {
      model: 'really',
      stop_reason: 'tool_use',
      content: [
        { type: 'thinking', thinking: 'hm' },
        { type: 'redacted_thinking', data: '' },
        { type: 'text', text: 'a' },
        { type: 'tool_use', id: 'toolu_1', name: 'n', input: { x: 1 } },
      ],
      usage: {
        input_tokens: 1,
        cache_read_input_tokens: 2,
        cache_creation_input_tokens: null,
        output_tokens: 3,
      },
    };
    expect(fromAnthropic(message, { notes: [], toolName: () => 'own/name' })).toEqual({
      content: [text('a'), { type: 'tool_use', id: 'toolu_1', name: 'own/name', input: { x: 1 } }],
      model: 'really',
      stopReason: 'toolUse',
      inputTokens: 3,
      outputTokens: 3,
    });
  });

  it('B31 leaves an unknown stop reason out, and B33 never passes nothing off as success', () => {
    expect(fromAnthropic({ model: 'm', stop_reason: null, content: [text('a')] }, plain)).toEqual({
      content: [text('a')],
      model: 'm',
    });
    for (const [reason, part] of [
      ['max_tokens', 'tokens'],
      ['refusal', 'declined'],
      [null, 'nothing'],
    ] as const) {
      for (const content of [[], [text('')], [{ type: 'thinking' }]]) {
        expect(() => fromAnthropic({ model: 'm', stop_reason: reason, content }, plain)).toThrow(part);
      }
    }
  });
});
