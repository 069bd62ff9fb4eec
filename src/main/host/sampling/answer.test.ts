import { specTypeSchemas } from '@modelcontextprotocol/client';
import { describe, expect, it } from 'vitest';
import { asAnswered, toAnswerView, toResult, withText } from './answer.ts';
import { toStopReason } from './stop-reason.ts';
import type { Completion } from './types.ts';

const text = (value: string) => ({ type: 'text', text: value });
const use = { type: 'tool_use', id: '1', name: 't', input: {} };
const done = (content: Completion['content']): Completion => ({ content, model: 'm', stopReason: 'endTurn' });
const content = (completion: Completion, toolsRequested: boolean, protocolVersion = '2025-11-25') =>
  toResult(completion, { toolsRequested, protocolVersion }).content;

describe('toResult', () => {
  it('B13 is a list only when tools were asked for', () => {
    expect(content(done([use]), true)).toEqual([use]);
    expect(content(done([text('a'), use]), true)).toEqual([text('a'), use]);
    expect(content(done([text('a')]), true)).toEqual(text('a'));
    expect(content(done([text('a')]), false)).toEqual(text('a'));
    expect(content(done([use]), false)).toEqual(text(''));
    expect(content(done([]), false)).toEqual(text(''));
  });

  it.each(['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28'])(
    'B21 is one block for %s when no tools were asked for, texts joined',
    (version) => {
      expect(content(done([text('a'), text('b')]), false, version)).toEqual(text('a\nb'));
    },
  );

  it('B21 older revisions never get a list, and 2024-11-05 no audio', () => {
    const audio = { type: 'audio', data: 'AA==', mimeType: 'audio/wav' };
    expect(content(done([text('a'), use]), true, '2025-06-18')).toEqual(text('a'));
    expect(content(done([audio]), false, '2025-03-26')).toEqual(audio);
    expect(content(done([audio]), false, '2024-11-05')).toEqual(text(''));
  });

  it('B21 fits the published result schemas', async () => {
    for (const [completion, tools] of [
      [done([text('a')]), false],
      [done([text('a'), text('b')]), false],
      [done([use]), false],
      [done([use, use]), true],
      [{ content: [], model: 'm' }, true],
    ] as const) {
      const result = toResult(completion, { toolsRequested: tools, protocolVersion: '2025-11-25' });
      const schema = tools
        ? specTypeSchemas.CreateMessageResultWithTools
        : specTypeSchemas.CreateMessageResult;
      expect((await schema['~standard'].validate(result)).issues).toBeUndefined();
    }
  });

  it('B09 names the model that was really used, and no stop reason that is not known', () => {
    expect(
      toResult(
        { content: [text('a')], model: 'claude-x' },
        { toolsRequested: false, protocolVersion: '2025-11-25' },
      ),
    ).toEqual({
      role: 'assistant',
      content: text('a'),
      model: 'claude-x',
    });
  });
});

describe('the answer a person sees', () => {
  it('has the text apart from the rest', () => {
    expect(toAnswerView({ ...done([text('a'), use, text('b')]), outputTokens: 3 })).toEqual({
      text: 'a\nb',
      extra: [{ type: 'tool_use', json: JSON.stringify(use, null, 2) }],
      model: 'm',
      stopReason: 'endTurn',
      outputTokens: 3,
      notes: [],
    });
  });

  it('edits the text and keeps the rest', () => {
    const completion = done([text('a'), use]);
    expect(withText(completion, 'a')).toBe(completion);
    expect(withText(completion, 'x').content).toEqual([text('x'), use]);
    expect(withText(completion, '').content).toEqual([use]);
    expect(withText(done([text('a')]), '').content).toEqual([text('')]);
    expect(withText(done([text('a'), text('b')]), 'c').content).toEqual([text('c')]);
  });
});

describe('toStopReason', () => {
  it.each([
    ['end_turn', 'endTurn'],
    ['stop', 'endTurn'],
    ['max_tokens', 'maxTokens'],
    ['length', 'maxTokens'],
    ['stop_sequence', 'stopSequence'],
    ['tool_use', 'toolUse'],
    ['tool_calls', 'toolUse'],
    ['refusal', 'refusal'],
    ['content_filter', 'contentFilter'],
    ['pause_turn', 'pauseTurn'],
    ['model_context_window_exceeded', 'maxTokens'],
    [null, undefined],
    [undefined, undefined],
    ['', undefined],
  ])('B31 says %s as %s', (raw, reason) => {
    expect(toStopReason(raw)).toBe(reason);
  });
});

describe('tool calls the person does not send', () => {
  const tool = (id: string) => ({ type: 'tool_use', id, name: 't', input: {} });
  const made: Completion = {
    content: [text('a'), tool('1'), text('b'), tool('2')],
    model: 'm',
    stopReason: 'toolUse',
  };
  const send = (withhold?: number[], more = {}) =>
    asAnswered(made, { type: 'send', ...(withhold && { withhold }), ...more });

  it('are left out, each by its place among what is no text', () => {
    expect(send()).toEqual(made);
    expect(send([])).toEqual(made);
    expect(send([0])).toEqual({ ...made, content: [text('a'), text('b'), tool('2')] });
    expect(send([1], { text: 'c' }).content).toEqual([text('c'), tool('1')]);
  });

  it('with the last one the model has just ended', () => {
    expect(send([0, 1])).toEqual({ ...made, content: [text('a'), text('b')], stopReason: 'endTurn' });
    expect(send([0, 1], { stopReason: 'own' }).stopReason).toBe('own');
    const only = { ...made, content: [tool('1')] };
    expect(asAnswered(only, { type: 'send', withhold: [0, 7] })).toEqual({
      content: [text('')],
      model: 'm',
      stopReason: 'endTurn',
    });
  });

  it('leave another stop reason as it is', () => {
    const cut = { ...made, stopReason: 'maxTokens' };
    expect(asAnswered(cut, { type: 'send', withhold: [0, 1] }).stopReason).toBe('maxTokens');
  });
});
