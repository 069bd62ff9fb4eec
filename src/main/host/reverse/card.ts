import type { QuestionBody, QuestionView } from '../../../shared/model/reverse-call.ts';
import type { ReverseCall, Settled } from './types.ts';

/** A method nobody serves may have any length. */
const MAX_METHOD = 200;

/** What a card says besides its call. */
export interface CardTexts {
  readonly serverName: string;
  readonly serverTitle: string | undefined;
  readonly causeText: string;
  readonly hardLimitAt: number | undefined;
}

/** The card of a reverse call, waiting. */
export function cardOf(call: ReverseCall, texts: CardTexts, body: QuestionBody): QuestionView {
  return {
    id: call.id,
    serverId: call.serverId,
    serverName: texts.serverName,
    ...(texts.serverTitle === undefined ? {} : { serverTitle: texts.serverTitle }),
    era: call.session.era,
    kind: call.kind,
    road: call.road,
    method: call.method.slice(0, MAX_METHOD),
    ...(call.key === undefined ? {} : { key: call.key }),
    round: call.round,
    roundSize: call.roundSize,
    cause: call.cause,
    causeText: texts.causeText,
    state: 'waiting',
    receivedAt: call.receivedAt,
    ...(texts.hardLimitAt === undefined ? {} : { hardLimitAt: texts.hardLimitAt }),
    repairs: [...call.repairs],
    body,
  };
}

/** The body of a card that never asked anything. */
export const nothingAsked = (call: ReverseCall): QuestionBody => ({
  type: 'none',
  method: call.method.slice(0, MAX_METHOD),
});

/** What closing changes on a card; it closes now. */
export const closedBy = ({ outcome, reason }: Settled) =>
  ({ state: 'closed', outcome, endedAt: Date.now(), ...(reason === undefined ? {} : { reason }) }) as const;
