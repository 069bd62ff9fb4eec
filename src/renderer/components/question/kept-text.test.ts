import { expect, it } from 'vitest';
import type { QuestionBody, QuestionView } from '../../../shared/model/reverse-call.ts';
import { enteredText, keptText } from './kept-text.ts';

const closed = (body: QuestionBody): QuestionView => ({
  id: 'r-1',
  serverId: 's',
  serverName: 's',
  era: 'legacy',
  kind: 'elicitation',
  road: 'request',
  method: 'x',
  round: 1,
  roundSize: 1,
  cause: { certainty: 'none', candidates: [] },
  causeText: '',
  state: 'closed',
  outcome: 'withdrawn',
  receivedAt: 0,
  repairs: [],
  body,
});
const prompt = {
  systemPrompt: 'S',
  messages: [{ role: 'user' as const, blocks: [{ type: 'text' as const, text: 'hello' }] }],
  maxTokens: 1,
  stopSequences: [],
  inputTokens: 1,
  tools: [],
  hints: [],
};

it('A57: a withdrawn form keeps its message and what was typed', () => {
  const form = closed({ type: 'form', message: 'Why?', schema: {}, errors: [] });
  const draft = { values: { because: 'I say so' } };
  expect(keptText(form, draft)).toBe('Why?');
  expect(enteredText(form, draft)).toBe('{\n  "because": "I say so"\n}');
  expect(enteredText(form, {})).toBe('');
});

it('what was typed as a secret is not shown once the question is over', () => {
  const schema = { properties: { user: { type: 'string' }, password: { type: 'string' } } };
  const form = closed({ type: 'form', message: 'Who?', schema, errors: [] });
  expect(enteredText(form, { values: { user: 'ada', password: 'hunter2' } })).toBe('{\n  "user": "ada"\n}');
  expect(enteredText(form, { values: { password: 'hunter2' } })).toBe('');
});

it('a withdrawn prompt keeps the edited texts and the part of an answer that came', () => {
  const running = closed({ type: 'sampling-running', prompt, model: 'm', partial: 'Par' });
  expect(keptText(running, { edits: { texts: { '0.0': 'changed' } } })).toBe('S\n\nuser: changed\n\nPar');
});

it('a withdrawn answer keeps the edit', () => {
  const answer = closed({
    type: 'sampling-answer',
    prompt,
    answer: { text: 'made', extra: [], model: 'm', notes: [] },
    manual: false,
  });
  expect(keptText(answer, { answer: { of: 'made', text: 'mine' } })).toBe('mine');
});
