import { afterEach, describe, expect, it } from 'vitest';
import {
  ALLOW,
  ask,
  bodyOf,
  type CaseOptions,
  ERAS,
  type Era,
  HAIKU,
  resultOf,
  SamplingCase,
  SONNET,
  text,
} from '../../../../e2e/lib/sampling-case.ts';

/** Rows of the sampling cases about models and parameters, in both eras; both wires are compared whole. */
let one: SamplingCase;
afterEach(() => one.close());

const DROPPED = 'The model does not take a temperature, so it was left out.';
const OPUS = 'anthropic/claude-opus-5-5';

describe.each<Era>(ERAS)('%s', (era) => {
  const open = async (options: CaseOptions = {}) => {
    one = await SamplingCase.open(era, options);
  };
  const tools = [{ name: 'look', inputSchema: { type: 'object' } }];

  it('B09 the model that is asked, by hints and priorities, and its real name in the answer', async () => {
    const table: [preferences: object | undefined, model: string][] = [
      [{ hints: [{ name: 'haiku' }, { name: 'flash' }], costPriority: 1 }, 'claude-haiku-5-5'],
      [{ hints: [{ name: 'flash' }, { name: 'HaIkU' }] }, 'claude-haiku-5-5'],
      [{ hints: [{ name: 'opus' }, { name: 'haiku' }], costPriority: 1 }, 'claude-opus-5-5'],
      [{ hints: [{}, { name: '' }, { name: 'fable' }] }, 'claude-fable-5-2'],
      [{ hints: [{ name: 'claude' }], intelligencePriority: 1 }, 'claude-fable-5-2'],
      [{ hints: [{}] }, 'claude-opus-5-5'],
      [{ hints: [{ name: 'gpt-4' }] }, 'claude-opus-5-5'],
      [{ hints: [{ name: 'gpt-4' }], speedPriority: 1 }, 'claude-haiku-5-5'],
      [{ costPriority: 1 }, 'claude-haiku-5-5'],
      [{ intelligencePriority: 1 }, 'claude-fable-5-2'],
      [{}, 'claude-opus-5-5'],
      [undefined, 'claude-opus-5-5'],
    ];
    await open({ rules: [ALLOW], settings: { defaultModel: OPUS } });
    await one.connect(table.map(([modelPreferences]) => ask('hi', { modelPreferences })));
    await one.done();
    expect(one.bodies).toStrictEqual(table.map(([, model]) => bodyOf({ model })));
    expect(await one.received()).toStrictEqual(
      one.answered(...table.map(([, model]) => ({ result: resultOf({ model: `${model}-really` }) }))),
    );
  });

  it('B09 the person takes another model than the server wished for, and that one is named', async () => {
    await open();
    await one.connect([ask('hi', { modelPreferences: { hints: [{ name: 'haiku' }] } })]);
    const { ended } = one.run();
    const { body } = await one.shows('sampling-prompt');
    expect(body).toMatchObject({ chosen: HAIKU, chosenReason: 'The server asked for "haiku".' });
    await one.approve({ model: SONNET });
    await one.send();
    await ended;
    expect(one.bodies).toStrictEqual([bodyOf()]);
    expect(await one.received()).toStrictEqual(one.answered({ result: resultOf() }));
  });

  it('B11 tools are declared with a model that can, and again when the person takes another', async () => {
    await open();
    await one.connect([]);
    expect(await one.declared()).toMatchObject({ sampling: { tools: {} } });
    await one.person.host.handlers['app.updateSettings']({ defaultModel: 'manual/you' });
    await expect.poll(async () => (await one.declared())?.sampling).toStrictEqual({});
    await one.person.host.handlers['app.updateSettings']({ defaultModel: SONNET });
    await expect.poll(async () => (await one.declared())?.sampling).toStrictEqual({ tools: {} });
  });

  it('B11 without a model tools are not declared, and a request with them is refused', async () => {
    await open({ key: '' });
    await one.connect([ask('hi', { tools })]);
    expect((await one.declared())?.sampling).toStrictEqual({});
    const view = await one.run().ended;
    expect(await one.received()).toStrictEqual(
      one.answered({ error: { code: -32602, message: 'Tools in sampling were not declared' } }),
    );
    if (era === 'modern') {
      expect(view.error?.message).toContain('wants the model to use tools, which was not offered to it');
    }
  });

  it('B23 a refused temperature is left out, said to the person, and not to the server', async () => {
    await open();
    await one.connect([ask('hi', { temperature: 0.7 })]);
    const { ended } = one.run();
    await one.approve();
    expect((await one.send()).notes).toEqual([DROPPED]);
    await ended;
    expect(one.bodies).toStrictEqual([bodyOf({ temperature: 0.7 }), bodyOf()]);
    expect(await one.received()).toStrictEqual(one.answered({ result: resultOf() }));
  });

  it('B23 a temperature that the model takes is kept, 0 too', async () => {
    await open({ rules: [ALLOW], takesTemperature: true });
    await one.connect([ask('hi', { temperature: 0.7 }), ask('hi', { temperature: 0 }), ask('hi')]);
    await one.run().ended;
    expect(one.bodies).toStrictEqual([bodyOf({ temperature: 0.7 }), bodyOf({ temperature: 0 }), bodyOf()]);
  });

  it('B25 temperature and top_p never go together, nor anything else that is no parameter of MCP', async () => {
    await open({ rules: [ALLOW], takesTemperature: true });
    const both = { temperature: 0.5, top_p: 0.9, topP: 0.9, top_k: 3 };
    await one.connect([
      ask('hi', { ...both, metadata: both }),
      ask('hi', { top_p: 0.9, topP: 0.9, metadata: { top_p: 0.9 } }),
    ]);
    await one.done();
    expect(one.bodies).toStrictEqual([bodyOf({ temperature: 0.5 }), bodyOf()]);
    const result = { result: resultOf() };
    expect(await one.received()).toStrictEqual(one.answered(result, result));
  });

  it('B33 a local endpoint gets max_tokens, and an empty answer is a failure', async () => {
    await open({ rules: [ALLOW] });
    await one.connect([ask('hi', { maxTokens: 7 })]);
    one.api.reply(
      { blocks: [], stopReason: 'end_turn' },
      { blocks: [{ text: [''] }], stopReason: 'end_turn' },
    );
    const { ended } = one.run();
    const { id, body } = await one.shows('sampling-prompt');
    expect(body.error).toContain('answered with nothing');
    await one.person.answer(id, { type: 'approve' });
    await one.shows('sampling-prompt', ({ error }) => error !== undefined);
    // Nothing went to the server meanwhile.
    expect(await one.received()).toStrictEqual(one.answered());
    await one.deny();
    await ended;
    const exact = bodyOf({ max_tokens: 7 });
    expect(one.bodies).toStrictEqual([exact, exact]);
    expect(await one.received()).toStrictEqual(
      one.answered({ error: { code: -32603, message: 'Sampling failed' } }),
    );
  });

  it('every parameter of the request goes to the model as it is, and none besides', async () => {
    await open({ rules: [ALLOW] });
    await one.connect([
      ask('hi', {
        systemPrompt: 'Be brief.',
        stopSequences: ['END', '\n\n'],
        includeContext: 'allServers',
        metadata: { trace: 1 },
        modelPreferences: { hints: [{ name: 'sonnet' }] },
        tools: [{ ...tools[0], description: 'Looks.', title: 'Look', annotations: { readOnlyHint: true } }],
        toolChoice: { mode: 'required' },
        unknown: true,
      }),
    ]);
    one.api.reply({ stopReason: 'stop_sequence' });
    await one.done();
    expect(one.bodies).toStrictEqual([
      bodyOf({
        system: 'Be brief.',
        stop_sequences: ['END'],
        tools: [{ name: 'look', description: 'Looks.', input_schema: { type: 'object' } }],
        tool_choice: { type: 'any' },
      }),
    ]);
    expect(await one.received()).toStrictEqual(
      one.answered({ result: resultOf({ content: text('ok'), stopReason: 'stopSequence' }) }),
    );
  });
});
