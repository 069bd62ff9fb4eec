import { describe, expect, it } from 'vitest';
import type { QuestionView } from '../../../shared/model/reverse-call.ts';
import { arrange, inOrder, neighbour, skipTo } from './arrange.ts';

const question = (id: string, over: Partial<QuestionView> = {}): QuestionView => ({
  id,
  serverId: 'files',
  serverName: 'files',
  era: 'modern',
  kind: 'elicitation',
  road: 'input_required',
  method: 'elicitation/create',
  round: 1,
  roundSize: 1,
  cause: { callId: 12, certainty: 'proven', candidates: [] },
  causeText: '',
  state: 'waiting',
  receivedAt: 0,
  repairs: [],
  body: { type: 'none', method: 'x' },
  ...over,
});
const cause = (callId: number): Pick<QuestionView, 'cause'> => ({
  cause: { callId, certainty: 'proven', candidates: [] },
});

describe('the inbox list', () => {
  it('groups by call, in the order of the oldest question of each', () => {
    const items = arrange([question('1'), question('2', cause(13)), question('3')]);
    expect(items.map((item) => (item.type === 'section' ? `${item.name} ${item.count}` : item.key))).toEqual([
      'Waiting 3',
      'Waiting files 12',
      '1',
      '3',
      'Waiting files 13',
      '2',
    ]);
  });

  it('A59: keeps equal call numbers of different servers apart', () => {
    const items = arrange([question('1'), question('2', { serverId: 'other', serverName: 'other' })]);
    expect(items.filter((item) => item.type === 'group')).toHaveLength(2);
  });

  it('has sections for what was kept, refused or ended, and none for what was answered', () => {
    const items = arrange([
      question('answered', { state: 'closed', outcome: 'accepted' }),
      question('declined', { state: 'closed', outcome: 'declined' }),
      question('gone', { state: 'closed', outcome: 'withdrawn' }),
      question('refused', { state: 'closed', outcome: 'refused' }),
      question('kept', { state: 'suspended' }),
      question('working', { state: 'working' }),
    ]);
    expect(items.filter((item) => item.type === 'section').map((item) => item.key)).toEqual([
      'Waiting',
      'Kept from before',
      'Refused',
      'Ended',
    ]);
    expect(inOrder(items).map((each) => each.id)).toEqual(['working', 'kept', 'refused', 'gone']);
  });

  it('walks in its order and round its ends', () => {
    const ids = ['a', 'b', 'c'];
    expect(neighbour(ids, 'a', 1)).toBe('b');
    expect(neighbour(ids, 'c', 1)).toBe('a');
    expect(neighbour(ids, 'a', -1)).toBe('c');
    expect(neighbour(ids, undefined, 1)).toBe('a');
    expect(neighbour(ids, undefined, -1)).toBe('c');
    expect(neighbour(ids, 'gone', 1)).toBe('a');
    expect(neighbour([], undefined, 1)).toBeUndefined();
  });

  it('skips to the next that waits, round the end, past what is over', () => {
    const order = [
      question('a'),
      question('b'),
      question('c', { state: 'suspended' }),
      question('over', { state: 'closed', outcome: 'refused' }),
    ];
    expect(skipTo(order, 'a')).toBe('b');
    expect(skipTo(order, 'b')).toBe('c');
    expect(skipTo(order, 'c')).toBe('a');
    expect(skipTo(order, 'over')).toBe('a');
    expect(skipTo(order, undefined)).toBe('a');
    expect(skipTo(order.slice(0, 1), 'a')).toBeUndefined();
  });
});
