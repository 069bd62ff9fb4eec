import type { InputRequests } from '@modelcontextprotocol/server';
import { z } from 'zod';
import {
  type Answer,
  type Caller,
  canForm,
  canRoots,
  canSample,
  converse,
  form,
  roots,
  sampling,
  type Turn,
} from '../ask.ts';
import { finish, textOf } from '../result.ts';

const STYLES = ['calm', 'active', 'culture'] as const;

const trip = z.object({
  destination: z.string().min(1).max(80),
  days: z.int().min(1).max(14).default(3),
  style: z.enum(STYLES).default('calm'),
});
type Trip = z.infer<typeof trip>;

export const planTripInput = z.object({
  destination: z.string().max(80).optional().describe('Where to go'),
  days: z.int().min(1).max(14).optional().describe('How many days (default 3)'),
  style: z.enum(STYLES).optional().describe('What kind of trip (default calm)'),
});

type State =
  | { round: 1 }
  | {
      round: 2;
      trip: Trip;
      entered: Record<string, unknown>;
      /** undefined: not asked, or not answered */
      idea?: string | undefined;
      folders?: string[] | undefined;
    };

/** Two rounds, each with several questions at once. Every question but the form may be missing or denied. */
export function planTrip(caller: Caller, args: z.infer<typeof planTripInput>) {
  const { capabilities } = caller;

  const first = (): InputRequests => {
    const ask: InputRequests = {};
    if (canForm(capabilities)) ask.trip = tripForm(args);
    if (canRoots(capabilities)) ask.folders = roots();
    if (canSample(capabilities)) {
      ask.idea = sampling({
        systemPrompt: 'You are a travel agent of few words.',
        messages: [
          {
            role: 'user',
            content: { type: 'text', text: 'Name one thing that every traveller forgets to pack.' },
          },
        ],
        maxTokens: 100,
        modelPreferences: { hints: [{ name: 'haiku' }], speedPriority: 0.9 },
      });
    }
    return ask;
  };

  const second = (plan: Trip): InputRequests => {
    const ask: InputRequests = {};
    if (canForm(capabilities)) {
      ask.confirm = form(`Is this right? ${inWords(plan)}`, {
        type: 'object',
        properties: {
          confirm: { type: 'boolean', title: 'Plan it', default: true },
          budget: { type: 'number', title: 'Budget', description: 'In euros, if there is one', minimum: 0 },
        },
        required: ['confirm'],
      });
    }
    if (canSample(capabilities)) {
      ask.itinerary = sampling({
        systemPrompt: 'You plan trips. Write one line a day.',
        messages: [{ role: 'user', content: { type: 'text', text: `Plan ${inWords(plan)}` } }],
        maxTokens: 600,
        modelPreferences: { hints: [{ name: 'sonnet' }, { name: 'claude' }], intelligencePriority: 0.6 },
      });
    }
    return ask;
  };

  const turn: Turn<State> = (state, answer) => {
    if (!state) {
      if (!canForm(capabilities) && args.destination === undefined) {
        return {
          done: finish(
            'unavailable',
            'The argument `destination` is missing, and this client cannot be asked for it. Call again with it.',
            { missing: ['destination'] },
          ),
        };
      }
      return { ask: first(), state: { round: 1 } };
    }
    if (state.round === 1) {
      const asked = canForm(capabilities);
      const stop = asked ? stopped(answer('trip')) : undefined;
      if (stop) return { done: stop };
      const entered = asked ? contentOf(answer('trip')) : {};
      const checked = trip.safeParse({ ...args, ...entered });
      if (!checked.success) {
        const problems = checked.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
        return {
          done: finish('invalid', `No trip was planned. ${problems.join('; ')}.`, { entered, problems }),
        };
      }
      const next: State = { round: 2, trip: checked.data, entered };
      const idea = answer('idea');
      if (idea.kind === 'sampling') next.idea = textOf(idea.result.content);
      const folders = answer('folders');
      if (folders.kind === 'roots') next.folders = folders.roots.map((root) => root.uri);
      return { ask: second(checked.data), state: next };
    }
    const asked = canForm(capabilities);
    const stop = asked ? stopped(answer('confirm')) : undefined;
    if (stop) return { done: stop };
    const confirmed = asked ? contentOf(answer('confirm')) : { confirm: true };
    const details = {
      trip: state.trip,
      entered: [state.entered, confirmed],
      idea: state.idea,
      folders: state.folders,
    };
    if (confirmed.confirm !== true) {
      return { done: finish('accepted', 'You did not confirm, so no trip was planned.', details) };
    }
    const written = answer('itinerary');
    const itinerary =
      written.kind === 'sampling' ? textOf(written.result.content) : templateItinerary(state.trip);
    const by = written.kind === 'sampling' ? written.result.model : 'template';
    return {
      done: finish('accepted', `${inWords(state.trip)}\n${itinerary}`, { ...details, itinerary, by }),
    };
  };
  return converse(caller, 'plan_trip', args, turn);
}

function tripForm(args: z.infer<typeof planTripInput>) {
  return form('Where shall the trip go?', {
    type: 'object',
    properties: {
      destination: {
        type: 'string',
        title: 'Destination',
        minLength: 1,
        maxLength: 80,
        ...(args.destination === undefined ? {} : { default: args.destination }),
      },
      days: { type: 'integer', title: 'Days', minimum: 1, maximum: 14, default: args.days ?? 3 },
      style: {
        type: 'string',
        title: 'Style',
        oneOf: [
          { const: 'calm', title: 'Calm' },
          { const: 'active', title: 'Active' },
          { const: 'culture', title: 'Museums and music' },
        ],
        default: args.style ?? 'calm',
      },
    },
    required: ['destination'],
  });
}

const inWords = ({ destination, days, style }: Trip): string =>
  `${days} ${style} ${days === 1 ? 'day' : 'days'} in ${destination}.`;

const templateItinerary = ({ destination, days }: Trip): string =>
  Array.from({ length: days }, (_, day) => `Day ${day + 1}: walk through ${destination}.`).join('\n');

const contentOf = (answer: Answer): Record<string, unknown> =>
  answer.kind === 'elicit' ? (answer.content ?? {}) : {};

/** The end of the call, if the form was not accepted. */
function stopped(answer: Answer) {
  switch (answer.kind) {
    case 'elicit':
      if (answer.action === 'decline') return finish('declined', 'You declined, so no trip was planned.');
      if (answer.action === 'cancel') return finish('cancelled', 'You cancelled, so no trip was planned.');
      return undefined;
    case 'refused':
      return finish('denied', 'The question was refused, so no trip was planned.', {
        error: { code: answer.code, message: answer.message },
      });
    default:
      return finish('invalid', 'The answer to the form is missing.');
  }
}
