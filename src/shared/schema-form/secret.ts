import type { FieldKind } from './types.ts';

/** Words that mean a secret wherever they stand in a name, title or description. */
const STRONG = [
  /\bpass ?(?:word|wd|phrase|code|key)s?\b/,
  /\bpwd\b/,
  /\bsecrets?\b/,
  /\b(?:api|access|private|secret|ssh|signing|encryption|auth|account|licen[cs]e|master|recovery|session|bearer) ?(?:key|token)s?\b/,
  /\b(?:auth|oauth|bearer|refresh|id|personal access|security|bot|deploy|github|gitlab|slack|npm) tokens?\b/,
  /\b(?:credit|debit|bank|payment) ?card\b/,
  /\bcard (?:number|no|num|code)\b/,
  /\bcardnumber\b/,
  /\bc(?:vv2?|vc2?|sc)\b/,
  /\b(?:ssn|social security)\b/,
  /\b(?:seed|recovery|mnemonic) (?:phrase|words?|codes?)\b/,
  /\bcredentials?\b/,
  /\bconnection string\b/,
  /\b(?:one time|verification|2fa|mfa|two factor|totp) ?(?:password|code|pin)\b/,
  /\b(?:passwort|kennwort|contrase(?:n|ñ)a|mot de passe|senha|wachtwoord|пароль|密码|密碼|パスワード|비밀번호)/,
];

/** Words that mean a secret only as (part of) the name or title of a field. */
const IN_NAME = [
  /^(?:.* )?(?:pass|pin|otp|totp|cookie|authorization|bearer|mnemonic|iban)$/,
  /^(?:.* )?(?:pin|otp) (?:code|number)$/,
  /^(?!(?:.* )?(?:page|next|previous|prev|continuation|cursor|sync|stop|end|start) tokens?$)(?:.* )?token$/,
  /\btoken (?:value|secret)\b/,
  /\bapikey\b/,
];

/** True if a field asks for what the specification says must not be asked by form: passwords, keys, tokens, cards. */
export function looksSecret(
  kind: FieldKind,
  format: unknown,
  texts: { name: string; title?: string | undefined; description?: string | undefined },
): boolean {
  if (kind === 'boolean' || kind === 'choice' || kind === 'multi-choice') return false;
  if (format === 'password') return true;
  const names = [words(texts.name), words(texts.title ?? '')];
  const all = [...names, words((texts.description ?? '').slice(0, 600))];
  if (all.some((text) => STRONG.some((word) => word.test(text)))) return true;
  return names.some((text) => IN_NAME.some((word) => word.test(text)));
}

/** Lower-case words separated by single spaces; splits camelCase, and sees through look-alike and invisible letters. */
function words(text: string): string {
  return text
    .slice(0, 600)
    .normalize('NFKC')
    .replace(/[\p{Cf}\p{Mn}]/gu, '')
    .replace(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
