import type { QuestionAnswer, QuestionBody, QuestionView, Road } from '../../../shared/model/reverse-call.ts';
import type { ReverseCall } from '../reverse/types.ts';
import { wireOf } from '../reverse/wire.ts';

/** A session that was offered everything. */
export const LEGACY_SESSION: ReverseCall['session'] = {
  era: 'legacy',
  protocolVersion: '2025-11-25',
  transport: 'stdio',
  offered: { sampling: true, samplingTools: true, elicitation: true, elicitationUrl: true, roots: true },
};
export const MODERN_SESSION: ReverseCall['session'] = {
  ...LEGACY_SESSION,
  era: 'modern',
  protocolVersion: '2026-07-28',
};

/** A reverse call as a road hands it in: a legacy elicitation, certain of its cause, unless told otherwise. */
export const reverseCall = (more: Partial<ReverseCall> = {}): ReverseCall => ({
  id: 'r-1',
  kind: 'elicitation',
  serverId: 's',
  session: LEGACY_SESSION,
  road: 'request',
  method: 'elicitation/create',
  params: {},
  cause: { callId: 1, certainty: 'proven', candidates: [] },
  round: 1,
  roundSize: 1,
  receivedAt: 0,
  repairs: [],
  ...more,
});

/** What the tab `Wire` says of a waiting question and an answer to it. */
export function wireFor(body: QuestionBody, answer: QuestionAnswer, road: Road = 'request') {
  const call = reverseCall();
  const view: QuestionView = {
    ...call,
    road,
    serverName: 's',
    era: 'legacy',
    causeText: '',
    state: 'waiting',
    repairs: [],
    body,
  };
  return wireOf(call, view, answer);
}

/** A link to an odd address, asked or opened. */
export const linkBody = (phase: 'ask' | 'opened'): QuestionBody => ({
  type: 'link',
  message: 'm',
  url: 'https://example.com/a?b=(c)',
  phase,
});
