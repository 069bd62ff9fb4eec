import { expect, it } from 'vitest';
import { jsonLine } from './json-line.ts';

it('is one line for every reader, and the same value', () => {
  const value = { text: 'a\nb\r\u0085c\u2028d\u2029e\u000b\u000cf\u001c', '\u2028': ['\\u2028', '\\\u2028'] };
  const line = jsonLine(value);
  const ends = '\n\v\f\r\u001c\u001d\u001e\u0085\u2028\u2029';
  expect([...line].filter((char) => ends.includes(char))).toEqual(['\n']);
  expect(line.endsWith('\n')).toBe(true);
  expect(JSON.parse(line)).toEqual(value);
});

it('leaves everything else alone', () => {
  expect(jsonLine({ é: '😀', a: [1, null] })).toBe('{"é":"😀","a":[1,null]}\n');
});
