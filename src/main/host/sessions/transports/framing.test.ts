import { describe, expect, it } from 'vitest';
import { LineReader } from './framing.ts';

function reader(limit = 1000) {
  const lines: string[] = [];
  let tooLong = 0;
  const it = new LineReader(
    limit,
    (line) => lines.push(line),
    () => {
      tooLong += 1;
    },
  );
  return { it, lines, tooLong: () => tooLong };
}

describe('LineReader', () => {
  it('D35 puts lines together from any pieces, whole characters included', () => {
    const bytes = Buffer.from('{"a":"Zürich \u{1f600}"}\n\nsecond\r\nrest');
    for (let size = 1; size <= bytes.length; size += 1) {
      const { it, lines } = reader();
      for (let at = 0; at < bytes.length; at += size) it.push(bytes.subarray(at, at + size));
      it.end();
      expect(lines).toEqual(['{"a":"Zürich \u{1f600}"}', '', 'second', 'rest']);
    }
  });

  it('D19 forgives a byte-order mark at the very start only', () => {
    const { it, lines } = reader();
    it.push(Buffer.from('\ufefffirst\n\ufeffsecond\n'));
    expect(lines).toEqual(['first', '\ufeffsecond']);
  });

  it('D33 throws a line over the limit away, says so once, and reads on', () => {
    const { it, lines, tooLong } = reader(10);
    it.push(Buffer.from('1234567890\n12345'));
    it.push(Buffer.from('678901'));
    expect(tooLong()).toBe(1);
    it.push(Buffer.from('still the same line'));
    it.push(Buffer.from('\nnext\n'));
    expect(lines).toEqual(['1234567890', 'next']);
    expect(tooLong()).toBe(1);
  });

  it('takes time in proportion to the bytes', () => {
    const chunk = Buffer.alloc(64 * 1024, 'x');
    const time = (chunks: number) => {
      const { it } = reader(Number.POSITIVE_INFINITY);
      const start = performance.now();
      for (let count = 0; count < chunks; count += 1) it.push(chunk);
      it.push(Buffer.from('\n'));
      return performance.now() - start;
    };
    time(50);
    // Quadratic work would take sixteen times as long for four times as much; linear takes four.
    expect(time(800)).toBeLessThan(Math.max(12 * time(200), 200));
  });
});
