import { describe, expect, it } from 'vitest';
import { readSchema } from '../../../shared/schema-form/index.ts';
import {
  answerText,
  chosenParts,
  readDraft,
  storableDraft,
  withAnswer,
  withoutAnswer,
  withPart,
} from './draft.ts';

describe('a stored draft', () => {
  it('is read back as it was written', () => {
    const draft = {
      values: { n: '1.', flag: false },
      edits: { texts: { '0.0': 'x' }, maxTokens: 5, model: 'a/1', systemPrompt: '' },
      answer: { of: 'made', text: 'edited' },
      parts: { of: 'calls', send: [1] },
    };
    expect(readDraft(JSON.parse(JSON.stringify(draft)))).toEqual(draft);
  });

  it.each([undefined, null, 'x', 7, [], { values: [], edits: 'x', answer: { of: 1 }, parts: { of: 'x' } }])(
    'that is not one (%j) is empty',
    (raw) => {
      expect(readDraft(raw)).toEqual({});
    },
  );

  it('drops members of edits that have the wrong type', () => {
    expect(readDraft({ edits: { maxTokens: 0, texts: { a: 1, b: 'x' }, model: 3 } })).toEqual({
      edits: { texts: { b: 'x' } },
    });
  });

  it('never holds what looks like a secret', () => {
    const model = readSchema({ properties: { apiKey: { type: 'string' }, name: { type: 'string' } } });
    const draft = { values: { apiKey: 'canary', name: 'x' } };
    expect(storableDraft(draft, model)).toEqual({ values: { name: 'x' } });
    expect(draft.values.apiKey).toBe('canary');
    expect(JSON.stringify(storableDraft(draft, model))).not.toContain('canary');
  });
});

describe('an edited answer', () => {
  it('is stale once another answer was made', () => {
    const draft = withAnswer({}, 'first', 'first, edited');
    expect(answerText(draft, 'first')).toBe('first, edited');
    expect(answerText(draft, 'second')).toBe('second');
  });

  it('that is put back is no edit', () => {
    expect(withAnswer({ answer: { of: 'a', text: 'b' } }, 'a', 'a')).toEqual({});
  });
});

describe('the parts of an answer that go', () => {
  it('are chosen one by one, and of another answer none', () => {
    const draft = withPart(withPart({}, 'calls', 0, true), 'calls', 2, true);
    expect([...chosenParts(draft, 'calls')]).toEqual([0, 2]);
    expect(chosenParts(draft, 'other calls').size).toBe(0);
    expect(withPart(withPart(draft, 'calls', 0, false), 'calls', 2, false)).toEqual({});
  });

  it('are forgotten with the answer', () => {
    const draft = withPart(withAnswer({ edits: {} }, 'a', 'b'), 'calls', 0, true);
    expect(withoutAnswer(draft)).toEqual({ edits: {} });
  });
});
