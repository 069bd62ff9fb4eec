import { useCallback, useEffect, useRef, useState } from 'react';
import type { QuestionAnswer, QuestionBody, QuestionView } from '../../../shared/model/reverse-call.ts';
import { call, sentenceOf } from '../../lib/bridge.ts';

export interface Answering {
  /** Main knows that this question is on the screen. */
  readonly ready: boolean;
  /** An answer is on its way, or was taken and the new state is not here yet. */
  readonly busy: boolean;
  /** Why the last answer was not taken. */
  readonly problem: string | undefined;
  readonly answer: (answer: QuestionAnswer) => Promise<boolean>;
  readonly setProblem: (problem: string | undefined) => void;
}

const SETTLE_MS = 1000;

/** What is shown of a question now: another stage needs a nonce of its own. */
export const stageOf = (question: QuestionView): string => {
  const { body } = question;
  return `${question.id} ${question.state} ${body.type} ${detailOf(body)}`;
};

const detailOf = (body: QuestionBody): string => {
  switch (body.type) {
    case 'link':
      return body.phase;
    case 'sampling-prompt':
      return body.error === undefined ? '' : `${body.error} ${body.retryAfterAt ?? ''}`;
    case 'sampling-answer':
      return String(body.answer.text.length);
    default:
      return '';
  }
};

/** Says `questions.show` for what is on the screen and answers with the one-time nonce that main gave for it. */
export const useAnswering = (question: QuestionView): Answering => {
  const { id } = question;
  const stage = stageOf(question);
  const open = question.state !== 'closed';
  const [attempt, setAttempt] = useState(0);
  const [readyFor, setReadyFor] = useState<string>();
  const [busyAt, setBusyAt] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const nonce = useRef<Promise<string> | undefined>(undefined);
  const shown = `${stage} ${attempt}`;

  useEffect(() => {
    if (!open) return;
    let gone = false;
    const promise = call('questions.show', { id }).then((reply) => reply.nonce);
    nonce.current = promise;
    promise.then(
      () => !gone && setReadyFor(shown),
      (error: unknown) => !gone && setProblem(sentenceOf(error)),
    );
    return () => {
      gone = true;
    };
  }, [id, shown, open]);

  const answer = useCallback(
    async (value: QuestionAnswer): Promise<boolean> => {
      const waiting = nonce.current;
      if (!waiting || document.visibilityState !== 'visible') return false;
      nonce.current = undefined;
      setBusyAt(stage);
      setProblem(undefined);
      try {
        await call('questions.answer', { id, nonce: await waiting, answer: value });
        // Most answers lead to another stage; after the others the buttons come back.
        setTimeout(() => setBusyAt((at) => (at === stage ? undefined : at)), SETTLE_MS);
        return true;
      } catch (error) {
        setProblem(sentenceOf(error));
        setBusyAt(undefined);
        return false;
      } finally {
        // The nonce is used up either way; a form that main sent back needs a new one.
        setAttempt((before) => before + 1);
      }
    },
    [id, stage],
  );

  const errors = question.body.type === 'form' ? question.body.errors : undefined;
  useEffect(() => {
    if (errors) setBusyAt(undefined);
  }, [errors]);

  return { ready: readyFor === shown, busy: busyAt === stage, problem, answer, setProblem };
};
