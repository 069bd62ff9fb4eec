import { z } from 'zod';
import { type Caller, canSample, converse, sampling, type Turn } from '../ask.ts';
import { NOTES, notesAsMarkdown } from '../notes.ts';
import { finish, textOf } from '../result.ts';

export const summariseNotesInput = z.object({
  style: z.string().optional().describe('How to write the summary, for example "one haiku"'),
});

/** Sampling: asks the client's model for a summary; without sampling it hands out the notes as they are. */
export function summariseNotes(caller: Caller, args: z.infer<typeof summariseNotesInput>) {
  const style = args.style ?? 'three short bullet points';
  const notes = notesAsMarkdown();

  const turn: Turn<{ asked: true }> = (state, answer) => {
    if (!state) {
      if (!canSample(caller.capabilities)) {
        return {
          done: finish(
            'fallback',
            `This client does no sampling, so here are the notes as they are:\n\n${notes}`,
            {
              reason: 'no sampling',
              notes,
            },
          ),
        };
      }
      const summary = sampling({
        systemPrompt: 'You summarise notes. Use only what the notes say, and add nothing.',
        messages: [
          {
            role: 'user',
            content: { type: 'text', text: `Summarise these ${NOTES.length} notes as ${style}.\n\n${notes}` },
          },
        ],
        maxTokens: 400,
        temperature: 0.2,
        modelPreferences: {
          hints: [{ name: 'haiku' }, { name: 'claude' }],
          costPriority: 0.8,
          intelligencePriority: 0.3,
        },
      });
      return { ask: { summary }, state: { asked: true } };
    }
    const reply = answer('summary');
    if (reply.kind === 'sampling') {
      const { model, stopReason, content } = reply.result;
      const summary = textOf(content);
      return { done: finish('accepted', summary, { style, summary, model, stopReason, content }) };
    }
    if (reply.kind === 'refused') {
      return {
        done: finish('denied', 'The summary was not allowed, so none was written.', {
          error: { code: reply.code, message: reply.message },
        }),
      };
    }
    return { done: finish('invalid', 'The answer to the question `summary` is missing.') };
  };
  return converse(caller, 'summarise_notes', args, turn);
}
