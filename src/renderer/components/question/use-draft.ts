import { useCallback, useEffect, useRef, useState } from 'react';
import type { QuestionView } from '../../../shared/model/reverse-call.ts';
import { readSchema } from '../../../shared/schema-form/index.ts';
import { call } from '../../lib/bridge.ts';
import { beforeThePageGoes } from '../../lib/last-save.ts';
import { type Draft, readDraft, storableDraft } from './draft.ts';

/** Drafts of this window, with the secrets that are not stored; by question. */
const drafts = new Map<string, Draft>();
const SAVE_MS = 400;
const KEPT = 500;

/** The draft of a question: kept here at once, and in main shortly after, so that a reload loses nothing. */
export const useDraft = (question: QuestionView): [Draft, (draft: Draft) => void] => {
  const { id, body } = question;
  const [draft, setDraft] = useState<Draft>(() => drafts.get(id) ?? readDraft(question.draft));
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const schema = body.type === 'form' ? body.schema : undefined;
  const unsaved = useRef<(() => Promise<unknown>) | undefined>(undefined);

  useEffect(() => {
    const flush = (): Promise<unknown> | undefined => {
      clearTimeout(timer.current);
      return unsaved.current?.();
    };
    const stop = beforeThePageGoes(flush);
    return () => {
      stop();
      void flush();
    };
  }, []);

  const change = useCallback(
    (next: Draft): void => {
      setDraft(next);
      drafts.delete(id);
      drafts.set(id, next);
      for (const old of drafts.keys()) {
        if (drafts.size <= KEPT) break;
        drafts.delete(old);
      }
      clearTimeout(timer.current);
      unsaved.current = () => {
        unsaved.current = undefined;
        const stored = storableDraft(next, schema === undefined ? undefined : readSchema(schema));
        // A draft that cannot be saved is still here; the answer itself does not depend on it.
        return call('questions.saveDraft', { id, draft: stored }).catch(() => undefined);
      };
      timer.current = setTimeout(() => void unsaved.current?.(), SAVE_MS);
    },
    [id, schema],
  );
  return [draft, change];
};

/** Forgets what this window kept of a question that is answered. */
export const forgetDraft = (id: string): void => {
  drafts.delete(id);
};
