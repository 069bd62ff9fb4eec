import { describe, expect, it } from 'vitest';
import type { QuestionView } from '../../../shared/model/reverse-call.ts';
import { openOne } from './open-one.ts';

const question = (id: string, over: Partial<QuestionView> = {}): QuestionView => ({
  id,
  serverId: 's',
  serverName: 's',
  era: 'modern',
  kind: 'elicitation',
  road: 'input_required',
  method: 'elicitation/create',
  round: 1,
  roundSize: 2,
  cause: { callId: 1, certainty: 'proven', candidates: [] },
  causeText: '',
  state: 'waiting',
  receivedAt: 0,
  repairs: [],
  body: { type: 'none', method: 'x' },
  ...over,
});
const none = new Set<string>();

describe('which question of a call stands open', () => {
  it('the oldest that waits, and the next one when it is answered', () => {
    expect(openOne([question('1'), question('2')], undefined, none)).toBe('1');
    const answered = question('1', { state: 'closed', outcome: 'accepted' });
    expect(openOne([answered, question('2')], undefined, none)).toBe('2');
    expect(openOne([answered], undefined, none)).toBeUndefined();
  });

  it('the one the person picked, until it is answered', () => {
    expect(openOne([question('1'), question('2')], '2', none)).toBe('2');
    const answered = question('2', { state: 'closed', outcome: 'accepted' });
    expect(openOne([question('1'), answered], '2', none)).toBe('1');
  });

  it('a withdrawn one only if the person picked it', () => {
    const gone = question('1', { state: 'closed', outcome: 'withdrawn' });
    expect(openOne([gone], undefined, none)).toBeUndefined();
    expect(openOne([gone], '1', none)).toBe('1');
  });

  it('none that was put aside; a question that comes later opens', () => {
    expect(openOne([question('1')], undefined, new Set(['1']))).toBeUndefined();
    expect(openOne([question('1'), question('2')], undefined, new Set(['1']))).toBe('2');
  });
});
