import { expect, it } from 'vitest';
import { countRound } from './rounds.ts';
import { newState } from './stepper-state.ts';

const url = 'https://example.com/a';
const link = { method: 'elicitation/create', params: { mode: 'url', message: 'go', url } };
const deps = { maxRounds: () => 10, onRound: () => {} };
const opened = () => ({
  ...newState({ callId: 1, serverId: 's', binding: 'b', method: 'tools/call' as const, params: {} }),
  openedUrls: [url],
});

it('the same link again is no new round', () => {
  const state = opened();
  for (let i = 0; i < 100; i += 1) countRound(state, { visit: link }, deps);
  expect(state.round).toBe(0);
});

it.each([
  ['folders', { method: 'roots/list', params: { url } }],
  ['a form', { method: 'elicitation/create', params: { message: 'x', requestedSchema: {}, url } }],
  [
    'a prompt',
    { method: 'sampling/createMessage', params: { messages: [], maxTokens: 1, url, mode: 'url' } },
  ],
])('%s under a URL that was opened count against the cap', (_what, entry) => {
  const state = opened();
  for (let i = 0; i < 10; i += 1) countRound(state, { visit: entry }, deps);
  expect(() => countRound(state, { visit: entry }, deps)).toThrow('more than 10 rounds');
});
