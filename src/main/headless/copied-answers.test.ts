import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { QuestionBody } from '../../shared/model/reverse-call.ts';
import { answerForm } from '../host/elicitation/form.ts';
import type { Question } from '../host/reverse/inbox.ts';
import { linkBody as link, reverseCall, wireFor as wire } from '../host/testing/reverse-call.ts';
import { scratch } from '../host/testing/scratch.ts';
import { readAnswersFile } from './answers-file.ts';
import { scriptOf } from './script.ts';

const folder = scratch('answers');

const sent = (text: string | null) => (text === null ? null : JSON.parse(text));

describe('an answers file that was copied gives the same answer', () => {
  /** What the headless command answers to the same question with that file. */
  async function replay(body: Extract<QuestionBody, { type: 'form' | 'link' }>, text: string | null) {
    const file = path.join(folder, 'answers.yaml');
    writeFileSync(file, text ?? '');
    const unmatched: unknown[] = [];
    const script = scriptOf(readAnswersFile(file), ['s'], (one) => unmatched.push(one));
    const answer = script(reverseCall(), body);
    expect(unmatched).toEqual([]);
    if (body.type === 'link') return answer;
    const question = { scripted: true, ask: async () => answer } as unknown as Question;
    return (await answerForm({ message: body.message, schema: body.schema as object }, question)).result;
  }

  it.each([
    ['plain', 'What?'],
    ['a message with every sign of a pattern', '^$.*+?()[]{}|\\/-#&~ "\' : # %'],
    ['lines', 'one\n  two\r\n\nthree\n'],
    ['bidi, zero width and more', 'a\u202eb\u200bc\u2028d\u0085e\u0007 😀'],
    ['long lines', 'word '.repeat(500)],
    ['nothing', ''],
  ])('%s', async (_what, message) => {
    const schema = {
      type: 'object',
      properties: {
        text: { type: 'string' },
        date: { type: 'string', format: 'date' },
        many: { type: 'array', items: { type: 'string', enum: ['a', 'null', '1'] } },
        whole: { type: 'integer' },
        yes: { type: 'boolean' },
      },
    };
    const content = {
      text: `- !!x ${message}`,
      date: '2026-01-01',
      many: ['null', '1'],
      whole: 0,
      yes: false,
    };
    const body = { type: 'form' as const, message, schema, errors: [] };
    const shown = wire(body, { type: 'submit', values: content });
    expect(await replay(body, shown.answersFile)).toEqual(sent(shown.answer));
    expect(sent(shown.answer)).toEqual({ action: 'accept', content });
  });

  it('also where a default was cleared', async () => {
    const schema = {
      type: 'object',
      properties: {
        text: { type: 'string', default: 'as before' },
        many: { type: 'array', items: { type: 'string', enum: ['a', 'b'] }, default: ['a'], minItems: 1 },
        number: { type: 'number', default: 4 },
        kept: { type: 'string', default: 'kept' },
      },
    };
    const body = { type: 'form' as const, message: 'm', schema, errors: [] };
    const shown = wire(body, { type: 'submit', values: { kept: 'kept' } });
    expect(sent(shown.answer)).toEqual({ action: 'accept', content: { kept: 'kept' } });
    expect(await replay(body, shown.answersFile)).toEqual(sent(shown.answer));
  });

  it('declined, cancelled, and a link on every road', async () => {
    const body = { type: 'form' as const, message: 'm', schema: { type: 'object' }, errors: [] };
    for (const type of ['decline', 'cancel'] as const) {
      expect(await replay(body, wire(body, { type }).answersFile)).toEqual({ action: type });
    }
    const page = link('ask') as Extract<QuestionBody, { type: 'link' }>;
    for (const road of ['request', 'input_required', 'url_required'] as const) {
      expect(await replay(page, wire(page, { type: 'open' }, road).answersFile)).toEqual({ type: 'open' });
    }
  });
});
