import { expect, it, vi } from 'vitest';
import { reverseCall } from '../testing/reverse-call.ts';
import { Records } from './records.ts';
import type { ReverseCall } from './types.ts';

const call = (more: Partial<ReverseCall> = {}): ReverseCall =>
  reverseCall({
    id: 'r-7',
    serverId: 'notes',
    kind: 'sampling',
    method: 'sampling/createMessage',
    params: { messages: [{ role: 'user', content: { type: 'text', text: 'a secret' } }] },
    cause: { callId: 3, certainty: 'proven', candidates: [] },
    repairs: ['Mended.'],
    ...more,
  });

function records() {
  const [write, note, ruleUsed] = [vi.fn(), vi.fn(), vi.fn()];
  const journal = { write, note, ruleUsed } as never;
  return {
    write,
    note,
    ruleUsed,
    records: new Records(
      journal,
      (id) => id.toUpperCase(),
      () => ['tool'],
    ),
  };
}

it('tells what was asked with its cause, and nothing of what it says', () => {
  const { records: told, note } = records();
  told.asked(call({ trace: 'a'.repeat(32) }));
  expect(note).toHaveBeenCalledExactlyOnceWith({
    type: 'reverse',
    serverId: 'notes',
    callId: 3,
    reverseId: 'r-7',
    text: 'NOTES asked: sampling/createMessage',
    detail: {
      road: 'request',
      round: 1,
      cause: call().cause,
      tools: ['tool'],
      repairs: ['Mended.'],
      trace: 'a'.repeat(32),
    },
  });
});

it('does not repeat the name of a method nobody serves', () => {
  const { records: told, note } = records();
  told.asked(call({ method: 'evil/<b>' }));
  expect(note.mock.calls[0]?.[0]).toMatchObject({ text: 'NOTES asked: an unknown method' });
});

it('an answer that leaves names its rule, and folders are a disclosure besides', () => {
  const { records: told, note, write, ruleUsed } = records();
  const rule = { id: 'r1', server: 'notes', kind: 'sampling', decision: 'allow' } as const;
  told.leaves(call(), { outcome: 'accepted', result: { text: 'a secret' }, rule, tokens: 5 });
  expect(note).not.toHaveBeenCalled();
  expect(write).toHaveBeenCalledExactlyOnceWith({
    type: 'answer',
    serverId: 'notes',
    callId: 3,
    reverseId: 'r-7',
    text: 'sampling answered',
    detail: { outcome: 'accepted', rule: 'r1', ruleText: 'Allow sampling from notes.', tokens: 5 },
  });
  expect(ruleUsed).toHaveBeenCalledExactlyOnceWith('r1', 1, 5);
  const roots = [{ uri: 'file:///a', name: 'a' }];
  told.leaves(call({ kind: 'roots' }), { outcome: 'accepted', result: { roots } });
  expect(note.mock.calls[0]?.[0]).toMatchObject({
    type: 'disclosure',
    text: 'NOTES was told 1 folder',
    detail: { roots },
  });
});

it('an end without an answer says why, and which gate refused', () => {
  const { records: told, write } = records();
  told.ended(
    call({ cause: { certainty: 'none', candidates: [] } }),
    { outcome: 'refused', reason: 'No.' },
    'shape',
  );
  expect(write).toHaveBeenCalledExactlyOnceWith({
    type: 'decision',
    serverId: 'notes',
    reverseId: 'r-7',
    text: 'sampling refused: No.',
    detail: { outcome: 'refused', gate: 'shape' },
  });
});
