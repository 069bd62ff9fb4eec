import { describe, expect, it } from 'vitest';
import { chooseModel } from './choose.ts';
import { listedModels } from './model-list.ts';
import { createSampling } from './sampling.ts';

const request = (hints: (string | undefined)[], priorities = {}) => ({
  messages: [],
  maxTokens: 1,
  modelPreferences: { hints: hints.map((name) => (name === undefined ? {} : { name })), ...priorities },
});
const room = createSampling({ dataDir: '/nonexistent', env: { ANTHROPIC_API_KEY: 'k' } });
const pick = (hints: (string | undefined)[], fallback = '', priorities = {}) =>
  room.choose(request(hints, priorities), fallback);

describe('choosing a model', () => {
  it('B09 takes hints in their order, as parts of a name in any case', () => {
    expect(pick(['flash', 'HAIKU', 'opus'])?.option.model).toBe('claude-haiku-5-5');
    expect(pick(['haiku'])?.reason).toContain('haiku');
    expect(pick(['Opus 5'])?.option.model).toBe('claude-opus-5-5');
    expect(pick(['opus', 'haiku'])?.option.model).toBe('claude-opus-5-5');
  });

  it('B09 a hint that fits several leaves the choice to the priorities, then to the order', () => {
    expect(pick(['claude'])?.option.model).toBe(listedModels('anthropic')[0]?.id);
    expect(pick(['claude'], '', { costPriority: 1 })?.option.model).toBe('claude-haiku-5-5');
    expect(pick(['claude'], '', { intelligencePriority: 1 })?.option.model).toBe('claude-fable-5-2');
  });

  it('B09 without a hint that fits it is the default of the person, then the first', () => {
    expect(pick(['gpt', '', undefined, '  '], 'anthropic/claude-opus-5-5')).toEqual({
      option: expect.objectContaining({ id: 'anthropic/claude-opus-5-5' }),
      reason: 'Your default model.',
    });
    expect(pick([], 'anthropic/gone')?.option.provider).toBe('anthropic');
    expect(pick([], 'manual/you')?.option.provider).toBe('manual');
    expect(chooseModel([], undefined, '')).toBeUndefined();
  });

  it('without a key the person writes, whatever is hinted', () => {
    const alone = createSampling({ dataDir: '/nonexistent', env: { ANTHROPIC_API_KEY: '  ' } });
    expect(alone.models().map(({ id }) => id)).toEqual(['manual/you']);
    expect(alone.choose(request(['you', 'haiku']), '')).toEqual({
      option: expect.objectContaining({ id: 'manual/you' }),
      reason: 'No model is set up, so you write the answer.',
    });
    expect(alone.provider('anthropic')?.status()).toEqual({
      ready: false,
      detail: expect.stringContaining('ANTHROPIC_API_KEY'),
    });
  });

  it('B11 offers tools only with a ready provider that can', () => {
    const none = createSampling({ dataDir: '/nonexistent', env: {} });
    expect(none.offersTools('')).toBe(false);
    expect(room.offersTools('')).toBe(true);
    expect(room.offersTools('manual/you')).toBe(false);
    expect(room.offersTools('', ['manual/you'])).toBe(false);
  });
});
