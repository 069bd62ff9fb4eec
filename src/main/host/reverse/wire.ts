import { stringify } from 'yaml';
import { isObject } from '../../../shared/json.ts';
import type {
  QuestionAnswer,
  QuestionBody,
  QuestionView,
  WireView,
} from '../../../shared/model/reverse-call.ts';
import { clean, readSchema, validate } from '../../../shared/schema-form/index.ts';
import { asAnswered, SAMPLING_FAILED, toResult } from '../sampling/answer.ts';
import { type ReverseCall, USER_REJECTED } from './types.ts';

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
    answersFile: answersFileOf(view, leaving ?? consentTo(view, answer)),
  };
}

const isRound = ({ road }: QuestionView): boolean => road === 'input_required' || road === 'task';
const isOpened = (body: QuestionBody): boolean => body.type === 'link' && body.phase === 'opened';

/** A prepared answer consents to a link, also where nothing is sent for it. */
const consentTo = ({ body }: QuestionView, answer: QuestionAnswer | undefined) =>
  body.type === 'link' && (answer?.type === 'open' || answer?.type === 'finished')
    ? { action: 'accept' }
    : undefined;

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
      const model = readSchema(body.schema);
      // What does not fit the form goes nowhere.
      if (!model.canAccept || validate(model, answer.values).length > 0) return undefined;
      return { action: 'accept', content: clean(model, answer.values) };
    }
    case 'resend':
      return body.type === 'resend' ? { inputResponses: JSON.parse(body.answers) } : undefined;
    case 'open':
      // The error -32042 has no answer: the call is run again, or ends here.
      return view.road === 'url_required' ? undefined : { action: 'accept' };
    case 'finished':
      // A legacy server knows since the page was opened.
      return isRound(view) ? { action: 'accept' } : undefined;
    case 'open-again':
      return undefined;
    case 'decline':
    case 'cancel':
      if (view.road === 'url_required' || (isOpened(body) && !isRound(view))) return undefined;
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
      return { error: USER_REJECTED };
    default:
      return undefined;
  }
}

const literal = (text: string): string => `^${text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')}$`;

/** A prepared answer gets the defaults of the form; null says of each that the person took away that it stays away. */
function withoutDefaults(schema: unknown, content: Record<string, unknown>): Record<string, null> {
  const cleared = readSchema(schema).fields.filter(
    (field) => field.default !== undefined && !Object.hasOwn(content, field.name),
  );
  return Object.fromEntries(cleared.map(({ name }) => [name, null]));
}

/** The same answer as a section of an answers file (YAML). */
function answersFileOf(view: QuestionView, leaving: Record<string, unknown> | undefined): string | null {
  if (!leaving) return null;
  const { body } = view;
  if (body.type === 'form') {
    const { content } = leaving;
    const answer = isObject(content)
      ? { ...leaving, content: { ...content, ...withoutDefaults(body.schema, content) } }
      : leaving;
    return stringify({ elicitation: [{ when: { message: literal(body.message) }, ...answer }] });
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
