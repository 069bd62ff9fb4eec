import { expect, test } from 'vitest';
import { contentPart, resultParts } from './result-parts.ts';

test('F25 pictures are drawn only from base64 of the four kinds', () => {
  expect(contentPart({ type: 'image', mimeType: 'image/png', data: 'iVBO\nRw==' })).toEqual({
    type: 'image',
    src: 'data:image/png;base64,iVBORw==',
    mimeType: 'image/png',
    bytes: 4,
  });
  for (const block of [
    { type: 'image', mimeType: 'image/svg+xml', data: 'PHN2Zz4=' },
    { type: 'image', mimeType: 'image/png', data: 'https://example.com/x.png' },
    { type: 'audio', mimeType: 'audio/wav', data: 'AAAA' },
  ]) {
    expect(contentPart(block).type).toBe('binary');
  }
});

test('F27 a picture of any size is a picture or its size, never text', () => {
  const block = (megabytes: number) => ({
    type: 'image',
    mimeType: 'image/png',
    data: 'A'.repeat(megabytes * 1024 * 1024),
  });
  expect(contentPart(block(8))).toMatchObject({ type: 'image', bytes: 6 * 1024 * 1024 });
  expect(contentPart(block(40))).toEqual({ type: 'binary', mimeType: 'image/png', bytes: 30 * 1024 * 1024 });
});

test('what is not understood is shown as it came', () => {
  for (const block of [
    null,
    7,
    'x',
    [],
    { type: 'text' },
    { type: 'new', a: 1 },
    { type: 'resource', resource: 5 },
  ]) {
    expect(contentPart(block).type).toBe('json');
  }
  expect(resultParts({ method: 'tools/call', result: 'odd' })).toEqual([{ type: 'json', value: 'odd' }]);
  expect(resultParts({ method: 'tools/call', result: { content: 'odd' } })).toEqual([
    { type: 'json', value: 'odd' },
  ]);
});

test('structured content comes after the content', () => {
  const parts = resultParts({
    method: 'tools/call',
    result: { content: [{ type: 'text', text: 'a' }], structuredContent: { b: 1 } },
  });
  expect(parts).toEqual([
    { type: 'text', text: 'a' },
    { type: 'json', value: { b: 1 }, label: 'Structured content' },
  ]);
});

test('a prompt shows who speaks, a resource its address', () => {
  expect(
    resultParts({
      method: 'prompts/get',
      result: { description: 'd', messages: [{ role: 'user', content: { type: 'text', text: 'hi' } }] },
    }),
  ).toEqual([
    { type: 'text', text: 'd', label: 'Description' },
    { type: 'text', text: 'hi', label: 'user' },
  ]);
  expect(
    resultParts({ method: 'resources/read', result: { contents: [{ uri: 'x://1', text: 't' }] } }),
  ).toEqual([{ type: 'text', text: 't', label: 'x://1' }]);
});
