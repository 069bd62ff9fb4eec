import { describe, expect, it } from 'vitest';
import { aboutTokens, answerFooter, nothingToSend, promptFooter, retryWords } from './sampling-words.ts';

describe('what leaves in sampling', () => {
  const input = {
    server: 'files',
    model: 'Claude Haiku',
    manual: false,
    messages: 2,
    tokens: 1000,
    images: 1,
  };

  it('goes to the model first, and to the server only later', () => {
    expect(promptFooter(input)).toBe(
      'goes to Claude Haiku: 2 messages, about 1,000 tokens, 1 image. Nothing goes to files yet.',
    );
  });

  it('goes nowhere with the manual model', () => {
    expect(promptFooter({ ...input, manual: true })).toMatch(/^goes nowhere yet/);
  });

  it('names how many tool calls of an answer go', () => {
    expect(answerFooter('files', { characters: 10, calls: 1, ofCalls: 2 })).toBe(
      "goes to files: the text (10 characters) and 1 of 2 tool calls, with the model's name.",
    );
    expect(answerFooter('files', { characters: 1, calls: 0, ofCalls: 1 })).toBe(
      "goes to files: the text (1 character) and none of 1 tool call, with the model's name.",
    );
    expect(answerFooter('files', { characters: 0, calls: 2, ofCalls: 2 })).toBe(
      "goes to files: 2 of 2 tool calls, with the model's name.",
    );
    expect(answerFooter('files', { characters: 5, calls: 0, ofCalls: 0 })).toBe(
      "goes to files: the text (5 characters), with the model's name.",
    );
  });

  it('is nothing, with the reason, where nothing was chosen or written', () => {
    expect(nothingToSend({ characters: 1, calls: 0, ofCalls: 2 }, false)).toBeUndefined();
    expect(nothingToSend({ characters: 0, calls: 1, ofCalls: 2 }, false)).toBeUndefined();
    expect(nothingToSend({ characters: 0, calls: 0, ofCalls: 2 }, false)).toMatch(/^Tick a tool call/);
    expect(nothingToSend({ characters: 0, calls: 0, ofCalls: 0 }, true)).toMatch(/^Write an answer to/);
    expect(nothingToSend({ characters: 0, calls: 0, ofCalls: 0 }, false)).toMatch(/ask again/);
  });

  it.each([
    [0, 'about 0 tokens'],
    [1, 'about 1 token'],
    [55, 'about 55 tokens'],
    [1080, 'about 1,100 tokens'],
    [99_960, 'about 100,000 tokens'],
  ])('%i tokens are %s', (tokens, words) => {
    expect(aboutTokens(tokens)).toBe(words);
  });
});

it('says how long to wait before another try, and that it is over', () => {
  expect(retryWords(11_500)).toBe('Wait 12 s more, or choose another model; Approve tries again.');
  expect(retryWords(150_000)).toContain('Wait 3 min more');
  expect(retryWords(0)).toBe('Approve tries again, with this model or another.');
  expect(retryWords(undefined)).toBe(retryWords(-5));
});
