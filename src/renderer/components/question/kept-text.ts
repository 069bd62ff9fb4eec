import type { QuestionView } from '../../../shared/model/reverse-call.ts';
import { readSchema } from '../../../shared/schema-form/index.ts';
import { answerText, type Draft, storableDraft } from './draft.ts';
import { textKey } from './edits.ts';

/** What a person typed into a form, as JSON without secrets; empty where that is nothing. */
export const enteredText = ({ body }: QuestionView, draft: Draft): string => {
  if (body.type !== 'form') return '';
  const { values } = storableDraft(draft, readSchema(body.schema));
  return values && Object.keys(values).length > 0 ? JSON.stringify(values, null, 2) : '';
};

/** What a person may want to keep of a question that can no longer be answered: what they read, with their edits. */
export const keptText = (question: QuestionView, draft: Draft): string => {
  const { body } = question;
  switch (body.type) {
    case 'form':
      return body.message;
    case 'link':
      return `${body.message}\n\n${body.url}`;
    case 'sampling-answer':
      return answerText(draft, body.answer.text);
    case 'sampling-prompt':
    case 'sampling-running': {
      const { prompt } = body;
      const edits = draft.edits ?? {};
      const system = edits.systemPrompt ?? prompt.systemPrompt;
      const texts = prompt.messages.flatMap((message, i) =>
        message.blocks.flatMap((block, j) =>
          block.type === 'text' ? [`${message.role}: ${edits.texts?.[textKey(i, j)] ?? block.text}`] : [],
        ),
      );
      const partial = body.type === 'sampling-running' && body.partial ? [body.partial] : [];
      return [...(system ? [system] : []), ...texts, ...partial].join('\n\n');
    }
    case 'resend':
      return body.answers;
    case 'none':
      return '';
  }
};
