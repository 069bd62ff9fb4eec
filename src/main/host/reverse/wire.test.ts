import { describe, expect, it } from 'vitest';
import type { QuestionAnswer, QuestionBody, QuestionView, Road } from '../../../shared/model/reverse-call.ts';
import type { ReverseCall } from './types.ts';
import { wireOf } from './wire.ts';

const call: ReverseCall = {
  id: 'r-1',
  kind: 'elicitation',
  serverId: 's',
  session: {
    era: 'legacy',
    protocolVersion: '2025-11-25',
    transport: 'stdio',
    offered: { sampling: true, samplingTools: true, elicitation: true, elicitationUrl: true, roots: true },
  },
  road: 'request',
  method: 'elicitation/create',
  params: {},
  cause: { callId: 1, certainty: 'proven', candidates: [] },
  round: 1,
  roundSize: 1,
  receivedAt: 0,
  repairs: [],
};
const view = (body: QuestionBody, road: Road = 'request'): QuestionView => ({
  ...call,
  road,
  serverName: 's',
  era: 'legacy',
  causeText: '',
  state: 'waiting',
  repairs: [],
  body,
});
const wire = (body: QuestionBody, answer: QuestionAnswer, road?: Road) =>
  wireOf(call, view(body, road), answer);
const link = (phase: 'ask' | 'opened'): QuestionBody => ({
  type: 'link',
  message: 'm',
  url: 'https://example.com/a?b=(c)',
  phase,
});
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
