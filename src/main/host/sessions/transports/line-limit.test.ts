import { expect, it } from 'vitest';
import { limitLines } from './line-limit.ts';

it('D23 passes 2,000 lines a second and counts the rest', () => {
  const lines: string[] = [];
  let time = 5000;
  const add = limitLines(
    (line) => lines.push(line),
    () => time,
  );
  for (let count = 0; count < 100_000; count += 1) add('INFO');
  expect(lines).toHaveLength(2000);
  time += 1000;
  add('after');
  expect(lines.slice(2000)).toEqual(['(98000 lines were left out)', 'after']);
  time += 1000;
  add('later');
  expect(lines.at(-1)).toBe('later');
  expect(lines).toHaveLength(2003);
});
