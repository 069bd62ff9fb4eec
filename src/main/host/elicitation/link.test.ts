import { expect, it } from 'vitest';
import type { QuestionAnswer, QuestionBody } from '../../../shared/model/reverse-call.ts';
import { SentenceError } from '../../../shared/model/sentence-error.ts';
import type { Question } from '../reverse/inbox.ts';
import { answerLink, followLink } from './link.ts';

const link = { message: 'm', url: 'https://example.com/', elicitationId: undefined };
const tooMany = () => Promise.reject(new SentenceError('too-many', 'Too many links.', { retryable: true }));
const noBrowser = () => Promise.reject(new Error('spawn xdg-open ENOENT'));

/** A person who gives these answers, and what they saw before each. */
function person(answers: QuestionAnswer['type'][]) {
  const seen: QuestionBody[] = [];
  const question: Question = {
    scripted: false,
    ask: async (body) => {
      seen.push(body);
      return { type: answers.shift() ?? 'cancel' } as QuestionAnswer;
    },
    work: () => {},
    close: () => {},
  };
  return { question, seen };
}
const options = { openedBefore: false, waitUntilFinished: false };

it('consent opens the address as it came, once', async () => {
  const opened: string[] = [];
  const { question } = person(['open']);
  const openExternal = async (url: string) => void opened.push(url);
  expect(await answerLink(link, question, { ...options, openExternal })).toEqual({
    outcome: 'accepted',
    result: { action: 'accept' },
  });
  expect(opened).toEqual([link.url]);
});

it('a browser that could not be opened cancels, and never says that the person agreed', async () => {
  for (const openExternal of [noBrowser, undefined]) {
    const { question } = person(['open']);
    expect(await answerLink(link, question, { ...options, openExternal })).toEqual({
      outcome: 'failed',
      result: { action: 'cancel' },
      reason:
        'The browser could not be opened. Copy the address and open it yourself. The link was cancelled.',
    });
  }
});

it('too many links in a row is no answer: the question stays, and says to try again', async () => {
  const { question, seen } = person(['open', 'decline']);
  const settled = await answerLink(link, question, { ...options, openExternal: tooMany });
  expect(seen.map((body) => body.type === 'link' && [body.phase, body.error])).toEqual([
    ['ask', undefined],
    ['ask', 'Too many links.'],
  ]);
  expect(settled.outcome).toBe('declined');
});

it('a page that could not be opened again is told, and the person may still say that they have finished', async () => {
  const { question, seen } = person(['open-again', 'finished']);
  const settled = await answerLink(link, question, {
    ...options,
    openedBefore: true,
    openExternal: noBrowser,
  });
  expect(seen.at(-1)).toMatchObject({ phase: 'opened', error: expect.stringContaining('Copy the address') });
  expect(settled.outcome).toBe('accepted');
});

it('so is it after a legacy server has its answer', async () => {
  const { question, seen } = person(['open-again', 'finished']);
  await followLink(link, question, { openExternal: noBrowser }, new AbortController().signal);
  expect(seen.at(-1)).toMatchObject({ phase: 'opened', error: expect.stringContaining('Copy the address') });
});
