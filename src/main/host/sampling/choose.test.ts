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

  it('B09 without a hint that fits the priorities decide, and say so', () => {
    expect(pick(['gpt'], '', { costPriority: 0.8, speedPriority: 0.2 })).toEqual({
      option: expect.objectContaining({ model: 'claude-haiku-5-5' }),
      reason: 'The server weighs cost 0.8 over speed 0.2: Claude Haiku 5.5 fits best.',
    });
    expect(pick([], 'anthropic/claude-haiku-5-5', { intelligencePriority: 1 })?.option.model).toBe(
      'claude-fable-5-2',
    );
    expect(pick([], 'anthropic/claude-opus-5-5', { costPriority: 0 })?.reason).toBe('Your default model.');
    expect(pick(['claude'], '', { speedPriority: 1 })?.reason).toBe(
      'The server asked for "claude", and weighs speed 1.',
    );
  });

  it('B09 priorities choose only among models of which something is known, of equals the default', () => {
    const option = (model: string, facts = {}) => ({
      id: `c/${model}`,
      provider: 'c',
      model,
      label: model,
      facts,
    });
    const preferences = { costPriority: 1 };
    const unknown = [option('a'), option('b')];
    expect(chooseModel(unknown, preferences, 'c/b')?.reason).toBe('Your default model.');
    const some = [
      option('a'),
      option('b', { cost: 0 }),
      option('c', { cost: 0.5 }),
      option('d', { cost: 0.5 }),
    ];
    expect(chooseModel(some, preferences, 'c/a')?.option.model).toBe('c');
    expect(chooseModel(some, preferences, 'c/d')?.option.model).toBe('d');
    expect(chooseModel(some, { hints: [{ name: 'a' }], ...preferences }, '')?.option.model).toBe('a');
  });

  it('a hint is cut short on the screen', () => {
    const long = 'x'.repeat(5000);
    const option = { id: 'c/m', provider: 'c', model: long, label: 'm' };
    expect(chooseModel([option], { hints: [{ name: long }] }, '')?.reason.length).toBeLessThan(150);
  });

  it('only models the server may be answered with; the person may always write', () => {
    const allowed = ['anthropic/claude-opus-5-5'];
    expect(room.models(allowed).map(({ id }) => id)).toEqual([...allowed, 'manual/you']);
    expect(room.choose(request(['haiku']), 'anthropic/claude-haiku-5-5', allowed)?.option.id).toBe(
      allowed[0],
    );
    expect(room.choose(request(['haiku']), '', ['anthropic/gone'])?.option.id).toBe('manual/you');
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
