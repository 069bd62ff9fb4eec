import type { ModelFacts } from '../../../shared/model/models.ts';
import { readNumber } from './words.ts';

export type YesNo = '' | 'yes' | 'no';
type NumberKey = 'inputPrice' | 'outputPrice' | 'cost' | 'speed' | 'intelligence' | 'contextTokens';

/** What the person knows of a model, as typed. */
export type Typed = { readonly [K in NumberKey | 'label']: string } & {
  readonly [K in 'images' | 'tools']: YesNo;
};

export interface FactField {
  readonly key: NumberKey;
  readonly label: string;
  readonly max: number;
  readonly whole?: boolean;
  /** A score: people read 0 to 100, the model list has 0 to 1. */
  readonly score?: boolean;
}

export const FIELDS: readonly FactField[] = [
  { key: 'inputPrice', label: 'Price of the prompt', max: 100_000 },
  { key: 'outputPrice', label: 'Price of the answer', max: 100_000 },
  { key: 'cost', label: 'Cost score', max: 100, score: true },
  { key: 'speed', label: 'Speed score', max: 100, score: true },
  { key: 'intelligence', label: 'Intelligence score', max: 100, score: true },
  { key: 'contextTokens', label: 'Most tokens of a prompt', max: 1_000_000_000, whole: true },
];

const yesNo = (value: boolean | undefined): YesNo => (value === undefined ? '' : value ? 'yes' : 'no');

/** Ten digits are enough, and hide what halves of a hundred do to binary fractions. */
const tidy = (value: number): number => Number(value.toPrecision(10));

/** The facts as text for the fields. */
export function typedOf(facts: ModelFacts): Typed {
  const numbers = FIELDS.map(({ key, score }): [NumberKey, string] => {
    const value = facts[key];
    return [key, value === undefined ? '' : String(tidy(score ? value * 100 : value))];
  });
  return {
    label: facts.label ?? '',
    images: yesNo(facts.images),
    tools: yesNo(facts.tools),
    ...(Object.fromEntries(numbers) as Record<NumberKey, string>),
  };
}

export interface FactsReading {
  /** Undefined while something typed is no number. */
  readonly facts: ModelFacts | undefined;
  readonly problems: { readonly [K in NumberKey]?: string };
}

/** What was typed, as facts; an empty field is no fact. */
export function factsOf(typed: Typed): FactsReading {
  const facts: Record<string, string | number | boolean> = {};
  const problems: { [K in NumberKey]?: string } = {};
  for (const { key, max, whole, score } of FIELDS) {
    const read = readNumber(typed[key], max, whole);
    if ('problem' in read) problems[key] = read.problem;
    else if (read.value !== undefined) facts[key] = score ? tidy(read.value / 100) : read.value;
  }
  if (Object.keys(problems).length > 0) return { facts: undefined, problems };
  const label = typed.label.trim();
  if (label !== '') facts.label = label;
  for (const key of ['images', 'tools'] as const) if (typed[key] !== '') facts[key] = typed[key] === 'yes';
  return { facts, problems };
}
