import type { QuestionAnswer, QuestionBody, SamplingPromptView } from '../../shared/model/reverse-call.ts';
import type { Script } from '../host/reverse/inbox.ts';
import type { ReverseCall } from '../host/reverse/types.ts';
import type { Provider } from '../host/sampling/types.ts';
import type { Answers, ElicitationEntry, SamplingEntry } from './answers-file.ts';

/** Answers every question from an answers file. `onUnmatched` hears of a question no entry matches. */
export function scriptOf(answers: Answers, onUnmatched: (call: ReverseCall) => void): Script {
  const unmatched = (call: ReverseCall, answer: QuestionAnswer): QuestionAnswer => {
    onUnmatched(call);
    return answer;
  };
  return (call, body) => {
    switch (body.type) {
      case 'form':
      case 'link': {
        const entry = (answers.elicitation ?? []).find((e) => matchesElicitation(e, call.serverId, body));
        if (!entry) return unmatched(call, { type: 'cancel' });
        if (entry.action !== 'accept') return { type: entry.action };
        return body.type === 'link' ? { type: 'open' } : { type: 'submit', values: entry.content ?? {} };
      }
      case 'sampling-prompt': {
        const entry = samplingEntry(answers, call.serverId, body.prompt);
        if (!entry) return unmatched(call, { type: 'deny' });
        return entry.respond ? { type: 'approve' } : { type: 'deny' };
      }
      case 'sampling-answer': {
        const respond = samplingEntry(answers, call.serverId, body.prompt)?.respond;
        if (!respond) return { type: 'dont-send' };
        return {
          type: 'send',
          model: respond.model ?? 'scripted',
          ...(respond.text === undefined ? { content: respond.content ?? [] } : { text: respond.text }),
          ...(respond.stopReason === undefined ? {} : { stopReason: respond.stopReason }),
        };
      }
      default:
        return { type: 'cancel' };
    }
  };
}

/** An entry that looks for a URL is for links; one with content is for forms; others fit both. */
function matchesElicitation(
  entry: ElicitationEntry,
  server: string,
  body: Extract<QuestionBody, { type: 'form' | 'link' }>,
): boolean {
  const { when } = entry;
  if (body.type === 'form' ? when?.url !== undefined : entry.content !== undefined) return false;
  if (when?.server && !when.server.test(server)) return false;
  if (when?.message && !when.message.test(body.message)) return false;
  return !(when?.url && body.type === 'link' && !when.url.test(body.url));
}

function samplingEntry(
  answers: Answers,
  server: string,
  prompt: SamplingPromptView,
): SamplingEntry | undefined {
  const texts = prompt.messages.flatMap((m) => m.blocks.map((b) => (b.type === 'text' ? b.text : '')));
  const text = [prompt.systemPrompt ?? '', ...texts].join('\n');
  return (answers.sampling ?? []).find(
    ({ when }) => !(when?.server && !when.server.test(server)) && !(when?.prompt && !when.prompt.test(text)),
  );
}

/** The model behind an answers file: nothing is asked, the script writes the answer in the person's place. */
export const answersFileProvider = (tools: boolean): Provider => ({
  id: 'scripted',
  label: 'Answers file',
  status: () => ({ ready: true, detail: '' }),
  models: () => [{ id: 'scripted/answers', provider: 'scripted', model: 'scripted', label: 'Answers file' }],
  tools,
  manual: true,
  complete: () => Promise.reject(new Error('an answers file has no model to ask')),
});
