import { expect, it } from 'vitest';
import { canBeKept, newState, StepperState } from './stepper-state.ts';
import { beginTask } from './task.ts';
import { paceOf } from './task-requests.ts';

const state = () =>
  newState({ callId: 1, serverId: 's', binding: 'b', method: 'tools/call', params: { name: 'x' } });
const report = { id: 't', status: 'working' as const, inputRequests: {} };

it('a task is looked at between four times a second and once a minute', () => {
  expect([undefined, 1, -5, 5000, 1e300].map(paceOf)).toEqual([1000, 250, 250, 5000, 60_000]);
});

it('a task takes the place of the round that led to it, and is kept', () => {
  const call = state();
  call.phase = 'sending';
  call.open = {
    session: {
      era: 'modern',
      protocolVersion: '2026-07-28',
      transport: 'stdio',
      offered: { sampling: true, samplingTools: true, elicitation: true, elicitationUrl: true, roots: true },
    },
    inputRequests: { a: {} },
    answers: {},
    drafts: {},
  };
  beginTask(call, { ...report, pollIntervalMs: 10 });
  expect(call).toMatchObject({ phase: 'running', task: { id: 't', pollMs: 250, answered: [] } });
  expect(call.open).toBeUndefined();
  expect(canBeKept(call)).toBe(true);
  expect(StepperState.parse(JSON.parse(JSON.stringify(call)))).toEqual(call);
});

it('a state that was kept before there were tasks can still be read', () => {
  const { task: _, ...before } = state();
  expect(StepperState.parse(before)).toEqual(before);
  expect(canBeKept(before)).toBe(false);
});
