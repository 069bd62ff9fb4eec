import { describe, expect, it } from 'vitest';
import { visibleText } from './visible-text.ts';

const shown = (raw: string): string => visibleText(raw).text;

describe('visibleText', () => {
  it.each([
    ['\u202E', 'U+202E'],
    ['\u202A', 'U+202A'],
    ['\u2066', 'U+2066'],
    ['\u2069', 'U+2069'],
    ['\u200E', 'U+200E'],
    ['\u061C', 'U+061C'],
    ['\u200B', 'U+200B'],
    ['\u200C', 'U+200C'],
    ['\u200D', 'U+200D'],
    ['\u2060', 'U+2060'],
    ['\uFEFF', 'U+FEFF'],
    ['\u00AD', 'U+00AD'],
    ['\u034F', 'U+034F'],
    ['\u115F', 'U+115F'],
    ['\u3164', 'U+3164'],
    ['\uFFA0', 'U+FFA0'],
    ['\u2800', 'U+2800'],
    ['\u2028', 'U+2028'],
    ['\u2029', 'U+2029'],
    ['\u0000', 'U+0000'],
    ['\u0008', 'U+0008'],
    ['\u001B', 'U+001B'],
    ['\u007F', 'U+007F'],
    ['\u0085', 'U+0085'],
    ['\uFE0F', 'U+FE0F'],
    ['\u{E0041}', 'U+E0041'],
    ['\u{E0100}', 'U+E0100'],
    ['\uE000', 'U+E000'],
    ['\uFFFF', 'U+FFFF'],
    ['\uD800', 'U+D800'],
    ['\u2003', 'U+2003'],
    ['\r', 'U+000D'],
  ])('spells out %j', (raw, name) => {
    expect(visibleText(`a${raw}b`)).toEqual({ text: `a⟦${name}⟧b`, replaced: 1 });
  });

  it.each([
    'plain text, 12 < 13 & "quotes"',
    'lines\nand\r\ntabs\tstay',
    '',
    'Grüße, été, naïve, Ελλάδα, Привет, שלום, مرحبا',
    'e\u0301 (combining accents)',
    '日本語　テスト',
    'no\u00A0break',
    '👨‍👩‍👧 👩🏽‍💻 🏳️‍🌈 ❤️ ☎︎ 1️⃣ 🇩🇪 🏴󠁧󠁢󠁳󠁣󠁴󠁿 🤷🏻‍♀️ ©️',
    'می‌خواهم क्‍ष',
  ])('leaves %j alone', (raw) => {
    expect(visibleText(raw)).toEqual({ text: raw, replaced: 0 });
  });

  it('counts every character it spelled out', () => {
    expect(visibleText('\u202Eabc\u202C\u200B\u200B').replaced).toBe(4);
  });

  it('does not let emoji carry hidden letters', () => {
    const hidden = [...'delete']
      .map((letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0)))
      .join('');
    for (const raw of [`😀${hidden}`, `🏴${hidden}\u{E007F}`, `1${hidden}`])
      expect(visibleText(raw).replaced).toBeGreaterThan(5);
    expect(visibleText(`a${'\uFE00\uFE01'.repeat(20)}`).replaced).toBe(40);
    expect(visibleText('😀\u200D').replaced).toBe(1);
  });

  it('a joiner between Latin letters is spelled out, even beside other scripts', () => {
    expect(shown('pay\u200Dpal')).toBe('pay⟦U+200D⟧pal');
    expect(shown('م\u200Ca')).toBe('م⟦U+200C⟧a');
  });

  it('reads a megabyte in a moment', () => {
    const started = performance.now();
    expect(visibleText('añ\u202E'.repeat(300_000)).replaced).toBe(300_000);
    expect(performance.now() - started).toBeLessThan(1_000);
  });
});
