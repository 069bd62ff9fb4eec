import { stringify } from 'yaml';
import type { QuestionAnswer, QuestionView, WireView } from '../../../shared/model/reverse-call.ts';
import { clean, readSchema } from '../../../shared/schema-form/index.ts';
import { asAnswered, SAMPLING_FAILED, toResult } from '../sampling/answer.ts';
import { type ReverseCall, RPC } from './types.ts';

/** Longer JSON is cut in the window; the server still got and sent all of it. */
const MAX_TEXT = 1_000_000;

const json = (value: unknown): string => {
  const text = JSON.stringify(value, null, 2) ?? 'null';
  return text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}\n… (${text.length} characters in all)` : text;
};

/** What the `Wire` tab shows: the request as it came, the repairs, and the exact answer as it would leave. */
export function wireOf(call: ReverseCall, view: QuestionView, answer: QuestionAnswer | undefined): WireView {
  const leaving = answer && leavingOf(call, view, answer);
  return {
    received: json({ method: call.method, params: call.params }),
    repairs: [...call.repairs],
    answer: leaving ? json(leaving) : null,
    answersFile: leaving ? answersFileOf(view, leaving) : null,
  };
}

/** The result or error that would go back now, or undefined where nothing would. */
function leavingOf(
  call: ReverseCall,
  view: QuestionView,
  answer: QuestionAnswer,
): Record<string, unknown> | undefined {
  const { body } = view;
  switch (answer.type) {
    case 'submit': {
      if (body.type !== 'form') return undefined;
      return { action: 'accept', content: clean(readSchema(body.schema), answer.values) };
    }
    case 'resend':
      return body.type === 'resend' ? { inputResponses: JSON.parse(body.answers) } : undefined;
    case 'open':
    case 'finished':
    case 'open-again':
      return { action: 'accept' };
    case 'decline':
    case 'cancel':
      return { action: answer.type };
    case 'send': {
      if (body.type !== 'sampling-answer') return undefined;
      const { text, extra, model, stopReason } = body.answer;
      const others = extra.map((block) => JSON.parse(block.json));
      const content = text === '' && others.length > 0 ? others : [{ type: 'text', text }, ...others];
      const made = { content, model, ...(stopReason === undefined ? {} : { stopReason }) };
      return toResult(asAnswered(made, answer), {
        toolsRequested: body.prompt.tools.length > 0,
        protocolVersion: call.session.protocolVersion,
      });
    }
    case 'deny':
    case 'dont-send':
      // Modern servers get nothing: the call ends here.
      if (view.road !== 'request') return undefined;
      if (body.type === 'sampling-prompt' && body.error !== undefined) return { error: SAMPLING_FAILED };
      return { error: { code: RPC.userRejected, message: 'User rejected sampling request' } };
    default:
      return undefined;
  }
}

const literal = (text: string): string => `^${text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')}$`;

/** The same answer as a section of an answers file (YAML). */
function answersFileOf(view: QuestionView, leaving: Record<string, unknown>): string | null {
  const { body } = view;
  if (body.type === 'form') {
    return stringify({ elicitation: [{ when: { message: literal(body.message) }, ...leaving }] });
  }
  if (body.type === 'link')
    return stringify({ elicitation: [{ when: { url: literal(body.url) }, ...leaving }] });
  if ('error' in leaving) return stringify({ sampling: [{ deny: true }] });
  if (body.type !== 'sampling-answer') return null;
  const { content, model, stopReason } = leaving as { content: unknown; model: string; stopReason?: string };
  const one = content as { type?: string; text?: string };
  const what =
    one.type === 'text' ? { text: one.text } : { content: Array.isArray(content) ? content : [content] };
  return stringify({ sampling: [{ respond: { ...what, model, ...(stopReason ? { stopReason } : {}) } }] });
}
