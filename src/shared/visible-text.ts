/** Text made safe to read: what cannot be seen is spelled out. */
export interface VisibleText {
  text: string;
  /** How many characters were spelled out. */
  replaced: number;
}

/**
 * What draws nothing or steers the rest: controls, format characters (bidi, zero-width, tags, soft hyphen), fillers and
 * variation selectors (all "default ignorable"), private use, non-characters, lone surrogates, line separators.
 */
const HIDDEN =
  /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]|\p{Default_Ignorable_Code_Point}|\p{Noncharacter_Code_Point}|\u2800|\u{1d159}/u;
const SPACES = /\p{Zs}/u;
/** Emoji sequences whose joiners and selectors are part of one picture. */
const EMOJI =
  /(?:\p{Regional_Indicator}{2}|[0-9#*]\ufe0f?\u20e3|\u{1f3f4}\u{e0067}\u{e0062}(?:\u{e0065}\u{e006e}\u{e0067}|\u{e0073}\u{e0063}\u{e0074}|\u{e0077}\u{e006c}\u{e0073})\u{e007f}|\p{Extended_Pictographic}(?:[\ufe0e\ufe0f]|\p{Emoji_Modifier})?(?:\u200d\p{Extended_Pictographic}(?:[\ufe0e\ufe0f]|\p{Emoji_Modifier})?){0,9})/uy;
/** Scripts whose spelling needs the zero-width joiner and non-joiner. */
const JOINING =
  /[\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gujarati}\p{Script=Gurmukhi}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Oriya}\p{Script=Sinhala}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Khmer}\p{Script=Mongolian}\p{Script=Syriac}]/u;

/**
 * Shows every invisible character of hostile text as `⟦U+202E⟧`. Line breaks, tabs and ordinary emoji stay; a joiner
 * between letters of a script that needs it stays too.
 */
export function visibleText(raw: string): VisibleText {
  let text = '';
  let replaced = 0;
  let previous = '';
  for (let i = 0; i < raw.length; ) {
    EMOJI.lastIndex = i;
    const code = raw.codePointAt(i) ?? 0;
    const char = String.fromCodePoint(code);
    if (code > 0x22 && (code < 0x40 || code > 0xa8)) {
      const emoji = EMOJI.exec(raw)?.[0];
      if (emoji) {
        text += emoji;
        previous = emoji;
        i += emoji.length;
        continue;
      }
    }
    i += char.length;
    if (code >= 0x20 && code < 0x7f) text += char;
    else if (isHidden(code, char, previous, raw, i)) {
      text += `⟦U+${code.toString(16).toUpperCase().padStart(4, '0')}⟧`;
      replaced++;
    } else text += char;
    previous = char;
  }
  return { text, replaced };
}

function isHidden(code: number, char: string, previous: string, raw: string, next: number): boolean {
  if (code === 0x200c || code === 0x200d) {
    const following = String.fromCodePoint(raw.codePointAt(next) ?? 0);
    return !(JOINING.test(previous) && JOINING.test(following));
  }
  if (code === 0x09 || code === 0x0a) return false;
  if (code === 0x0d) return raw.charAt(next) !== '\n';
  // A no-break space is drawn as a space and changes no meaning; the ideographic one is ordinary in CJK text.
  if (code === 0xa0 || code === 0x202f || code === 0x3000) return false;
  return HIDDEN.test(char) || SPACES.test(char);
}
