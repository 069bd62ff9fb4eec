import { describe, expect, it } from 'vitest';
import { readMaxTokens, textKey, withMaxTokens, withModel, withSystemPrompt, withText } from './edits.ts';

describe('edits of a prompt', () => {
  it('keep a changed text under the key of its block', () => {
    expect(withText({}, textKey(0, 1), 'before', 'after')).toEqual({ texts: { '0.1': 'after' } });
  });

  it('are gone when a text is as the server sent it', () => {
    const edits = withText({ maxTokens: 5 }, '0.0', 'before', 'after');
    expect(withText(edits, '0.0', 'before', 'before')).toEqual({ maxTokens: 5 });
  });

  it('leave the other texts alone', () => {
    const edits = { texts: { '0.0': 'a', '1.0': 'b' } };
    expect(withText(edits, '0.0', 'x', 'x')).toEqual({ texts: { '1.0': 'b' } });
  });

  it('keep an emptied system prompt as a change', () => {
    expect(withSystemPrompt({}, 'You are.', '')).toEqual({ systemPrompt: '' });
    expect(withSystemPrompt({ systemPrompt: '' }, 'You are.', 'You are.')).toEqual({});
    expect(withSystemPrompt({}, undefined, '')).toEqual({});
  });

  it('name a model only if it is not the chosen one', () => {
    expect(withModel({}, 'a/1', 'a/2')).toEqual({ model: 'a/2' });
    expect(withModel({ model: 'a/2' }, 'a/1', 'a/1')).toEqual({});
  });
});

describe('Max tokens', () => {
  it.each(['0', '-1', '1.5', '', 'many', '401', '1e2'])('refuses %j when 400 were asked for', (typed) => {
    expect(readMaxTokens(typed, 400)).toHaveProperty('problem');
  });

  it('may be lowered and may stay', () => {
    expect(readMaxTokens('1', 400)).toEqual({ value: 1 });
    expect(readMaxTokens(' 400 ', 400)).toEqual({ value: 400 });
    expect(withMaxTokens({}, 400, 400)).toEqual({});
    expect(withMaxTokens({}, 400, 100)).toEqual({ maxTokens: 100 });
  });
});
