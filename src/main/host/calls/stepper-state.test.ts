import { expect, it } from 'vitest';
import { openRound } from './rounds.ts';
import { canBeKept, newState, StepperState, stateToKeep } from './stepper-state.ts';

const ODD = ['__proto__', 'constructor', 'toString'];
const session = {
  era: 'modern',
  protocolVersion: '2026-07-28',
  transport: 'stdio',
  offered: { sampling: true, samplingTools: false, elicitation: true, elicitationUrl: true, roots: true },
} as const;

/** A round whose keys are names that every object has. */
function asking(): { state: StepperState; open: NonNullable<StepperState['open']> } {
  const call = {
    callId: 1,
    serverId: 's',
    binding: 'b',
    method: 'tools/call',
    params: { name: 't' },
  } as const;
  const state = newState(call);
  const inputRequests = Object.fromEntries(ODD.map((key) => [key, { method: 'elicitation/create' }]));
  openRound(state, { session, inputRequests, requestState: 'x' }, { maxRounds: () => 10, onRound: () => {} });
  if (!state.open) throw new Error('no round');
  return { state, open: state.open };
}

it.each(ODD)('a question under the key %s begins without an answer and without a draft', (key) => {
  const { open } = asking();
  expect(open.answers[key]).toBeUndefined();
  expect(open.drafts[key]).toBeUndefined();
});

it('what is kept of a round has the same keys in the next life of the app, whatever their names', () => {
  const { state, open } = asking();
  for (const key of ODD) {
    open.answers[key] = { action: 'accept' };
    open.drafts[key] = 'draft';
  }
  const again = StepperState.parse(JSON.parse(JSON.stringify(state))).open;
  expect(Object.keys(again?.inputRequests ?? {})).toEqual(ODD);
  expect(Object.keys(again?.answers ?? {})).toEqual(ODD);
  expect(Object.keys(again?.drafts ?? {})).toEqual(ODD);
});

it.each(ODD)('a round that was kept has no draft under %s that nobody wrote', (key) => {
  const again = StepperState.parse(JSON.parse(JSON.stringify(asking().state))).open;
  expect(again?.answers[key]).toBeUndefined();
  expect(again?.drafts[key]).toBeUndefined();
});

it('a round whose call has a secret among its arguments is not kept: it would have to be sent again', () => {
  for (const args of [{ password: 'hunter2' }, { db: { url: 'postgres://me:hunter2@db/x' } }]) {
    const { state } = asking();
    state.params = { name: 't', arguments: args };
    expect(stateToKeep(state)).toBeUndefined();
    expect(canBeKept(state)).toBe(false);
  }
  const { state } = asking();
  state.params = { name: 't', arguments: { fine: 'x' } };
  expect(stateToKeep(state)).toBe(state);
  state.secretArguments = true;
  expect(stateToKeep(state)).toBeUndefined();
});

it('a task is kept without them: it needs its arguments no more', () => {
  const { state } = asking();
  state.params = { name: 't', arguments: { place: 'here', token: 'hunter2' } };
  state.task = { id: 'x', pollMs: 1000, answered: [] };
  expect(canBeKept(state)).toBe(true);
  expect(stateToKeep(state)?.params).toEqual({ name: 't', arguments: { place: 'here' } });
  state.secretArguments = true;
  expect(stateToKeep(state)?.params).toEqual({ name: 't', arguments: {} });
  expect(state.params.arguments).toEqual({ place: 'here', token: 'hunter2' });
});
