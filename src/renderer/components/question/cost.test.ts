import { describe, expect, it } from 'vitest';
import type { SamplingPromptView } from '../../../shared/model/reverse-call.ts';
import { costText, dollarsText, pricesText, promptTokens } from './cost.ts';

const prompt: SamplingPromptView = {
  systemPrompt: 'x'.repeat(40),
  messages: [{ role: 'user', blocks: [{ type: 'text', text: 'y'.repeat(400) }] }],
  maxTokens: 1000,
  stopSequences: [],
  tools: [],
  hints: [],
  inputTokens: 114,
};

describe('the tokens of a prompt', () => {
  it('are what main counted, until something is edited', () => {
    expect(promptTokens(prompt, {})).toBe(114);
    expect(promptTokens(prompt, { texts: { '0.0': 'y'.repeat(400) } })).toBe(114);
  });

  it('follow the edits, in scripts without spaces too', () => {
    expect(promptTokens(prompt, { texts: { '0.0': '' } })).toBe(14);
    expect(promptTokens(prompt, { systemPrompt: '' })).toBe(104);
    expect(promptTokens(prompt, { texts: { '0.0': '字'.repeat(50) } })).toBe(64);
    expect(promptTokens({ ...prompt, inputTokens: 5 }, { texts: { '0.0': '' } })).toBe(0);
  });
});

describe('dollars', () => {
  it.each([
    [0, '$0'],
    [0.00003, 'less than $0.0001'],
    [0.0041, '$0.0041'],
    [0.004, '$0.004'],
    [0.01549, '$0.015'],
    [0.5, '$0.5'],
    [0.996, '$1.00'],
    [1.234, '$1.23'],
    [123.456, '$123.46'],
  ])('%f are %s', (dollars, text) => {
    expect(dollarsText(dollars)).toBe(text);
  });

  it('are never fewer than they are where that is promised', () => {
    expect(dollarsText(0.01501, true)).toBe('$0.016');
    expect(dollarsText(0.015, true)).toBe('$0.015');
    expect(dollarsText(1.231, true)).toBe('$1.24');
    for (let dollars = 0.0001; dollars < 500; dollars *= 1.37) {
      expect(Number(dollarsText(dollars, true).slice(1))).toBeGreaterThanOrEqual(dollars - 1e-9);
    }
  });
});

describe('the cost', () => {
  it('is about so much for the prompt, and at most so much in all', () => {
    expect(costText({ inputPrice: 1, outputPrice: 5 }, 4000, 5200)).toBe(
      'about $0.004 for the prompt, at most $0.03 in all',
    );
  });

  it('says only what the prices say', () => {
    expect(costText({}, 4000, 100)).toBeUndefined();
    expect(costText({ inputPrice: 1 }, 40, 100)).toBe('less than $0.0001 for the prompt');
    expect(costText({ inputPrice: 1 }, 4000, 100)).toBe('about $0.004 for the prompt');
    expect(costText({ outputPrice: 5 }, 4000, 1000)).toBe('at most $0.005 for the answer');
    expect(costText({ inputPrice: 0, outputPrice: 0 }, 4000, 1000)).toBe('no cost');
    expect(costText({ inputPrice: 0 }, 4000, 1000)).toBeUndefined();
  });

  it('stands beside a model as its prices', () => {
    expect(pricesText({ inputPrice: 0.25, outputPrice: 15 })).toBe('$0.25 in, $15 out per million tokens');
    expect(pricesText({})).toBeUndefined();
  });
});
