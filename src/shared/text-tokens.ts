/** Scripts written without spaces between short words: about one token a character. */
const DENSE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/gu;

/** About how many tokens a text takes, not rounded: a character in four, and each of those in dense scripts. */
export function textTokens(text: string): number {
  const dense = text.match(DENSE)?.length ?? 0;
  return dense + (text.length - dense) / 4;
}
