import type { QuestionAnswer, QuestionBody, SamplingPromptView } from '../../shared/model/reverse-call.ts';
import type { Script } from '../host/reverse/scripted-question.ts';
import type { ReverseCall } from '../host/reverse/types.ts';
import type { Provider } from '../host/sampling/types.ts';
import type { Answers, ElicitationEntry, SamplingEntry } from './answers-file.ts';

/**
 * Answers every question from an answers file. `names` is what the person calls the server: `when.server` looks only
 * there, never at a name the server gives itself. `onUnmatched` hears of a question no entry matches.
 */
export function scriptOf(
  answers: Answers,
  names: readonly string[],
  onUnmatched: (call: ReverseCall) => void,
): Script {
  const unmatched = (call: ReverseCall, answer: QuestionAnswer): QuestionAnswer => {
    onUnmatched(call);
    return answer;
  };
  return (call, body) => {
    switch (body.type) {
      case 'form':
      case 'link': {
        const entry = (answers.elicitation ?? []).find((e) => matchesElicitation(e, names, body));
        if (!entry) return unmatched(call, { type: 'cancel' });
        if (entry.action !== 'accept') return { type: entry.action };
        return body.type === 'link' ? { type: 'open' } : { type: 'submit', values: entry.content ?? {} };
      }
      case 'sampling-prompt': {
        const entry = samplingEntry(answers, names, body.prompt);
        if (!entry) return unmatched(call, { type: 'deny' });
        return entry.respond ? { type: 'approve' } : { type: 'deny' };
      }
      case 'sampling-answer': {
        const respond = samplingEntry(answers, names, body.prompt)?.respond;
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
  names: readonly string[],
  body: Extract<QuestionBody, { type: 'form' | 'link' }>,
): boolean {
  const { when } = entry;
  if (body.type === 'form' ? when?.url !== undefined : entry.content !== undefined) return false;
  if (!matchesServer(when?.server, names)) return false;
  if (when?.message && !when.message.test(body.message)) return false;
  return !(when?.url && body.type === 'link' && !when.url.test(body.url));
}

function samplingEntry(
  answers: Answers,
  names: readonly string[],
  prompt: SamplingPromptView,
): SamplingEntry | undefined {
  // Tool results count, so that a file can answer the turns of a tool loop one after another.
  const texts = prompt.messages.flatMap((m) =>
    m.blocks.map((b) => (b.type === 'text' || b.type === 'tool_result' ? b.text : '')),
  );
  const text = [prompt.systemPrompt ?? '', ...texts].join('\n');
  return (answers.sampling ?? []).find(
    ({ when }) => matchesServer(when?.server, names) && !(when?.prompt && !when.prompt.test(text)),
  );
}

const matchesServer = (pattern: RegExp | undefined, names: readonly string[]): boolean =>
  pattern === undefined || names.some((name) => pattern.test(name));

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
