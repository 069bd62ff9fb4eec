import { expect, test } from 'vitest';
import { oneLine, originOf } from './log.ts';

test.each([
  ['Authorization: Bearer abc.def', 'Bearer abc'],
  ['failed with ANTHROPIC_API_KEY=sk-ant-1', 'sk-ant-1'],
  ['GET https://user:pw@example.com/path?token=1 failed', 'pw@'],
  ['GET https://example.com/private?q=1 failed', 'private'],
  ['id 9f8e7d6c5b4a39281706f5e4d3c2b1a0 is unknown', '9f8e7d6c'],
  ['password: hunter2', 'hunter2'],
])('%s is written without its secret', (text, secret) => {
  expect(oneLine(text)).not.toContain(secret);
});

test('an ordinary message stays as it is', () => {
  expect(oneLine(new TypeError('Cannot read properties of undefined (reading "id")'))).toBe(
    'TypeError: Cannot read properties of undefined (reading "id")',
  );
});

test('a message is one line of bounded length', () => {
  expect(oneLine('a\nb\r\n\u001b[31mc\u202ed')).toBe('a b [31mc d');
  expect(oneLine('x '.repeat(1000)).length).toBe(300);
});

test.each([
  ['https://user:pw@example.com:8443/path?q=1', 'https://example.com:8443'],
  ['javascript:alert(1)', 'javascript:'],
  ['not a url', 'an unreadable address'],
])('originOf(%s)', (url, origin) => {
  expect(originOf(url)).toBe(origin);
});
