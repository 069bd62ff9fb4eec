import { afterEach, describe, expect, it } from 'vitest';
import {
  ALLOW,
  ask,
  assistant,
  bodyOf,
  type CaseOptions,
  ERAS,
  type Era,
  resultOf,
  SamplingCase,
  text,
  user,
} from '../../../../e2e/lib/sampling-case.ts';

/** Rows of the sampling cases about messages and what they hold, in both eras; both wires are compared whole. */
let one: SamplingCase;
afterEach(() => one.close());

const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';
const apiPng = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: PNG } };
const image = (mimeType: string, data = PNG) => ({ type: 'image', data, mimeType });
const audio = (mimeType: string, data: string) => ({ type: 'audio', data, mimeType });
const use = (id: string, name = 'look') => ({ type: 'tool_use', id, name, input: { n: id } });
const resultFor = (toolUseId: string, ...content: unknown[]) => ({ type: 'tool_result', toolUseId, content });
const tools = [{ name: 'look', inputSchema: { type: 'object' } }];
const apiTools = [{ name: 'look', input_schema: { type: 'object' } }];
const apiUse = (id: string) => ({ tool: { id, name: 'look', input: { n: id } } });
const says = (role: string, ...content: unknown[]) => ({ role, content });

describe.each<Era>(ERAS)('%s', (era) => {
  const open = async (options: CaseOptions = { rules: [ALLOW] }) => {
    one = await SamplingCase.open(era, options);
  };
  const done = () => one.done();

  it('B13 a list only where tools were asked for, one block elsewhere', async () => {
    await open();
    await one.connect([ask('hi', { tools }), ask('hi', { tools }), ask('hi', { tools }), ask('hi')]);
    one.api.reply(
      { blocks: [apiUse('1')], stopReason: 'tool_use' },
      { blocks: [{ text: ['Let me see.'] }, apiUse('1'), apiUse('2')], stopReason: 'tool_use' },
      { blocks: [{ text: ['no ', 'need'] }] },
      { blocks: [{ text: ['one'] }, { text: ['two'] }] },
    );
    await done();
    expect(one.bodies).toStrictEqual([...Array(3).fill(bodyOf({ tools: apiTools })), bodyOf()]);
    expect(await one.received()).toStrictEqual(
      one.answered(
        { result: resultOf({ content: [use('1')], stopReason: 'toolUse' }) },
        { result: resultOf({ content: [text('Let me see.'), use('1'), use('2')], stopReason: 'toolUse' }) },
        { result: resultOf({ content: text('no need') }) },
        { result: resultOf({ content: text('one\ntwo') }) },
      ),
    );
  });

  it('B15 parallel tool uses and all their results in one message, in the order they came', async () => {
    await open();
    const messages = [
      user(text('hi')),
      assistant(text('Two things.'), use('1'), use('2')),
      user(resultFor('2', text('second')), resultFor('1', text('first'), image('image/png'))),
    ];
    await one.connect([ask('', { messages, tools })]);
    await done();
    expect(one.bodies).toStrictEqual([
      bodyOf({
        tools: apiTools,
        messages: [
          says('user', text('hi')),
          says('assistant', text('Two things.'), use('1'), use('2')),
          says(
            'user',
            { type: 'tool_result', tool_use_id: '2', content: [text('second')] },
            { type: 'tool_result', tool_use_id: '1', content: [text('first'), apiPng] },
          ),
        ],
      }),
    ]);
    expect(await one.received()).toStrictEqual(one.answered({ result: resultOf() }));
  });

  it.each([
    ['none at all', [user(text('hi')), assistant(use('1'))], 'The tool use "1" has no tool result.'],
    [
      'a text instead',
      [user(text('hi')), assistant(use('1')), user(text('never mind'))],
      'The tool use "1" has no tool result in the message after it.',
    ],
    [
      'one of two',
      [user(text('hi')), assistant(use('1'), use('2')), user(resultFor('1'))],
      'The tool use "2" has no tool result in the message after it.',
    ],
    [
      'mixed with text',
      [user(text('hi')), assistant(use('1')), user(resultFor('1'), text('and'))],
      'Message 3 mixes tool results with other content.',
    ],
    [
      'of no tool use',
      [user(text('hi')), assistant(text('ok')), user(resultFor('1'))],
      'The tool result "1" does not answer a tool use of the message before it.',
    ],
  ])(
    'B15 a result that is missing or stray is said before a model is asked: %s',
    async (_what, messages, message) => {
      await open();
      await one.connect([ask('', { messages, tools })]);
      const view = await one.run().ended;
      expect(one.bodies).toEqual([]);
      expect(await one.received()).toStrictEqual(one.answered({ error: { code: -32602, message } }));
      if (era === 'modern') expect(view.error?.message).toContain(message);
    },
  );

  it('B17 what the model takes is sent, whatever type the server named', async () => {
    await open();
    const resource = { type: 'resource', resource: { uri: 'file:///a', text: 'inside' } };
    const link = { type: 'resource_link', uri: 'https://example.com/a', name: 'a' };
    await one.connect([
      ask('', { messages: [user(text('hi'), image('image/png'))] }),
      ask('', { messages: [user(image('image/bmp'))] }),
      ask('', {
        messages: [user(text('hi')), assistant(use('1')), user(resultFor('1', resource, link))],
        tools,
      }),
    ]);
    await done();
    expect(one.bodies).toStrictEqual([
      bodyOf({ messages: [says('user', text('hi'), apiPng)] }),
      bodyOf({ messages: [says('user', apiPng)] }),
      bodyOf({
        tools: apiTools,
        messages: [
          says('user', text('hi')),
          says('assistant', use('1')),
          says('user', {
            type: 'tool_result',
            tool_use_id: '1',
            content: [text('inside'), text('https://example.com/a')],
          }),
        ],
      }),
    ]);
  });

  it.each([
    ['B17', 'audio (WAV, 1 kB)', audio('audio/wav', 'UklGRg==')],
    ['B19', 'audio (MP3, 1 kB)', audio('audio/mpeg', 'SUQzBAAAAAAAI1RTU0UAAAAP')],
    ['B19', 'audio (MP3, 1 kB)', audio('image/png', 'SUQzBAAAAAAAI1RTU0UAAAAP')],
    ['B17', 'image/tiff', image('image/tiff', 'SUkqAAgAAAA=')],
    ['B17', 'the video in a message', { type: 'video', data: 'AAAA', mimeType: 'video/mp4' }],
  ])(
    '%s %s is named, nothing is sent to the model, and the person can write instead',
    async (_id, named, block) => {
      await open();
      await one.connect([ask('', { messages: [user(text('hi'), block)] })]);
      const { ended } = one.run();
      const { id, body } = await one.shows('sampling-prompt');
      // A rule lets it through; that does not make it fit.
      expect(body.error).toContain(named);
      expect(body.obstacles.map(({ model, sentences }) => [model, sentences.join()])).toContainEqual([
        body.chosen,
        body.error,
      ]);
      expect(body.prompt.messages[0]?.blocks[1]).not.toHaveProperty('dataUrl');
      await one.person.answer(id, { type: 'approve', edits: { model: 'manual/you' } });
      await one.send({ text: 'I looked' });
      await ended;
      expect(one.bodies).toEqual([]);
      expect(await one.received()).toStrictEqual(
        one.answered({ result: resultOf({ content: text('I looked'), model: 'manual' }) }),
      );
    },
  );

  it('B29 an empty tool result goes out without content, a failed one as failed', async () => {
    await open();
    const messages = [
      user(text('hi')),
      assistant(use('1'), use('2'), use('3')),
      user(resultFor('1'), resultFor('2', text(' ')), { ...resultFor('3', text('no')), isError: true }),
    ];
    await one.connect([ask('', { messages, tools })]);
    await done();
    expect(one.bodies).toStrictEqual([
      bodyOf({
        tools: apiTools,
        messages: [
          says('user', text('hi')),
          says('assistant', use('1'), use('2'), use('3')),
          says(
            'user',
            { type: 'tool_result', tool_use_id: '1' },
            { type: 'tool_result', tool_use_id: '2' },
            { type: 'tool_result', tool_use_id: '3', content: [text('no')], is_error: true },
          ),
        ],
      }),
    ]);
  });

  it('B31 each stop reason in the words of MCP, and none where it is not known', async () => {
    const table: [raw: string | null, said?: string][] = [
      ['end_turn', 'endTurn'],
      ['stop', 'endTurn'],
      ['max_tokens', 'maxTokens'],
      ['length', 'maxTokens'],
      ['model_context_window_exceeded', 'maxTokens'],
      ['stop_sequence', 'stopSequence'],
      ['tool_use', 'toolUse'],
      ['tool_calls', 'toolUse'],
      ['refusal', 'refusal'],
      ['pause_turn', 'pauseTurn'],
      ['content_filter', 'contentFilter'],
      [null],
      [''],
    ];
    await open();
    await one.connect(Array(table.length).fill(ask('hi')));
    one.api.reply(...table.map(([stopReason]) => ({ stopReason })));
    await done();
    const { stopReason: _, ...bare } = resultOf();
    expect(await one.received()).toStrictEqual(
      one.answered(
        ...table.map(([, stopReason]) => ({
          result: stopReason === undefined ? bare : { ...bare, stopReason },
        })),
      ),
    );
  });

  it('B31 a stream that ends without saying why it stopped', async () => {
    await open();
    await one.connect([ask('hi')]);
    one.api.reply({ blocks: [{ text: ['half'] }], ending: 'short' });
    const { ended } = one.run();
    const { body } = await one.shows('sampling-prompt');
    expect(body.error).toContain('the connection broke');
    expect(await one.received()).toStrictEqual(one.answered());
    await one.deny();
    await ended;
  });
});

