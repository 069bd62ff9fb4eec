import { expect, test } from 'vitest';
import type { QuestionView } from '../../shared/model/reverse-call.ts';
import { noticeOf } from './notice.ts';

type Subject = Pick<QuestionView, 'serverName' | 'kind' | 'body'>;
const form: Subject = {
  serverName: 'files',
  kind: 'elicitation',
  body: { type: 'form', message: 'SECRET PROMPT', schema: {}, errors: [] },
};
const link: Subject = {
  serverName: 'files',
  kind: 'elicitation',
  body: { type: 'link', message: 'SECRET PROMPT', url: 'https://secret.example', phase: 'ask' },
};
const sampling: Subject = { serverName: 'files', kind: 'sampling', body: { type: 'none', method: 'x' } };

test.each([
  [form, 'asks a question.'],
  [link, 'asks you to open a link.'],
  [sampling, 'asks for a model’s answer.'],
])('G27 a notification names the server and the kind, never the text', (question, body) => {
  expect(noticeOf([question])).toEqual({ title: 'files', body });
});

test('a flood of one server is one notification with a number', () => {
  expect(noticeOf([form, link, sampling])).toEqual({ title: 'files', body: '3 questions wait for you.' });
});
