import { expect, test, vi } from 'vitest';
import type { QuestionAnswer } from '../../shared/model/reverse-call.ts';
import { armAnswers } from './armed.ts';

function setUp() {
  const state: { now: number; visibleSince: number | undefined } = { now: 10_000, visibleSince: 0 };
  const answer = vi.fn();
  const armed = armAnswers(
    { 'questions.show': () => ({ nonce: 'n' }), 'questions.answer': answer },
    { now: () => state.now, visibleSince: () => state.visibleSince },
  );
  const give = (given: QuestionAnswer) =>
    Promise.resolve(armed['questions.answer']({ id: 'r-1', nonce: 'n', answer: given }));
  return { state, answer, show: () => armed['questions.show']({ id: 'r-1' }), give };
}

const LETS_OUT = [{ type: 'approve' }, { type: 'open' }, { type: 'open-again' }] as const;

test.each(LETS_OUT)('$type is refused sooner than 500 ms after the question is shown', async (given) => {
  const { state, answer, show, give } = setUp();
  await show();
  state.now += 499;
  await expect(give(given)).rejects.toMatchObject({ code: 'too-soon', retryable: true });
  expect(answer).not.toHaveBeenCalled();
  state.now += 1;
  await give(given);
  expect(answer).toHaveBeenCalledTimes(1);
});

test.each(LETS_OUT)('$type is refused while the window is hidden', async (given) => {
  const { state, answer, show, give } = setUp();
  await show();
  state.now += 5000;
  state.visibleSince = undefined;
  await expect(give(given)).rejects.toMatchObject({ code: 'hidden' });
  expect(answer).not.toHaveBeenCalled();
});

test('a window that has just come back arms again', async () => {
  const { state, show, give } = setUp();
  await show();
  state.now += 5000;
  state.visibleSince = state.now - 100;
  await expect(give({ type: 'approve' })).rejects.toMatchObject({ code: 'too-soon' });
  state.now += 400;
  await give({ type: 'approve' });
});

test('a question that was never shown cannot be approved', async () => {
  const { give } = setUp();
  await expect(give({ type: 'approve' })).rejects.toMatchObject({ code: 'too-soon' });
});

test('showing it anew starts the delay anew', async () => {
  const { state, show, give } = setUp();
  await show();
  state.now += 600;
  await show();
  await expect(give({ type: 'open' })).rejects.toMatchObject({ code: 'too-soon' });
});

test.each([
  { type: 'deny' },
  { type: 'decline' },
  { type: 'cancel' },
  { type: 'dont-send' },
  { type: 'stop' },
  { type: 'finished' },
] as const)('$type lets nothing out and is never held back', async (given) => {
  const { state, answer, give } = setUp();
  state.visibleSince = undefined;
  await give(given);
  expect(answer).toHaveBeenCalledTimes(1);
});