describe('B21 each revision gets what it knows', () => {
  const legacy = ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'].map((v) => ['legacy', v] as const);

  it.each([...legacy, ['modern', '2026-07-28'] as const])('B21 %s %s', async (era, protocolVersion) => {
    one = await SamplingCase.open(era, { rules: [ALLOW] });
    await one.connect([ask('hi'), ask('hi', { tools })], { protocolVersion });
    expect(one.person.host.replica.get('servers', 's')?.protocolVersion).toBe(protocolVersion);
    one.api.reply(
      { blocks: [{ text: ['one'] }, { text: ['two'] }] },
      { blocks: [{ text: ['one'] }, { text: ['two'] }, apiUse('1')], stopReason: 'tool_use' },
    );
    await one.done();
    const joined = text('one\ntwo');
    const list = protocolVersion >= '2025-11-25';
    const content = list ? [text('one'), text('two'), use('1')] : joined;
    expect(await one.received()).toStrictEqual(
      one.answered(
        { result: resultOf({ content: joined }) },
        { result: resultOf({ content, stopReason: 'toolUse' }) },
      ),
    );
  });

  it.each(legacy)(
    'B21 %s %s: lists and sounds that it does not know are read, and the mending is told',
    async (era, protocolVersion) => {
      one = await SamplingCase.open(era);
      const messages = [user(text('hi'), audio('audio/wav', 'UklGRg=='))];
      await one.connect([ask('', { messages })], { protocolVersion });
      const { ended } = one.run();
      const { repairs, body } = await one.shows('sampling-prompt');
      expect(body.prompt.messages[0]?.blocks.map(({ type }) => type)).toEqual(['text', 'audio']);
      expect(repairs).toStrictEqual([
        ...(protocolVersion < '2025-11-25'
          ? [`The content of message 1 was a list, which ${protocolVersion} does not have.`]
          : []),
        ...(protocolVersion < '2025-03-26'
          ? [`Message 1 has audio, which ${protocolVersion} does not have.`]
          : []),
      ]);
      await one.deny();
      await ended;
    },
  );
});
