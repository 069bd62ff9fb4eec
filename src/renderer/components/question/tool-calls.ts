import { isObject } from '../../../shared/json.ts';
import type { QuestionAnswer, SamplingAnswerView } from '../../../shared/model/reverse-call.ts';

type Extra = SamplingAnswerView['extra'];

/** A part of an answer besides its text, as a person decides about it. */
export interface AnswerPart {
  /** Its index among the parts besides text, as `withhold` counts them. */
  readonly index: number;
  /** The tool's name, where it is a tool call. */
  readonly tool: string | undefined;
  readonly type: string;
  /** The arguments of a tool call, else the whole part: readable JSON. */
  readonly json: string;
}

/** The parts of an answer besides its text. */
export const partsOf = (extra: Extra): AnswerPart[] =>
  extra.map(({ type, json }, index) => {
    const block = readBlock(json);
    if (type !== 'tool_use' || !block || typeof block.name !== 'string') {
      return { index, tool: undefined, type, json };
    }
    return { index, tool: block.name, type, json: JSON.stringify(block.input ?? {}, null, 2) };
  });

const readBlock = (json: string): Record<string, unknown> | undefined => {
  try {
    const block: unknown = JSON.parse(json);
    return isObject(block) ? block : undefined;
  } catch {
    return undefined;
  }
};

/** Names these very parts: other parts make a decision about them stale. */
export const partsKey = (extra: Extra): string => extra.map(({ json }) => json).join('\n');

/** The answer as it would leave: nothing besides the text goes that was not chosen. */
export const sendAnswer = (input: {
  readonly text: string;
  /** The person changed or wrote it. */
  readonly own: boolean;
  readonly parts: number;
  readonly chosen: ReadonlySet<number>;
}): Extract<QuestionAnswer, { type: 'send' }> => {
  const withhold = Array.from({ length: input.parts }, (_, index) => index).filter(
    (index) => !input.chosen.has(index),
  );
  return {
    type: 'send',
    ...(input.own ? { text: input.text } : {}),
    ...(withhold.length > 0 ? { withhold } : {}),
  };
};
