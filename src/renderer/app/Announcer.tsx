import { useEffect, useRef, useState } from 'react';
import { isWaiting, useQuestions } from '../lib/store.ts';

const KINDS = {
  sampling: 'a sampling request',
  elicitation: 'a question',
  roots: 'a request for folders',
} as const;

/** Tells a screen reader that a server asks something, and which; the focus stays where it is. */
export const Announcer = () => {
  const questions = useQuestions(isWaiting);
  const known = useRef<ReadonlySet<string> | undefined>(undefined);
  const [text, setText] = useState('');
  useEffect(() => {
    const fresh = known.current ? questions.filter((question) => !known.current?.has(question.id)) : [];
    known.current = new Set(questions.map((question) => question.id));
    const last = fresh.at(-1);
    if (!last) return;
    const rest = fresh.length > 1 ? ` and ${fresh.length - 1} more` : '';
    setText(`${last.serverName} sends ${KINDS[last.kind]}${rest}. ${questions.length} waiting.`);
  }, [questions]);
  return (
    <div role="status" aria-live="polite" className="visually-hidden">
      {text}
    </div>
  );
};
