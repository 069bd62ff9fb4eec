import { expect, it } from 'vitest';
import { LogRing } from './log-ring.ts';

it('keeps the last 10,000 lines, numbered from the first ever', () => {
  const ring = new LogRing();
  for (let line = 1; line <= 10_050; line += 1) ring.add('stderr', `line ${line}`);
  const lines = ring.since(0);
  expect(lines).toHaveLength(10_000);
  expect(lines[0]).toMatchObject({ seq: 51, text: 'line 51' });
  expect(lines.at(-1)).toMatchObject({ seq: 10_050, source: 'stderr' });
  expect(ring.since(10_048).map(({ seq }) => seq)).toEqual([10_049, 10_050]);
  expect(ring.since(10_050)).toEqual([]);
});

it('cuts a line that is too long', () => {
  expect(new LogRing().add('log', 'x'.repeat(100_000)).text).toHaveLength(16_000);
});

it('D23 keeps no more than so much text, and no more of a long line than it shows', () => {
  const ring = new LogRing();
  for (let n = 1; n <= 1000; n += 1) ring.add('garbage', 'x'.repeat(20_000));
  const kept = ring.since(0);
  expect(kept.reduce((sum, { text }) => sum + text.length, 0)).toBeLessThanOrEqual(2_000_000);
  expect(kept.at(-1)).toMatchObject({ seq: 1000, text: 'x'.repeat(16_000) });
  expect(ring.since(999)).toHaveLength(1);
});
