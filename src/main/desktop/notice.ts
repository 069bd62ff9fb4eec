import type { QuestionView } from '../../shared/model/reverse-call.ts';

/** What a server wants, in plain words; prompts and messages never leave the window. */
const WANTS: Readonly<Record<QuestionView['kind'], string>> = {
  sampling: 'asks for a model’s answer',
  elicitation: 'asks a question',
  roots: 'asks for your folders',
};

/** The text of an OS notification: the server's name as the person gave it, and the kind. */
export function noticeOf(questions: readonly Pick<QuestionView, 'serverName' | 'kind' | 'body'>[]): {
  title: string;
  body: string;
} {
  const [first] = questions;
  const title = first?.serverName ?? 'Gatehouse';
  if (questions.length > 1) return { title, body: `${questions.length} questions wait for you.` };
  if (first?.body.type === 'link') return { title, body: 'asks you to open a link.' };
  return { title, body: `${first ? WANTS[first.kind] : 'asks a question'}.` };
}
