import { RE2JS } from 're2js';

/** A pattern ready to test in linear time, or why it is not checked. */
export type Pattern =
  | { ok: true; size: number; test: (text: string) => boolean }
  | { ok: false; reason: string };

/** Above this many instructions compiling alone takes longer than a frame. */
const MAX_PROGRAM = 5_000;
/** For all the patterns of one schema together. */
const MAX_TOTAL = 15_000;
/** Instructions times characters; about 100 ms. Beyond it the server's own check decides. */
const MAX_WORK = 8_000_000;

const SPACE =
  '\\t-\\r\\x{20}\\x{a0}\\x{1680}\\x{2000}-\\x{200a}\\x{2028}\\x{2029}\\x{202f}\\x{205f}\\x{3000}\\x{feff}';
const NOT_SPACE =
  '\\x{0}-\\x{8}\\x{e}-\\x{1f}!-\\x{9f}\\x{a1}-\\x{167f}\\x{1681}-\\x{1fff}\\x{200b}-\\x{2027}\\x{202a}-\\x{202e}\\x{2030}-\\x{205e}\\x{2060}-\\x{2fff}\\x{3001}-\\x{fefe}\\x{ff00}-\\x{10ffff}';
/** RE2 knows general categories by their short names only. */
const CATEGORIES: Record<string, string> = {
  Letter: 'L',
  Uppercase_Letter: 'Lu',
  Lowercase_Letter: 'Ll',
  Mark: 'M',
  Number: 'N',
  Decimal_Number: 'Nd',
  Punctuation: 'P',
  Symbol: 'S',
  Separator: 'Z',
  Space_Separator: 'Zs',
};
const cache = new Map<string, Pattern>();

/**
 * Compiles an ECMA regular expression for RE2, which cannot backtrack and so cannot be stalled by a hostile pattern.
 * Never falls back to RegExp: what RE2 cannot express (look-around, back references) is reported as not checked.
 */
export function compilePattern(source: string): Pattern {
  const known = cache.get(source);
  if (known) return known;
  const compiled = compile(source);
  if (cache.size >= 1_000) cache.clear();
  cache.set(source, compiled);
  return compiled;
}

/** Compiles the patterns of one schema, up to what can be done without a noticeable pause. */
export class PatternBudget {
  private left = MAX_TOTAL;
  private readonly seen = new Set<string>();

  compile(source: string): Pattern {
    if (this.seen.has(source)) return compilePattern(source);
    if (this.left <= 0) return { ok: false, reason: 'the form has too many patterns' };
    const compiled = compilePattern(source);
    // Even a small or refused one costs some time.
    this.left -= 20 + (compiled.ok ? compiled.size : 100);
    this.seen.add(source);
    return compiled;
  }
}

function compile(source: string): Pattern {
  if (source.length > 2_000) return { ok: false, reason: 'it is longer than 2000 characters' };
  const translated = translate(source);
  if (typeof translated !== 'string') return { ok: false, reason: translated.reason };
  try {
    const program = RE2JS.compile(RE2JS.translateRegExp(translated));
    const size = program.programSize();
    if (size > MAX_PROGRAM) return { ok: false, reason: 'it is too complex' };
    return { ok: true, size, test: (text) => size * text.length > MAX_WORK || program.test(text) };
  } catch {
    return { ok: false, reason: 'the safe pattern engine cannot express it' };
  }
}

/** Rewrites where ECMA and RE2 read the same text differently, and estimates the size of the program beforehand. */
function translate(source: string): string | { reason: string } {
  const unsupported = { reason: 'the safe pattern engine cannot express it' };
  let out = '';
  let inClass = false;
  let last = 0;
  const costs: number[] = [0];
  const add = (cost: number): void => {
    costs[costs.length - 1] = (costs.at(-1) ?? 0) + cost;
    last = cost;
  };
  for (let i = 0; i < source.length; i++) {
    const char = source.charAt(i);
    const next = source.charAt(i + 1);
    if (char === '\\') {
      i++;
      // RE2 gives these a meaning of its own; to ECMA they are letters (or an error).
      if (next === '' || 'AzZQECGak'.includes(next)) return unsupported;
      if (next === 'p' || next === 'P') {
        const name = /^\{(?:(?:gc|General_Category|sc|Script|scx|Script_Extensions)=)?(\w+)\}/.exec(
          source.slice(i + 1, i + 60),
        );
        if (!name?.[1]) return unsupported;
        out += `\\${next}{${CATEGORIES[name[1]] ?? name[1]}}`;
        i += name[0].length;
      } else if (next === 's') out += inClass ? SPACE : `[${SPACE}]`;
      else if (next === 'S') out += inClass ? NOT_SPACE : `[^${SPACE}]`;
      else out += `\\${next}`;
      // A Unicode category is a table, compiled anew each time it is repeated.
      if (!inClass) add(next === 'p' || next === 'P' ? 10 : 1);
    } else if (inClass) {
      if (char === '[' && next === ':') return unsupported;
      if (char === ']') inClass = false;
      out += char === '[' ? '\\[' : char;
    } else if (char === '[') {
      inClass = true;
      add(1);
      out += char;
      // `[^]` and `[]` are whole classes in ECMA; elsewhere a leading `]` would be a member.
      const empty = /^\[\^?\]/.exec(source.slice(i, i + 3))?.[0];
      if (empty) {
        out = `${out.slice(0, -1)}${empty === '[]' ? '[^\\x{0}-\\x{10FFFF}]' : '[\\x{0}-\\x{10FFFF}]'}`;
        i += empty.length - 1;
        inClass = false;
      }
    } else if (char === '(') {
      // Inline flags are RE2's; ECMA has only groups and look-around here.
      if (next === '?' && !/^\(\?(?::|<[\p{L}_$])/u.test(source.slice(i, i + 4))) return unsupported;
      costs.push(0);
      out += char;
    } else if (char === ')') {
      if (costs.length < 2) return unsupported;
      add((costs.pop() ?? 0) + 2);
      out += char;
    } else if (char === '{') {
      const bounds = /^\{(\d+)(?:,(\d*))?\}/.exec(source.slice(i, i + 24));
      const times = bounds ? Number(bounds[2] || bounds[1]) : 1;
      if (times > 1) add(last * (times - 1));
      out += char;
    } else if (char === '.') {
      add(1);
      out += '[^\\n\\r\\x{2028}\\x{2029}]';
    } else {
      add(1);
      out += char;
    }
    if ((costs.at(-1) ?? 0) > MAX_PROGRAM) return { reason: 'it is too complex' };
  }
  return out;
}
