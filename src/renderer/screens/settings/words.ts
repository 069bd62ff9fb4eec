import type { ConnectionModel, KeychainView, KeyState } from '../../../shared/model/models.ts';
import type { RuleDraft, RuleView } from '../../../shared/model/rule.ts';
import { ruleText } from '../../../shared/rule-text.ts';
import { countText, numberText } from '../../lib/words.ts';

/** The problems of the app that are about one file. */
export const problemsOf = (problems: readonly string[], file: string): string[] =>
  problems.filter((problem) => problem.includes(file));

/** Where the key of a connection is, as a sentence. */
export const keyText = (key: KeyState, keychain: KeychainView['kind']): string => {
  switch (key) {
    case 'none':
      return 'No key.';
    case 'environment':
      return 'The key is that of ANTHROPIC_API_KEY.';
    case 'memory':
      return 'The key is in memory, and gone when Gatehouse ends.';
    case 'unreadable':
      return 'The key that was kept can no longer be read.';
    case 'kept':
      return keychain === 'weak'
        ? 'The key is on disk, where any program you run could read it.'
        : 'The key is on disk, encrypted by the keychain of this computer.';
  }
};

const prices = new Intl.NumberFormat('en', { maximumFractionDigits: 4 });

/** US dollars per million tokens: "3", "0.25"; nothing where it is not known. */
export const priceText = (price: number | undefined): string =>
  price === undefined ? '' : prices.format(price);

/** A score from 0 to 1 as "75 %". */
export const scoreText = (score: number | undefined): string =>
  score === undefined ? '' : `${Math.round(score * 100)} %`;

/** What else is known of a model: how it came here and what it takes. */
export const notesOf = ({ facts, source, hidden }: ConnectionModel): string =>
  [
    ...(hidden ? ['hidden'] : []),
    ...(source === 'person' ? ['added by you'] : []),
    ...(facts.contextTokens === undefined ? [] : [`up to ${numberText(facts.contextTokens)} tokens`]),
    ...(facts.images === false ? ['no images'] : []),
    ...(facts.tools === false ? ['no tools'] : []),
  ].join(', ');

/** What a rule does, without its limits and its end: those stand beside it, in local time. */
export const ruleSentence = (rule: RuleDraft): string => {
  const { limits: _l, expiresAt: _e, ...rest } = rule;
  return ruleText(rest);
};

/** The limits of a rule: "at most 5 a minute, at most 20,000 tokens a day". */
export const limitsText = ({ limits, kind, decision }: RuleDraft): string => {
  if (decision !== 'allow' || kind !== 'sampling') return '';
  const parts = [
    ...(limits?.perMinute === undefined ? [] : [`at most ${numberText(limits.perMinute)} a minute`]),
    ...(limits?.tokensPerDay === undefined
      ? []
      : [`at most ${numberText(limits.tokensPerDay)} tokens a day`]),
  ];
  return parts.length === 0 ? 'no limit of its own' : parts.join(', ');
};

/** What a rule did today. */
export const usedText = ({ rule, usedToday, tokensToday }: RuleView): string => {
  if (usedToday === 0) return 'not used today';
  const verb = rule.decision === 'deny' ? 'turned away' : rule.decision === 'ask' ? 'asked' : 'answered';
  const tokens = tokensToday === 0 ? '' : `, ${countText(tokensToday, 'token')}`;
  return `${verb} ${numberText(usedToday)} today${tokens}`;
};

/** A field as typed: the number, nothing, or why it is neither. */
export const readNumber = (
  typed: string,
  max: number,
  whole = false,
): { value: number | undefined } | { problem: string } => {
  const text = typed.trim();
  if (text === '') return { value: undefined };
  const value = Number(text);
  const low = whole ? 1 : 0;
  if (!Number.isFinite(value) || value < low || value > max || (whole && !Number.isInteger(value))) {
    return {
      problem: `Give a ${whole ? 'whole ' : ''}number from ${low} to ${numberText(max)}, or nothing.`,
    };
  }
  return { value };
};
