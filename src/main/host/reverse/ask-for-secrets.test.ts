import { expect, it } from 'vitest';
import { asksForSecrets, draftToKeep } from './ask-for-secrets.ts';

const form = (properties: object) => ({
  kind: 'elicitation' as const,
  mode: 'form' as const,
  message: 'm',
  schema: { type: 'object', properties },
});
const login = form({ user: { type: 'string' }, password: { type: 'string' } });

it('a form asks for secrets when one of its fields does', () => {
  expect(asksForSecrets(login)).toBe(true);
  expect(asksForSecrets(form({ user: { type: 'string' } }))).toBe(false);
  expect(asksForSecrets({ kind: 'roots' })).toBe(false);
});

it('a draft is kept without secrets, and with all else', () => {
  const draft = { values: { user: 'ada', password: 'hunter2' }, other: 1 };
  expect(draftToKeep(login, draft)).toEqual({ values: { user: 'ada' }, other: 1 });
  expect(draftToKeep(form({ user: { type: 'string' } }), draft)).toBe(draft);
  for (const odd of [undefined, null, 5, {}, { values: 'x' }]) expect(draftToKeep(login, odd)).toBe(odd);
});
