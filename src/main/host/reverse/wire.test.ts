import { describe, expect, it } from 'vitest';
import type { QuestionBody } from '../../../shared/model/reverse-call.ts';
import { linkBody as link, wireFor as wire } from '../testing/reverse-call.ts';

const sent = (text: string | null) => (text === null ? null : JSON.parse(text));

describe('the answer as it would leave', () => {
  const schema = { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] };
  const form: QuestionBody = { type: 'form', message: 'How many?', schema, errors: [] };

  it('is what fits the form, and nothing while it does not', () => {
    expect(sent(wire(form, { type: 'submit', values: { n: '3' } }).answer)).toEqual({
      action: 'accept',
      content: { n: 3 },
    });
    for (const values of [{}, { n: 'x' }, { n: '1.5' }]) {
      expect(wire(form, { type: 'submit', values })).toMatchObject({ answer: null, answersFile: null });
    }
  });

  it.each([
    ['request', 'ask', 'open', 'accept'],
    ['request', 'ask', 'decline', 'decline'],
    ['request', 'opened', 'finished', null],
    ['request', 'opened', 'cancel', null],
    ['input_required', 'ask', 'open', 'accept'],
    ['input_required', 'opened', 'finished', 'accept'],
    ['input_required', 'opened', 'open-again', null],
    ['input_required', 'opened', 'cancel', 'cancel'],
    ['url_required', 'ask', 'open', null],
    ['url_required', 'ask', 'decline', null],
    ['url_required', 'opened', 'finished', null],
  ] as const)('of a link, road %s, %s: %s sends %s', (road, phase, type, action) => {
    expect(sent(wire(link(phase), { type }, road).answer)).toEqual(action === null ? null : { action });
  });
});
